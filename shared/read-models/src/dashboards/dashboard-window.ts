import type { Figures } from './dashboard-figures.ts';
import { BUREAUS, FIRST_STATE_DAY, labelled, MEASURES, SCORE_BANDS, STATE_DAYS } from './dashboard-measures.ts';
import { openSums, type PackedSums } from './dashboard-sums.ts';
import { fundingFigures } from './funding-figures.ts';
import { byLabel, rounded, type Sum, toNumber, total } from './window-sums.ts';

/** The longest window that can be asked for. */
export const MAX_WINDOW_DAYS = 365;

/**
 * A window document keeps one day more than the longest window needs, for a reader whose clock is behind that of the
 * refresh, just after midnight.
 */
export const PAST_DAYS = MAX_WINDOW_DAYS;

/**
 * Facts may be dated in the future; days up to ten years ahead are kept, so that windows of all these days are right
 * without another refresh, while a broken upstream clock cannot fill the document.
 */
export const FUTURE_DAYS = 3_653;

/** What a location's window document holds: a pure function of its facts, its time zone and the first day. */
export type WindowDocument = {
  /** The zone whose days these are. */
  readonly timeZone: string;
  /** Local day, see local-day.ts. Facts of earlier days are not in it. */
  readonly firstDay: number;
  /** `packSums` of every measure from `firstDay` on, and of the parts that state is kept in. */
  readonly sums: Uint8Array;
  /** `packSums` of the measures per stage, by the parts that state is kept in: the dashboard does not read them. */
  readonly stageSums: Uint8Array;
};

export type Window = {
  /** The local day that the window ends with, in the document's time zone. */
  readonly today: number;
  /** 1 to MAX_WINDOW_DAYS calendar days. */
  readonly days: number;
};

/**
 * The figures of a window. Costs the same for every length and any number of facts.
 * @param document null when the location has no window document: every figure is zero.
 */
export function readWindow(document: Omit<WindowDocument, 'stageSums'> | null, { today, days }: Window): Figures {
  const sums = document === null ? NO_SUMS : openSums(document.sums, document.firstDay);
  const sum = (measure: string) => toNumber(sums.between(measure, today - days + 1, today));
  const state = (measure: string) => toNumber(sums.between(measure, FIRST_STATE_DAY, FIRST_STATE_DAY + STATE_DAYS - 1));
  return {
    credit: creditFigures(sum),
    underwriting: underwritingFigures(sum, sums.measures),
    funding: fundingFigures({ measures: sums.measures, sum, state }),
    deals: {
      created: sum(MEASURES.dealsCreated),
      createdAmountCents: sum(MEASURES.dealsCreatedCents),
      won: sum(MEASURES.dealsWon),
      wonAmountCents: sum(MEASURES.dealsWonCents),
      lost: sum(MEASURES.dealsLost),
      lostAmountCents: sum(MEASURES.dealsLostCents),
      open: state(MEASURES.dealsOpen),
      openAmountCents: state(MEASURES.dealsOpenCents),
    },
  };
}

const NO_SUMS: Pick<PackedSums, 'measures' | 'between'> = { measures: [], between: () => 0n };

function creditFigures(sum: Sum): Figures['credit'] {
  const contactsWithReport = sum(MEASURES.latestReports);
  const scored = sum(MEASURES.latestScored);
  return {
    reportsPulled: sum(MEASURES.reportsPulled),
    reportsByBureau: figuresOf(BUREAUS, (bureau) => sum(labelled(MEASURES.reportsOfBureau, bureau))),
    contactsWithReport,
    averageScore: scored === 0 ? null : rounded(sum(MEASURES.latestScoreSum) / scored, 1),
    scored,
    unscored: contactsWithReport - scored,
    scoreBands: figuresOf(
      SCORE_BANDS.map(({ band }) => band),
      (band) => sum(labelled(MEASURES.latestOfBand, band)),
    ),
  };
}

function underwritingFigures(sum: Sum, measures: readonly string[]): Figures['underwriting'] {
  const [declined, declinedOthers] = byLabel(sum, measures, MEASURES.declined);
  const [parked, parkedOthers] = byLabel(sum, measures, MEASURES.parked);
  const totals = {
    evaluated: sum(MEASURES.evaluated),
    qualified: sum(MEASURES.qualified),
    declined: total(declined) + declinedOthers,
    parked: total(parked) + parkedOthers,
  };
  return {
    ...totals,
    undecided: totals.evaluated - totals.qualified - totals.declined - totals.parked,
    declinedByReason: declined.map(({ label, count }) => ({ reason: label, count })),
    declinedForOtherReasons: declinedOthers,
    parkedByReason: parked.map(({ label, count }) => ({ reason: label, count })),
    parkedForOtherReasons: parkedOthers,
  };
}

function figuresOf<Name extends string>(names: readonly Name[], figure: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, number>;
}

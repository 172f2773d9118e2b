import type { Figures } from './dashboard-figures.ts';
import { BUREAUS, FIRST_STATE_DAY, labelled, MEASURES, SCORE_BANDS, STATE_DAYS } from './dashboard-measures.ts';
import { type Days, openSums, totalsOver } from './dashboard-sums.ts';
import { fundingFigures } from './funding-figures.ts';
import { labelCounts, NO_SUMS, rounded, sumsOf, total, type WindowSums } from './window-sums.ts';

/** The longest window that can be asked for. */
export const MAX_WINDOW_DAYS = 365;

/**
 * A window document keeps the longest window and the one before it, which it is compared with, and one day more: for a
 * reader whose clock is behind that of the refresh, just after midnight.
 */
export const PAST_DAYS = 2 * MAX_WINDOW_DAYS;

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
  /** Packed: every measure from `firstDay` on, and the parts that state is kept in. */
  readonly sums: Uint8Array;
  /** Packed: the measures per stage, by the parts that state is kept in; the dashboard does not read them. */
  readonly stageSums: Uint8Array;
};

/** What the dashboard reads of it. */
export type DashboardWindow = Omit<WindowDocument, 'stageSums'>;

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
export function readWindow(document: DashboardWindow | null, { today, days }: Window): Figures {
  if (document === null) return figuresOf(NO_SUMS, NO_SUMS);
  const sums = openSums(document.sums);
  return figuresOf(sumsOf(totalsOver(sums, { from: today - days + 1, to: today })), sumsOf(totalsOver(sums, STATE)));
}

/** The days that stand for the state now. */
export const STATE: Days = { from: FIRST_STATE_DAY, to: FIRST_STATE_DAY + STATE_DAYS - 1 };

/**
 * Averages, rates, medians and what is left over follow from the sums, so sums of several locations give the figures of all.
 * @param window what happened in the window. @param now what is so now.
 */
export function figuresOf(window: WindowSums, now: WindowSums): Figures {
  return {
    credit: creditFigures(window),
    underwriting: underwritingFigures(window),
    funding: fundingFigures(window, now),
    deals: {
      created: window.sum(MEASURES.dealsCreated),
      createdAmountCents: window.sum(MEASURES.dealsCreatedCents),
      won: window.sum(MEASURES.dealsWon),
      wonAmountCents: window.sum(MEASURES.dealsWonCents),
      lost: window.sum(MEASURES.dealsLost),
      lostAmountCents: window.sum(MEASURES.dealsLostCents),
      open: now.sum(MEASURES.dealsOpen),
      openAmountCents: now.sum(MEASURES.dealsOpenCents),
    },
  };
}

function creditFigures({ sum }: WindowSums): Figures['credit'] {
  const contactsWithReport = sum(MEASURES.latestReports);
  const scored = sum(MEASURES.latestScored);
  return {
    reportsPulled: sum(MEASURES.reportsPulled),
    reportsByBureau: figureEach(BUREAUS, (bureau) => sum(labelled(MEASURES.reportsOfBureau, bureau))),
    contactsWithReport,
    averageScore: scored === 0 ? null : rounded(sum(MEASURES.latestScoreSum) / scored, 1),
    scored,
    unscored: contactsWithReport - scored,
    scoreBands: figureEach(
      SCORE_BANDS.map(({ band }) => band),
      (band) => sum(labelled(MEASURES.latestOfBand, band)),
    ),
  };
}

function underwritingFigures(sums: WindowSums): Figures['underwriting'] {
  const [declined, declinedOthers] = labelCounts(sums, MEASURES.declined);
  const [parked, parkedOthers] = labelCounts(sums, MEASURES.parked);
  const totals = {
    evaluated: sums.sum(MEASURES.evaluated),
    qualified: sums.sum(MEASURES.qualified),
    declined: total(declined) + declinedOthers,
    parked: total(parked) + parkedOthers,
  };
  return {
    ...totals,
    undecided: totals.evaluated - totals.qualified - totals.declined - totals.parked,
    declinedByReason: declined.map(({ label, sum }) => ({ reason: label, count: sum })),
    declinedForOtherReasons: declinedOthers,
    parkedByReason: parked.map(({ label, sum }) => ({ reason: label, count: sum })),
    parkedForOtherReasons: parkedOthers,
  };
}

function figureEach<Name extends string>(names: readonly Name[], figure: (name: Name) => number): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, figure(name)])) as Record<Name, number>;
}

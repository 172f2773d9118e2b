import type { EventOf } from '@fundlens/contracts/event-types';
import { type Bureau, labelled, MEASURES, SCORE_BANDS } from '@fundlens/read-models/dashboards/dashboard-measures';
import { newestFirst } from '@fundlens/read-models/list-key';
import type { Slots } from '@fundlens/read-models/slot';
import type { Fact } from '@fundlens/read-models/dashboards/fact';
import { bureausOf, representativeScore } from './dashboard-scores.ts';
import { factLabel } from './fact-label.ts';
import { childSlots, slotValue } from './projection.ts';
import { scoresOf } from './stated-scores.ts';
import { type Verdict, verdictOf } from './underwriting-verdict.ts';

export const APPLICATION = 'application';
export const REPORT = 'report';
export const RESULT = 'result';

type ApplicationSlot = { readonly submittedAt: number | null };

export function applicationSlot({ submittedAt }: EventOf<'ApplicantChanged'>): ApplicationSlot {
  return { submittedAt };
}

type ReportSlot = {
  readonly pulledAt: number | null;
  readonly bureaus: readonly Bureau[];
  /** The one that represents the report; null when it is unscored. */
  readonly score: number | null;
};

export function reportSlot(event: EventOf<'CreditReportStored'>): ReportSlot {
  const { pulledAt, bureaus, format } = event;
  const scores = scoresOf(event);
  return { pulledAt, bureaus: bureausOf({ bureaus, format, scores }), score: representativeScore(scores) };
}

type ResultSlot = {
  readonly evaluatedAt: number | null;
  readonly verdict: Verdict;
  readonly reason: string | null;
};

export function resultSlot(event: EventOf<'UnderwritingCompleted'>): ResultSlot {
  const verdict = verdictOf(event);
  const reason =
    verdict === 'declined'
      ? (event.declineReason ?? event.declineStatus)
      : verdict === 'parked'
        ? event.parkedReason
        : null;
  return { evaluatedAt: event.evaluatedAt, verdict, reason: factLabel(reason) };
}

/** What a contact's application, reports and results contribute. What has no instant is in no window. */
export function contactFacts(slots: Slots): Fact[] {
  const facts: Fact[] = [];
  const submittedAt = slotValue<ApplicationSlot>(slots, APPLICATION)?.submittedAt ?? null;
  if (submittedAt !== null) facts.push({ at: submittedAt, amounts: { [MEASURES.applications]: 1 } });
  facts.push(...reportFacts(slots));
  for (const { value } of childSlots<ResultSlot>(slots, RESULT)) {
    if (value.evaluatedAt !== null) facts.push({ at: value.evaluatedAt, amounts: resultAmounts(value) });
  }
  return facts;
}

function reportFacts(slots: Slots): Fact[] {
  const facts: Fact[] = [];
  let latest: { readonly listKey: string; readonly fact: Fact } | null = null;
  for (const { id, value } of childSlots<ReportSlot>(slots, REPORT)) {
    const { pulledAt, bureaus, score } = value;
    if (pulledAt === null) continue;
    const ofBureaus = bureaus.map((bureau) => [labelled(MEASURES.reportsOfBureau, bureau), 1] as const);
    facts.push({ at: pulledAt, amounts: { [MEASURES.reportsPulled]: 1, ...Object.fromEntries(ofBureaus) } });
    // The order of list keys, so that "the latest report" is the same one everywhere.
    const listKey = newestFirst(pulledAt, id);
    if (latest === null || listKey < latest.listKey) {
      latest = { listKey, fact: { at: pulledAt, amounts: latestAmounts(score) } };
    }
  }
  return latest === null ? facts : [...facts, latest.fact];
}

function latestAmounts(score: number | null): Fact['amounts'] {
  if (score === null) return { [MEASURES.latestReports]: 1 };
  const band = SCORE_BANDS.find(({ from }) => score >= from)?.band ?? 'poor';
  return {
    [MEASURES.latestReports]: 1,
    [MEASURES.latestScored]: 1,
    [MEASURES.latestScoreSum]: score,
    [labelled(MEASURES.latestOfBand, band)]: 1,
  };
}

function resultAmounts({ verdict, reason }: ResultSlot): Fact['amounts'] {
  switch (verdict) {
    case 'declined':
      return { [MEASURES.evaluated]: 1, [labelled(MEASURES.declined, reason)]: 1 };
    case 'parked':
      return { [MEASURES.evaluated]: 1, [labelled(MEASURES.parked, reason)]: 1 };
    case 'qualified':
      return { [MEASURES.evaluated]: 1, [MEASURES.qualified]: 1 };
    case 'undecided':
      return { [MEASURES.evaluated]: 1 };
  }
}

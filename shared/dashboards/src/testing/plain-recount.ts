import { type AnyEvent, definitionOf, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import type { Figures } from '@fundlens/read-models/dashboards/dashboard-figures';
import type { Typed } from '@fundlens/testing/event-identity';

/**
 * The figures of a window in the plainest way there is: of each entity the highest state that was published, and of those
 * that live each is looked at once for each figure. Shares no code with facts, folds, sums or zones of the product.
 * Versions of an entity must differ, and vocabularies are those of `window-histories.ts`.
 */
export function plainRecount(
  events: readonly AnyEvent[],
  window: { readonly timeZone: string; readonly today: string; readonly days: number },
): Figures {
  return plainRecounts(events, window)(window.days);
}

/** The same for several windows that end on the same day, by their days: what lives is found once. */
export function plainRecounts(
  events: readonly AnyEvent[],
  { timeZone, today }: { readonly timeZone: string; readonly today: string },
): (days: number) => Figures {
  const latest = highestStates(events);
  const live = <T extends EventType>(type: T): EventOf<T>[] =>
    latest.flatMap((state) => (isOf(type, state) && !state.event.meta.deleted ? [state.event] : []));
  const all: LiveStates = {
    reports: live('CreditReportStored'),
    results: live('UnderwritingCompleted'),
    applicants: live('ApplicantChanged'),
    plans: live('FundingPlanChanged'),
    deals: live('DealChanged'),
  };
  return (days) => {
    const first = daysBefore(today, days - 1);
    return figuresOf(all, (instant) => {
      if (instant === null) return false;
      const date = dateIn(timeZone, instant);
      return first <= date && date <= today;
    });
  };
}

type InWindow = (instant: number | null) => boolean;

type LiveStates = {
  readonly reports: readonly EventOf<'CreditReportStored'>[];
  readonly results: readonly EventOf<'UnderwritingCompleted'>[];
  readonly applicants: readonly EventOf<'ApplicantChanged'>[];
  readonly plans: readonly EventOf<'FundingPlanChanged'>[];
  readonly deals: readonly EventOf<'DealChanged'>[];
};

function figuresOf({ reports, results, applicants, plans: stated, deals }: LiveStates, inWindow: InWindow): Figures {
  const created = deals.filter(({ createdAt }) => inWindow(createdAt));
  const ended = (status: string) => deals.filter((deal) => deal.status === status && inWindow(deal.statusChangedAt));
  const open = deals.filter(({ status }) => status === 'open');
  return {
    credit: credit(reports, inWindow),
    underwriting: underwriting(results.filter(({ evaluatedAt }) => inWindow(evaluatedAt))),
    funding: {
      applicationsSubmitted: applicants.filter(({ submittedAt }) => inWindow(submittedAt)).length,
      ...plans(stated, inWindow),
    },
    deals: {
      created: created.length,
      createdAmountCents: total(created.map(({ amountCents }) => amountCents)),
      won: ended('won').length,
      wonAmountCents: total(ended('won').map(({ amountCents }) => amountCents)),
      lost: ended('lost').length,
      lostAmountCents: total(ended('lost').map(({ amountCents }) => amountCents)),
      open: open.length,
      openAmountCents: total(open.map(({ amountCents }) => amountCents)),
    },
  };
}

function credit(reports: readonly EventOf<'CreditReportStored'>[], inWindow: InWindow): Figures['credit'] {
  const pulled = reports.filter(({ pulledAt }) => inWindow(pulledAt));
  const ofBureau = (...names: string[]) =>
    pulled.filter(({ bureaus }) => bureaus.some((name) => names.includes(name))).length;
  const newest = [...Map.groupBy(reports, ({ contactId }) => contactId).values()].flatMap((ofContact) =>
    ofContact
      .toSorted((a, b) => (b.pulledAt ?? 0) - (a.pulledAt ?? 0) || (a.requestId < b.requestId ? -1 : 1))
      .slice(0, 1),
  );
  const current = newest.filter(({ pulledAt }) => inWindow(pulledAt));
  const scores = current.map(scoreOf).filter((score) => score !== null);
  const between = (low: number, high: number) => scores.filter((score) => score >= low && score <= high).length;
  return {
    reportsPulled: pulled.length,
    reportsByBureau: {
      equifax: ofBureau('equifax', 'EFX'),
      experian: ofBureau('experian'),
      transunion: ofBureau('TU'),
      other: ofBureau('innovis'),
    },
    contactsWithReport: current.length,
    averageScore: scores.length === 0 ? null : Math.round((total(scores) / scores.length) * 10) / 10,
    scored: scores.length,
    unscored: current.length - scores.length,
    scoreBands: {
      exceptional: between(800, 999),
      veryGood: between(740, 799),
      good: between(670, 739),
      fair: between(580, 669),
      poor: between(0, 579),
    },
  };
}

/** One score per bureau; the middle one of three, the lower of two. 9002 and 0 are no scores. */
function scoreOf({ summary }: EventOf<'CreditReportStored'>): number | null {
  const scores = (summary?.scores ?? []).map(({ score }) => score).filter((score) => score !== null);
  const valid = scores.filter((score) => score > 0 && score < 1_000).sort((a, b) => a - b);
  if (valid.length === 3) return valid[1] ?? null;
  return valid[0] ?? null;
}

function underwriting(results: readonly EventOf<'UnderwritingCompleted'>[]): Figures['underwriting'] {
  const declined = results.filter(({ declineStatus }) => declineStatus === 'final');
  const parked = results.filter(({ declineStatus, parkedReason }) => declineStatus === null && parkedReason !== null);
  const rest = results.filter((result) => !declined.includes(result) && !parked.includes(result));
  const qualified = rest.filter(({ cardStatus }) => cardStatus === 'eligible');
  return {
    evaluated: results.length,
    qualified: qualified.length,
    declined: declined.length,
    parked: parked.length,
    undecided: rest.length - qualified.length,
    declinedByReason: tally(declined.map(({ declineReason }) => declineReason)).map(([reason, count]) => ({
      reason,
      count,
    })),
    declinedForOtherReasons: 0,
    parkedByReason: tally(parked.map(({ parkedReason }) => parkedReason)).map(([reason, count]) => ({ reason, count })),
    parkedForOtherReasons: 0,
  };
}

function plans(
  all: readonly EventOf<'FundingPlanChanged'>[],
  inWindow: InWindow,
): Omit<Figures['funding'], 'applicationsSubmitted'> {
  const created = all.filter(({ createdAt }) => inWindow(createdAt));
  const recommendations = all.flatMap((plan) => plan.recommendations);
  const requested = recommendations.filter(({ submittedAt }) => inWindow(submittedAt));
  const decided = recommendations.filter(({ decidedAt }) => inWindow(decidedAt));
  const approved = decided.filter(({ approvedAmountCents }) => approvedAmountCents !== null && approvedAmountCents > 0);
  const funded = recommendations.filter(({ fundedAt }) => inWindow(fundedAt));
  return {
    plansCreated: created.length,
    plansByOutcome: tally(created.map(({ outcome }) => outcome)).map(([outcome, count]) => ({ outcome, count })),
    plansOfOtherOutcomes: 0,
    requested: requested.length,
    requestedAmountCents: total(requested.map(({ requestedAmountCents }) => requestedAmountCents)),
    decided: decided.length,
    approved: approved.length,
    approvedAmountCents: total(decided.map(({ approvedAmountCents }) => approvedAmountCents)),
    approvalRate: decided.length === 0 ? null : Math.round((approved.length / decided.length) * 10_000) / 10_000,
    funded: funded.length,
    fundedAmountCents: total(funded.map(({ fundedAmountCents }) => fundedAmountCents)),
  };
}

function highestStates(events: readonly AnyEvent[]): AnyEvent[] {
  const highest = new Map<string, AnyEvent>();
  for (const state of events) {
    const key = keyOf(state);
    const known = highest.get(key);
    if (known === undefined || known.event.meta.version < state.event.meta.version) highest.set(key, state);
  }
  return [...highest.values()];
}

function isOf<T extends EventType>(type: T, state: { readonly type: EventType }): state is Typed<T> {
  return state.type === type;
}

function keyOf<T extends EventType>({ type, event }: { readonly type: T; readonly event: EventOf<T> }): string {
  return definitionOf<T>(type).keyOf(event as never);
}

/** The most frequent first, then by text, none first of all. */
function tally(texts: readonly (string | null)[]): [string | null, number][] {
  const counts = [...Map.groupBy(texts, (text) => text?.toLowerCase() ?? null)];
  return counts
    .map(([text, members]): [string | null, number] => [text, members.length])
    .sort(([a, most], [b, more]) => more - most || ((a ?? '') < (b ?? '') ? -1 : 1));
}

function total(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();
const dates = new Map<string, Map<number, string>>();

/** `YYYY-MM-DD` on the wall calendar of the zone, as Intl writes it. */
export function dateIn(timeZone: string, instant: number): string {
  const inZone = dates.get(timeZone) ?? new Map<number, string>();
  const known = inZone.get(instant);
  if (known !== undefined) return known;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  const date = format.format(instant);
  dates.set(timeZone, inZone.set(instant, date));
  return date;
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

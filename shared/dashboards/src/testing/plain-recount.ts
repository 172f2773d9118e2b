import { type AnyEvent, definitionOf, type EventOf, type EventType } from '@fundlens/contracts/event-types';
import type { Figures } from '@fundlens/read-models/dashboards/dashboard-figures';
import type { PipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import type { Typed } from '@fundlens/testing/event-identity';

/**
 * The figures of windows that end on the same day, by their days, in the plainest way there is: of each entity the highest
 * state that was published, and of those that live each is looked at once for each figure. Shares no code with facts, folds,
 * sums or zones of the product. Versions of an entity must differ, and vocabularies are those of `window-histories.ts`.
 */
export function plainRecounts(
  events: readonly AnyEvent[],
  { timeZone, today }: { readonly timeZone: string; readonly today: string },
): (days: number) => Figures {
  const all = liveStates(events);
  return (days) => {
    const first = daysBefore(today, days - 1);
    return figuresOf(all, (instant) => {
      if (instant === null) return false;
      const date = dateIn(timeZone, instant);
      return first <= date && date <= today;
    });
  };
}

/** What /pipeline/stages shows without a board. */
export function plainStages(events: readonly AnyEvent[]): PipelineStages {
  const { applicants: listed, plans: stated } = liveStates(events);
  const offersTo = (there: readonly EventOf<'ApplicantChanged'>[]) =>
    stated
      .filter((plan) => there.some(({ contactId }) => plan.contactId === contactId))
      .flatMap(({ recommendations }) => recommendations);
  const countsOf = (there: readonly EventOf<'ApplicantChanged'>[]) => {
    const endedAs = (outcome: string) => there.filter((each) => each.outcome === outcome).length;
    return {
      applications: there.length,
      byOutcome: {
        ...{ open: endedAs('open'), approved: endedAs('approved'), funded: endedAs('funded') },
        ...{ declined: endedAs('declined'), withdrawn: endedAs('withdrawn'), parked: endedAs('parked') },
      },
      requestedAmountCents: total(there, 'requestedAmountCents'),
      approvedAmountCents: total(offersTo(there), 'approvedAmountCents'),
      fundedAmountCents: total(offersTo(there), 'fundedAmountCents'),
    };
  };
  const stages = [...Map.groupBy(listed, ({ stage }) => stage)].map(([stage, there]) => {
    const since = there.flatMap(({ stageChangedAt, submittedAt }) => stageChangedAt ?? submittedAt ?? []);
    const firstUsedAt = since.length === 0 ? null : new Date(Math.min(...since)).toISOString();
    return { stage, ...countsOf(there), firstUsedAt };
  });
  return {
    stages: stages.sort((a, b) => ((a.stage ?? '') < (b.stage ?? '') ? -1 : 1)),
    otherStages: countsOf([]),
  };
}

type LiveStates = ReturnType<typeof liveStates>;

/** What lists show: nothing of a contact that is deleted or not there yet. */
function liveStates(events: readonly AnyEvent[]) {
  const latest = highestStates(events);
  const live = <T extends EventType>(type: T): EventOf<T>[] =>
    latest.flatMap((state) => (isOf(type, state) && !state.event.meta.deleted ? [state.event] : []));
  const listed = new Set(live('ContactChanged').map(({ contactId }) => contactId));
  const ofListed = <E extends { readonly contactId: string }>(events: readonly E[]) =>
    events.filter(({ contactId }) => listed.has(contactId));
  return {
    reports: ofListed(live('CreditReportStored')),
    results: ofListed(live('UnderwritingCompleted')),
    applicants: ofListed(live('ApplicantChanged')),
    plans: ofListed(live('FundingPlanChanged')),
    deals: [...Map.groupBy(live('DealChanged'), ({ meta, dealId }) => `${meta.locationId} ${dealId}`).values()].flatMap(
      latestOfMoved,
    ),
  };
}

/** Of a deal under several contacts the state that occurred last, of equally late ones that of the first contact. */
function latestOfMoved(states: readonly EventOf<'DealChanged'>[]): EventOf<'DealChanged'>[] {
  return states
    .toSorted((a, b) => b.meta.occurredAt - a.meta.occurredAt || (a.contactId < b.contactId ? -1 : 1))
    .slice(0, 1);
}

type InWindow = (instant: number | null) => boolean;

function figuresOf(live: LiveStates, inWindow: InWindow): Figures {
  const { reports, results, applicants, plans: stated, deals } = live;
  const created = deals.filter(({ createdAt }) => inWindow(createdAt));
  const ended = (status: string) => deals.filter((deal) => deal.status === status && inWindow(deal.statusChangedAt));
  const open = deals.filter(({ status }) => status === 'open');
  return {
    credit: credit(reports, inWindow),
    underwriting: underwriting(results.filter(({ evaluatedAt }) => inWindow(evaluatedAt))),
    funding: {
      applicationsSubmitted: applicants.filter(({ submittedAt }) => inWindow(submittedAt)).length,
      ...plans(stated, inWindow),
      ...projected(live),
      conversion: conversion(applicants.filter(({ submittedAt }) => inWindow(submittedAt))),
      applicationDaysToDecision: medianDays(
        applicants.filter(({ decidedAt }) => inWindow(decidedAt)).map((each) => [each.submittedAt, each.decidedAt]),
      ),
      ...waiting(live),
    },
    deals: {
      created: created.length,
      createdAmountCents: total(created, 'amountCents'),
      won: ended('won').length,
      wonAmountCents: total(ended('won'), 'amountCents'),
      lost: ended('lost').length,
      lostAmountCents: total(ended('lost'), 'amountCents'),
      open: open.length,
      openAmountCents: total(open, 'amountCents'),
    },
  };
}

function credit(reports: readonly EventOf<'CreditReportStored'>[], inWindow: InWindow) {
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
    averageScore:
      scores.length === 0 ? null : Math.round((scores.reduce((a, b) => a + b, 0) / scores.length) * 10) / 10,
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

function underwriting(results: readonly EventOf<'UnderwritingCompleted'>[]) {
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
    declinedByReason: tally(
      'reason',
      declined.map(({ declineReason }) => declineReason),
    ),
    declinedForOtherReasons: 0,
    parkedByReason: tally(
      'reason',
      parked.map(({ parkedReason }) => parkedReason),
    ),
    parkedForOtherReasons: 0,
  };
}

type Recommendation = EventOf<'FundingPlanChanged'>['recommendations'][number];

const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);

function conversion(submitted: readonly EventOf<'ApplicantChanged'>[]) {
  const now = (...outcomes: string[]) => submitted.filter(({ outcome }) => outcomes.includes(outcome ?? '')).length;
  const undecided = submitted.filter(
    ({ decidedAt, outcome }) => decidedAt === null && ['open', 'withdrawn', 'parked'].includes(outcome ?? ''),
  );
  const decided = submitted.length - undecided.length;
  return {
    submitted: submitted.length,
    decided,
    approved: now('approved', 'funded'),
    funded: now('funded'),
    declined: now('declined'),
    withdrawn: now('withdrawn'),
    decidedShare: share(decided, submitted.length),
    approvedShare: share(now('approved', 'funded'), submitted.length),
    fundedShare: share(now('funded'), submitted.length),
    declinedShare: share(now('declined'), submitted.length),
    withdrawnShare: share(now('withdrawn'), submitted.length),
  };
}

/** Longer than two weeks: the first and the last day of each bucket. */
const LONG_BUCKETS = [
  [15, 21],
  [22, 30],
  [31, 45],
  [46, 60],
  [61, 90],
  [91, 120],
  [121, 180],
  [181, 365],
] as const;

/** The lower one of the middle durations; then its bucket, in whose middle the median is shown. */
function medianDays(spans: readonly (readonly [number | null, number | null])[]) {
  const days = spans
    .flatMap(([start, end]) => (start === null || end === null || end < start ? [] : [(end - start) / 86_400_000]))
    .map(Math.trunc)
    .sort((a, b) => a - b);
  const middle = days[Math.trunc((days.length - 1) / 2)];
  if (middle === undefined) return { count: 0, median: null, fromDays: null, toDays: null };
  if (middle >= 366) return { count: days.length, median: 366, fromDays: 366, toDays: null };
  const [from, to] = LONG_BUCKETS.find(([, last]) => middle > 14 && middle <= last) ?? [middle, middle];
  return { count: days.length, median: (from + to) / 2, fromDays: from, toDays: to };
}

function projected({ applicants, plans: stated }: LiveStates) {
  const ended = applicants.filter(({ outcome }) => outcome === 'declined' || outcome === 'withdrawn');
  const going = stated.filter(({ contactId }) => !ended.some((application) => application.contactId === contactId));
  const unanswered = going
    .flatMap(({ recommendations }) => recommendations)
    .filter(({ submittedAt }) => submittedAt !== null)
    .filter(({ decidedAt, fundedAt }) => decidedAt === null && fundedAt === null)
    .filter(({ approvedAmountCents, fundedAmountCents }) => approvedAmountCents === null && fundedAmountCents === null);
  return {
    projected: unanswered.length,
    projectedAmountCents: total(unanswered, 'requestedAmountCents'),
  };
}

function waiting({ applicants }: LiveStates) {
  const going = applicants.filter(({ outcome }) => outcome === 'open' || outcome === 'approved');
  const texts = going.flatMap(({ waitingOn }) => waitingOn ?? []);
  const parties = texts.map((text) => text.replace(/:.*/, '').trim());
  return {
    waiting: texts.length,
    waitingOnClient: parties.filter((party) => party === 'Client').length,
    waitingByParty: tally('party', parties),
    waitingOnOtherParties: 0,
  };
}

function recommendationFigures(recommendations: readonly Recommendation[], inWindow: InWindow) {
  const requested = recommendations.filter(({ submittedAt }) => inWindow(submittedAt));
  const decided = recommendations.filter(({ decidedAt }) => inWindow(decidedAt));
  const approved = decided.filter(({ approvedAmountCents }) => approvedAmountCents !== null && approvedAmountCents > 0);
  const funded = recommendations.filter(({ fundedAt }) => inWindow(fundedAt));
  return {
    requested: requested.length,
    requestedAmountCents: total(requested, 'requestedAmountCents'),
    decided: decided.length,
    approved: approved.length,
    approvedAmountCents: total(decided, 'approvedAmountCents'),
    funded: funded.length,
    fundedAmountCents: total(funded, 'fundedAmountCents'),
  };
}

/**
 * Of each name what happened in the window, where anything did; the largest amount asked for first, then by name. Of several
 * spellings the name is the one that comes first by itself.
 */
function recommendationsBy(recommendations: readonly Recommendation[], inWindow: InWindow, name: 'product' | 'lender') {
  const counted = (groups: Iterable<[string | null, Recommendation[]]>) =>
    [...groups]
      .map(([label, own]) => ({ label, own, figures: recommendationFigures(own, inWindow) }))
      .filter(({ figures }) => figures.requested > 0 || figures.decided > 0 || figures.funded > 0)
      .sort(
        (a, b) =>
          b.figures.requestedAmountCents - a.figures.requestedAmountCents ||
          ((a.label ?? '') < (b.label ?? '') ? -1 : 1),
      );
  const spellings = counted(Map.groupBy(recommendations, (each) => each[name]));
  const names = [...Map.groupBy(spellings, ({ label }) => label?.toLowerCase() ?? null).values()];
  return counted(names.map((same) => [same[0]?.label ?? null, same.flatMap(({ own }) => own)])).map(
    ({ label, figures }) => ({ [name]: label, ...figures }),
  );
}

function plans(all: readonly EventOf<'FundingPlanChanged'>[], inWindow: InWindow) {
  const created = all.filter(({ createdAt }) => inWindow(createdAt));
  const recommendations = all.flatMap((plan) => plan.recommendations);
  const figures = recommendationFigures(recommendations, inWindow);
  const ended = (of: (each: Recommendation) => readonly [number | null, number | null]) =>
    medianDays(recommendations.map(of).filter(([, end]) => inWindow(end)));
  return {
    plansCreated: created.length,
    plansByOutcome: tally(
      'outcome',
      created.map(({ outcome }) => outcome),
    ),
    plansOfOtherOutcomes: 0,
    ...figures,
    approvalRate: share(figures.approved, figures.decided),
    byProduct: recommendationsBy(recommendations, inWindow, 'product'),
    otherProducts: recommendationFigures([], inWindow),
    byLender: recommendationsBy(recommendations, inWindow, 'lender'),
    otherLenders: recommendationFigures([], inWindow),
    daysToDecision: ended(({ submittedAt, decidedAt }) => [submittedAt, decidedAt]),
    daysToFunding: ended(({ decidedAt, fundedAt }) => [decidedAt, fundedAt]),
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
function tally<const Name extends string>(name: Name, texts: readonly (string | null)[]) {
  return [...Map.groupBy(texts, (text) => text?.toLowerCase() ?? null)]
    .sort(([a, most], [b, more]) => more.length - most.length || ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([text, { length }]) => ({ [name]: text, count: length }) as Record<Name, string | null> & { count: number });
}

function total<Name extends string>(of: readonly { readonly [Field in Name]: number | null }[], field: Name): number {
  return of.reduce((sum, each) => sum + (each[field] ?? 0), 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `YYYY-MM-DD` on the wall calendar of the zone, as Intl writes it. */
export function dateIn(timeZone: string, instant: number): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format.format(instant);
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

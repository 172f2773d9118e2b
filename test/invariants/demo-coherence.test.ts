import type { Schemas } from '@fundlens/client/api-shapes';
import { type AnyEvent, definitionOf } from '@fundlens/contracts/event-types';
import { demoEvents } from '@fundlens/local/demo/demo';
import { createLiveChanges } from '@fundlens/local/demo/live-changes';
import { ACCOUNT_REFERENCE_FIELD } from '@fundlens/local/demo/places';
import { createRandom } from '@fundlens/local/demo/random';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { describe, expect, it } from 'vitest';

/** As services of the demo are told. */
const KEPT = { customFieldKeepList: new Set([ACCOUNT_REFERENCE_FIELD]) };
const BASE = Date.UTC(2026, 5, 1);
const LIVE_CHANGES = 800;
const world = demoWorld({ seed: 'coherence', baseInstant: BASE, scale: 'small', times: 6 });
const events = [...demoEvents(world, demoTokens('a secret of this test only'))];

/** What the API says of one applicant. */
type Answers = {
  readonly contact: Schemas['Contact'];
  readonly entry: Schemas['Application'];
  readonly credit: Schemas['CreditSummary'];
  readonly results: readonly Schemas['UnderwritingResult'][];
  readonly plans: readonly Schemas['FundingPlan'][];
  readonly steps: readonly Schemas['NextStep'][];
};

/** Events of the demo, redacted and rendered by the projector's own code. */
function answersTo(published: Iterable<AnyEvent>): Answers[] {
  return [...referenceFold(redacted(published)).values()].flatMap((document) => {
    const body = (view: string) => JSON.parse(Buffer.from(document.views.get(view) ?? 'null').toString('utf8'));
    const entry = document.readModel.name === 'contacts' ? body('application') : null;
    if (entry === null) return [];
    return {
      contact: body('contact'),
      entry,
      credit: body('creditSummary') ?? { requestId: null, reports: [] },
      results: body('underwritingResults')?.results ?? [],
      plans: body('fundingPlans')?.fundingPlans ?? [],
      steps: body('nextSteps')?.nextSteps ?? [],
    };
  });
}

function* redacted(published: Iterable<AnyEvent>): Generator<TypedEvent> {
  for (const { type, event } of published) {
    yield { type, event: redactEvent(event, definitionOf(type).redaction, KEPT).event } as TypedEvent;
  }
}

/** A day of work after the demo's "now". */
function* liveEvents(): Generator<AnyEvent> {
  const changes = createLiveChanges({ random: createRandom('live'), world, untouched: new Set() });
  for (let index = 0; index < LIVE_CHANGES; index += 1) yield* changes.next(BASE + index * 100_000);
}

/** What does not fit together; shares no rule with the generator. */
function incoherences({ contact, entry, credit, results, plans, steps }: Answers): string[] {
  const { outcome } = entry;
  const [result] = results;
  const [plan] = plans;
  const report = credit.reports.find(({ requestId }) => requestId === result?.requestId);
  const offers = plans.flatMap(({ recommendations }) => recommendations);
  const instants = [contact.createdAt, entry.submittedAt, report?.pulledAt, result?.evaluatedAt, plan?.createdAt];
  const known = instants.filter((instant) => typeof instant === 'string');
  const isGoingOn = ['open', 'parked', 'approved'].includes(outcome ?? '');
  const rules: readonly (readonly [isBroken: boolean, what: string])[] = [
    [entry.creditReport?.totalDebtCents !== credit.reports[0]?.totalDebtCents, 'the entry shows another report'],
    [(outcome === 'declined') !== (result?.decision === 'Decline'), 'declined, and the result says otherwise'],
    [outcome === 'declined' && result?.declineReason !== entry.reason, 'entry and result decline for two reasons'],
    [(outcome === 'funded') !== (plan?.outcome === 'funded'), 'funded, and the plan says otherwise'],
    [(outcome === 'approved') !== (plan?.outcome === 'approved'), 'approved, and the plan says otherwise'],
    [plan !== undefined && plan.planType !== result?.primaryPaths[0], 'the plan is not the primary path'],
    [offers.some((each) => (each.fundedAmountCents ?? 0) > (each.approvedAmountCents ?? 0)), 'funded beyond approval'],
    [
      offers.some((each) => (each.approvedAmountCents ?? 0) > (each.requestedAmountCents ?? 0)),
      'approved beyond request',
    ],
    [
      entry.funding.requestedAmountCents > (entry.requestedAmountCents ?? 0),
      'lenders are asked for more than is wanted',
    ],
    [known.some((instant, index) => instant < (known[index - 1] ?? '')), 'dates are out of order'],
    [isGoingOn !== (entry.waitingOn !== null), 'its end and what it waits for disagree'],
    [
      isGoingOn !== steps.some((step) => step.completedAt === null && step.blocking),
      'its end and its open steps disagree',
    ],
  ];
  return rules.flatMap(([isBroken, what]) => (isBroken ? [`${entry.contactId}: ${what}`] : []));
}

const answers = answersTo(events);
const byOutcome = Map.groupBy(answers, ({ entry }) => entry.outcome);

describe('what the API says of the demo', () => {
  it('contradicts itself nowhere, nor after a day of live changes', () => {
    expect(answers.length).toBeGreaterThan(250);
    expect(answers.flatMap(incoherences)).toEqual([]);
    const later = answersTo([...events, ...liveEvents()]);
    expect(later.length).toBeGreaterThan(answers.length);
    expect(later.flatMap(incoherences)).toEqual([]);
  });

  it('shows at the showcase three bureaus, accepted offers, a declined and a waiting one, and next steps', () => {
    const { person } = showcaseOf(world);
    const shown = answers.find(({ entry }) => entry.contactId === person.contactId);
    expect(shown?.credit.scores.map(({ bureau }) => bureau)).toEqual(['equifax', 'experian', 'transunion']);
    const statuses = shown?.plans[0]?.recommendations.map(({ status }) => status);
    expect(statuses).toEqual(['ACCEPTED', 'DECLINED', 'ACCEPTED', 'ADDITIONAL_DETAILS_REQUESTED']);
    expect(shown?.entry.nextSteps).toMatchObject({ blocking: 1, open: 2 });
  });
});

it('the check sees two reasons, money without a plan, and dates out of order', () => {
  const [[declined], [funded]] = [byOutcome.get('declined') ?? [], byOutcome.get('funded') ?? []];
  if (declined === undefined || funded === undefined) throw new TypeError('nobody was declined, or nobody funded');
  const entry = { ...declined.entry, reason: 'Another one' };
  const { contact } = funded;
  const wrong: readonly Answers[] = [
    { ...declined, entry },
    { ...funded, plans: [] },
    { ...funded, contact: { ...contact, createdAt: '2031-01-01T00:00:00.000Z' } },
    { ...funded, entry: { ...funded.entry, waitingOn: 'Client: a letter' } },
  ];
  for (const one of wrong) expect(incoherences(one)).not.toEqual([]);
});

import { type AnyEvent, definitionOf } from '@fundlens/contracts/event-types';
import { demoEvents } from '@fundlens/local/demo/demo';
import { demoWorld, showcaseOf } from '@fundlens/local/demo/world';
import { createLiveChanges } from '@fundlens/local/demo/live-changes';
import { ACCOUNT_REFERENCE_FIELD } from '@fundlens/local/demo/places';
import { createRandom } from '@fundlens/local/demo/random';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { describe, expect, it } from 'vitest';
import { type ApplicantAnswers, incoherences } from './demo-coherence.ts';

/** As services of the demo are told. */
const KEPT = { customFieldKeepList: new Set([ACCOUNT_REFERENCE_FIELD]) };
const BASE = Date.UTC(2026, 5, 1);
const LIVE_CHANGES = 800;
const world = demoWorld({ seed: 'coherence', baseInstant: BASE, scale: 'small', times: 6 });
const events = [...demoEvents(world, demoTokens('a secret of this test only'))];

/** What the API would answer: events of the demo, redacted and rendered by the projector's own code. */
function answersTo(published: Iterable<AnyEvent>): ApplicantAnswers[] {
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

const answers = answersTo(events);
const byOutcome = Map.groupBy(answers, ({ entry }) => entry.outcome);

describe('what the API says of the demo', () => {
  it('contradicts itself nowhere', () => {
    expect(answers.length).toBeGreaterThan(250);
    expect(answers.flatMap(incoherences)).toEqual([]);
  });

  it('still contradicts itself nowhere after a day of live changes', () => {
    const later = answersTo([...events, ...liveEvents()]);
    expect(later.length).toBeGreaterThan(answers.length);
    expect(later.flatMap(incoherences)).toEqual([]);
  });

  it('has files of every outcome, most of them neither declined nor parked', () => {
    console.log(`demo: ${[...byOutcome].map(([outcome, files]) => `${outcome} ${files.length}`).join(', ')}`);
    for (const outcome of ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const) {
      expect(byOutcome.get(outcome)?.length ?? 0, outcome).toBeGreaterThan(5);
    }
    expect(byOutcome.get('declined')?.length).toBeLessThan(answers.length / 3);
  });

  it('spells few numbers out in texts', () => {
    const withText = answers.filter(({ contact, results, plans }) =>
      JSON.stringify([contact, results, plans]).includes('***-**-****'),
    );
    expect(withText.length).toBeGreaterThan(0);
    expect(withText.length).toBeLessThan(answers.length * 0.12);
  });
});

it('the showcase has three bureaus, accepted offers, a declined and a waiting one, and next steps', () => {
  const { person } = showcaseOf(world);
  const shown = answers.find(({ entry }) => entry.contactId === person.contactId);
  expect(shown?.credit.scores.map(({ bureau }) => bureau)).toEqual(['equifax', 'experian', 'transunion']);
  expect(shown?.plans[0]?.recommendations.map(({ status }) => status)).toEqual([
    'ACCEPTED',
    'DECLINED',
    'ACCEPTED',
    'ADDITIONAL_DETAILS_REQUESTED',
  ]);
  expect(shown?.entry.nextSteps).toMatchObject({ blocking: 1, open: 2 });
});

describe('the check', () => {
  const [declined] = byOutcome.get('declined') ?? [];
  const [funded] = byOutcome.get('funded') ?? [];

  it('sees a reason that the figures do not bear out', () => {
    if (declined === undefined) throw new TypeError('nobody was declined');
    const entry = { ...declined.entry, reason: 'More than 90 inquiries in six months' };
    expect(incoherences({ ...declined, entry }).map(({ what }) => what)).toContain(
      '"More than 90 inquiries in six months" is not what the report says',
    );
  });

  it('sees money without a plan, dates out of order, and what an ended file waits for', () => {
    if (funded === undefined) throw new TypeError('nobody was funded');
    const { contact, entry } = funded;
    expect(incoherences({ ...funded, plans: [] })).not.toEqual([]);
    expect(incoherences({ ...funded, contact: { ...contact, createdAt: '2031-01-01T00:00:00.000Z' } })).not.toEqual([]);
    expect(incoherences({ ...funded, entry: { ...entry, waitingOn: 'Client: a letter' } })).not.toEqual([]);
  });
});

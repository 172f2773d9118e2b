import { type AnyEvent, definitionOf } from '@fundlens/contracts/event-types';
import { reportFigures } from '@fundlens/credit-reports/figures/credit-figures';
import { type DemoOptions, demoEvents, demoWorld } from '@fundlens/local/demo/demo-events';
import { createLiveChanges } from '@fundlens/local/demo/live-changes';
import { createRandom } from '@fundlens/local/demo/random';
import { reportText } from '@fundlens/local/demo/reports/report-text';
import { showcaseOf } from '@fundlens/local/demo/showcase';
import { demoTokens } from '@fundlens/local/demo/tokens';
import { ACCOUNT_REFERENCE_FIELD } from '@fundlens/local/demo/world/custom-fields';
import { subjectOf } from '@fundlens/local/demo/world/report-subject';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { redactEvent } from '@fundlens/redaction/redact-event';
import { describe, expect, it } from 'vitest';
import { type ApplicantAnswers, incoherences, reasonHolds } from './demo-coherence.ts';

const DAYS_PER_YEAR = 365.25;
const DAY_MS = 86_400_000;
/** As services of the demo are told. */
const KEPT = { customFieldKeepList: new Set([ACCOUNT_REFERENCE_FIELD]) };
const demo: DemoOptions = {
  seed: 'coherence',
  baseInstant: Date.UTC(2026, 5, 1),
  scale: 'small',
  times: 6,
  tokens: demoTokens('a secret of this test only'),
};
const LIVE_CHANGES = 800;
const world = demoWorld(demo);
const contacts = world.locations.flatMap((location) => location.contacts);
const applicants = contacts.flatMap(({ person, application }) =>
  application === null ? [] : [{ person, application }],
);

/** What the API would answer: events of the demo, redacted and rendered by the projector's own code. */
function answersTo(events: Iterable<AnyEvent>): ApplicantAnswers[] {
  return [...referenceFold(redacted(events)).values()].flatMap((document) => {
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

function* redacted(events: Iterable<AnyEvent>): Generator<TypedEvent> {
  for (const { type, event } of events) {
    yield { type, event: redactEvent(event, definitionOf(type).redaction, KEPT).event } as TypedEvent;
  }
}

/** A day of work after the demo's "now". */
function* liveEvents(): Generator<AnyEvent> {
  const changes = createLiveChanges({ random: createRandom('live'), world, untouched: new Set() });
  for (let index = 0; index < LIVE_CHANGES; index += 1) yield* changes.next(demo.baseInstant + index * 100_000);
}

const answers = answersTo(demoEvents(demo));
const byOutcome = Map.groupBy(answers, ({ entry }) => entry.outcome);

describe('what the API says of the demo', () => {
  it('contradicts itself nowhere', () => {
    expect(answers.length).toBeGreaterThan(250);
    expect(answers.flatMap(incoherences)).toEqual([]);
  });

  it('still contradicts itself nowhere after a day of live changes', () => {
    const later = answersTo([...demoEvents(demo), ...liveEvents()]);
    expect(later.length).toBeGreaterThan(answers.length);
    expect(later.flatMap(incoherences)).toEqual([]);
  });

  it('has files of every outcome, most of them neither declined nor parked', () => {
    const shares = [...byOutcome].map(([outcome, files]) => `${outcome} ${files.length}`);
    console.log(`demo: ${shares.join(', ')}`);
    for (const outcome of ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const) {
      expect(byOutcome.get(outcome)?.length ?? 0, outcome).toBeGreaterThan(5);
    }
    expect(byOutcome.get('declined')?.length).toBeLessThan(answers.length / 3);
  });

  it('has every figure of almost every report', () => {
    const shown = answers.flatMap(({ entry }) => (entry.creditReport === null ? [] : [entry.creditReport]));
    const nulls = (read: (report: (typeof shown)[number]) => unknown) =>
      shown.filter((report) => read(report) === null).length / shown.length;
    for (const name of [
      'utilizationPct',
      'openTradelines',
      'inquiries6m',
      'derogatories24m',
      'oldestAccountMonths',
      'totalDebtCents',
    ] as const) {
      expect(
        nulls((report) => report[name]),
        name,
      ).toBeLessThan(0.02);
    }
  });

  it('spells few numbers out in texts', () => {
    const withText = answers.filter(({ contact, entry, results, plans }) =>
      JSON.stringify([contact, entry, results, plans]).includes('***-**-****'),
    );
    console.log(`demo: ${withText.length} of ${answers.length} files have a number in a text`);
    expect(withText.length).toBeGreaterThan(0);
    expect(withText.length).toBeLessThan(answers.length * 0.12);
  });
});

it('what upstream states of a report is what the report says', () => {
  const differing = applicants.flatMap(({ person, application }) =>
    application.reports.flatMap((report) => {
      const subject = subjectOf(person, application.creditFile, report);
      const text = Buffer.from(reportText(subject, report.variant));
      const { figures } = reportFigures(text, { format: report.format, pulledAt: report.pulledAt });
      const names = [
        'utilizationPct',
        'openTradelines',
        'inquiries6m',
        'inquiries12m',
        'derogatories24m',
        'oldestAccountMonths',
        'totalDebtCents',
        'monthlyPaymentCents',
        'latePayments24m',
        'revolvingLimitCents',
      ] as const;
      return names
        .filter((name) => figures[name] !== null && figures[name] !== subject.figures[name])
        .map((name) => `${report.variant}: ${name} ${figures[name]}, stated ${subject.figures[name]}`);
    }),
  );
  expect(differing).toEqual([]);
});

it('nobody had credit or a business as a child', () => {
  for (const { person, application } of applicants) {
    const grownUp = person.birthDate + 18 * DAYS_PER_YEAR * DAY_MS - DAY_MS;
    const opened = application.creditFile.accounts.map(({ openedAt }) => openedAt);
    expect(Math.min(...opened)).toBeGreaterThanOrEqual(grownUp);
    const founded = demo.baseInstant - person.business.years * DAYS_PER_YEAR * DAY_MS;
    expect(founded).toBeGreaterThan(grownUp);
  }
});

it('a lender lends one product and asks one bureau', () => {
  const recommendations = answers.flatMap(({ plans }) => plans.flatMap((plan) => plan.recommendations));
  const kinds = Map.groupBy(recommendations, ({ lender }) => lender);
  expect(kinds.size).toBeGreaterThan(8);
  for (const [lender, all] of kinds) {
    expect(new Set(all.map(({ product, bureauPulled }) => `${product}, ${bureauPulled}`)).size, String(lender)).toBe(1);
  }
});

it('the showcase has three bureaus, a funded, a declined and a waiting offer, and next steps', () => {
  const { person } = showcaseOf(world);
  const shown = answers.find(({ entry }) => entry.contactId === person.contactId);
  expect(shown?.credit.scores.map(({ bureau }) => bureau)).toEqual(['equifax', 'experian', 'transunion']);
  const statuses = shown?.plans[0]?.recommendations.map(({ status, outcome }) => `${status} ${outcome}`);
  expect(statuses).toEqual([
    'ACCEPTED funded',
    'DECLINED declined',
    'ACCEPTED approved',
    'ADDITIONAL_DETAILS_REQUESTED null',
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
      '"More than 90 inquiries in six months" is not what the figures say',
    );
    expect(incoherences({ ...declined, entry: { ...entry, reason: 'Bad luck' } })).not.toEqual([]);
  });

  it('sees money without a plan, dates out of order, and an authorization that is waited for too long', () => {
    if (funded === undefined) throw new TypeError('nobody was funded');
    expect(incoherences({ ...funded, plans: [] })).not.toEqual([]);
    expect(
      incoherences({ ...funded, contact: { ...funded.contact, createdAt: '2031-01-01T00:00:00.000Z' } }),
    ).not.toEqual([]);
    const waiting = { ...funded.entry, waitingOn: 'Client: signed authorization' };
    expect(incoherences({ ...funded, entry: waiting })).not.toEqual([]);
  });

  it('does not hold a reason to be true or false whose figure is missing', () => {
    const nothing = { middleScore: null, report: null, monthlyRevenue: null, years: null };
    expect(reasonHolds('Score below 580', nothing)).toBeNull();
  });
});

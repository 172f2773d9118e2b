import { hash } from 'node:crypto';
import type { EventInput } from '@fundlens/contracts/event-defaults';
import type { EventMeta, EventType } from '@fundlens/contracts/event-types';
import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { creditHabits } from '@fundlens/testing/credit-files';
import {
  bureausOf,
  creditReportShapes,
  creditReportText,
  formatOf,
} from '@fundlens/redaction/testing/credit-report-fixtures';
import { emptied } from '@fundlens/testing/deletions';
import { buildEvent } from '@fundlens/testing/event-builders';
import { uuidOf } from '@fundlens/testing/event-identity';

/**
 * A seeded history of four locations of two companies: a few thousand events of all types, in which states arrive twice,
 * late, after a deletion and in a new epoch. Every field is stated here, so that the digests of the answers change only
 * where what Fundlens makes of an event changes. It lies in the days before `NOW`, which the services take for today.
 */
export const NOW = Date.UTC(2026, 5, 30, 18);

export const companies = ['company-a', 'company-b'] as const;

export type AnsweredLocation = {
  readonly locationId: string;
  readonly companyId: string;
  readonly timezone: string | null;
};
export const locations: readonly AnsweredLocation[] = [
  { locationId: 'loc-new-york', companyId: 'company-a', timezone: 'America/New_York' },
  { locationId: 'loc-kolkata', companyId: 'company-a', timezone: 'Asia/Kolkata' },
  { locationId: 'loc-honolulu', companyId: 'company-b', timezone: 'Pacific/Honolulu' },
  { locationId: 'loc-no-zone', companyId: 'company-b', timezone: null },
];

export const stages = [
  'received',
  'underwriting_review',
  'documents_needed',
  'submitted',
  'approved',
  'funded',
] as const;
export const tags = ['lead', 'card-stacking', 'referral', 'VIP'] as const;
export const processors = ['Dana Whitfield', 'Ravi Menon'] as const;
export const planStatuses = ['draft', 'submitted', 'approved', 'closed'] as const;

const CONTACTS_PER_LOCATION = 36;
const DAY_MS = 86_400_000;
const HISTORY_DAYS = 420;

const REPEATED_SHARE = 0.06;
const LATE_SHARE = 0.12;
const DELETED_SHARE = 0.06;
const NEW_EPOCH_SHARE = 0.05;

const firstNames = ['Maria', 'José', 'Ada', 'Lin', 'Oluwaseun', 'Zoë', 'Ivan', 'Priya', "D'Arcy", 'Anne-Marie'];
const lastNames = ['Lopez', 'Whitcombe', 'Okafor', 'Nguyễn', 'Smith', 'van der Berg', 'García', 'Müller', 'Li'];
const lenders = ['First Example Bank', 'Kestrel Point', 'IRONWICK', 'Lowfield Capital'];
const files = Object.values(creditHabits).map((habit) => habit.file);
const products = ['Business card', 'Term Loan', 'MCA', 'Line of credit'];

type Fields<T extends EventType> = Partial<Omit<EventInput<T>, 'meta'>>;
type Recommendation = NonNullable<EventInput<'FundingPlanChanged'>['recommendations']>[number];

/** xorshift32, seeded by a hash: the same draws on every machine. */
function createRandom(seed: string) {
  let state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** From `least` to `most`, both included. */
    int: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
    maybe<T>(share: number, make: () => T): T | null {
      return next() < share ? make() : null;
    },
  };
}
type Random = ReturnType<typeof createRandom>;

export function credentialToken(credentialId: string): string {
  return `fmk_${hash('sha256', `token of ${credentialId}`, 'base64url')}`;
}

/** The events in the order in which they are published. */
export function historyOf(seed: string): Publishable[] {
  const random = createRandom(seed);
  const access = accessEvents(random);
  const stated = locations.flatMap((location) => [
    ...locationEvents(random, location),
    ...Array.from({ length: CONTACTS_PER_LOCATION }, (_, index) => contactEvents(random, location, index)).flat(),
  ]);
  return [...access, ...published(random, stated)];
}

/** Whether somebody may read, and what a location is: never deleted here. */
const NEVER_DELETED: readonly EventType[] = ['CredentialChanged', 'CompanyChanged', 'LocationChanged'];

/** Of a location, or of none: tells several states of one entity. Versions grow, some are deletions, some begin a new epoch. */
function tellerOf(random: Random, locationId: string | null) {
  return <T extends EventType>(
    type: T,
    identity: Fields<T>,
    states: number,
    fields: (state: number) => Fields<T>,
  ): Publishable[] => {
    let [epoch, version] = [0, 0];
    return Array.from({ length: states }, (_, state) => {
      const isNewEpoch = state > 0 && random.chance(NEW_EPOCH_SHARE);
      [epoch, version] = isNewEpoch ? [epoch + 1, 1] : [epoch, version + random.int(1, 3)];
      const meta: Partial<EventMeta> = {
        eventId: uuidOf([type, locationId, JSON.stringify(identity), epoch, version].join()),
        occurredAt: NOW,
        epoch,
        version,
        locationId,
        companyId: null,
        source: 'answers',
        deleted: false,
      };
      const event = buildEvent<T>(type, { ...fields(state), ...identity, meta } as never);
      const isDeleted = !NEVER_DELETED.includes(type) && random.chance(DELETED_SHARE);
      return (isDeleted ? emptied(event as never) : event) as Publishable;
    });
  };
}

/** Some events are told late (after what came behind them), some twice. */
function published(random: Random, events: readonly Publishable[]): Publishable[] {
  const order = events.map((event, index) => ({
    event,
    place: index + (random.chance(LATE_SHARE) ? random.int(1, 400) : 0),
  }));
  const again = order
    .filter(() => random.chance(REPEATED_SHARE))
    .map(({ event, place }) => ({ event, place: place + random.int(1, 900) }));
  return [...order, ...again].toSorted((a, b) => a.place - b.place).map(({ event }) => event);
}

function accessEvents(random: Random): Publishable[] {
  const credential = (credentialId: string, companyId: string, locationId: string | null, permissions: string[]) => {
    const reach = locationId === null ? 'agency' : 'location';
    return tellerOf(random, locationId)('CredentialChanged', { credentialId, companyId, locationId, reach }, 1, () => ({
      tokenHash: hash('sha256', credentialToken(credentialId)),
      kind: 'api_key' as const,
      permissions,
      expiresAt: null,
      revokedAt: null,
      createdAt: NOW - HISTORY_DAYS * DAY_MS,
      hint: credentialToken(credentialId).slice(-4),
      windowLimit: 100_000_000,
      dailyCap: null,
    }));
  };
  const company = (companyId: string) =>
    tellerOf(random, null)('CompanyChanged', { companyId }, 1, () => ({
      name: `Agency ${companyId}`,
      state: 'active' as const,
      dailyQuota: 100_000_000,
    }));
  return [
    ...companies.flatMap(company),
    ...companies.flatMap((companyId) => credential(`agency-${companyId}`, companyId, null, ['read', 'credit_reports'])),
    ...locations.flatMap(({ locationId, companyId }) => [
      ...credential(`key-${locationId}`, companyId, locationId, ['read', 'credit_reports']),
      ...credential(`lean-${locationId}`, companyId, locationId, ['read']),
      installation(locationId, companyId, { installedAt: NOW - 300 * DAY_MS, state: 'installed' }),
    ]),
    // A location that has moved: its former company is refused.
    installation('loc-honolulu', 'company-a', { installedAt: NOW - 350 * DAY_MS, state: 'transferred_out' }),
  ];
}

function installation(
  locationId: string,
  companyId: string,
  { installedAt, state }: { readonly installedAt: number; readonly state: 'installed' | 'transferred_out' },
): Publishable {
  const eventId = uuidOf(`installation ${locationId} ${companyId}`);
  const meta = { locationId, eventId, occurredAt: installedAt, version: 1 };
  return buildEvent('InstallationChanged', { meta, companyId, state, installedAt });
}

function locationEvents(random: Random, { locationId, timezone }: AnsweredLocation): Publishable[] {
  const told = tellerOf(random, locationId);
  const profile = {
    name: `Location of ${timezone ?? 'no zone'}`,
    timezone,
    email: `office@${locationId}.example`,
    phone: '+1 312 555 0100',
    address: '1 Main Street, Springfield',
    address1: '1 Main Street',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: 'US',
  };
  return [
    ...told('LocationChanged', {}, 2, () => profile),
    ...['revenue', 'notes', 'legacy-id'].flatMap((name) =>
      told('CustomFieldChanged', { fieldId: `cf-${name}` }, random.int(1, 2), (state) => ({
        name: `${name} ${state}`,
        key: `contact.${name}`,
        dataType: 'TEXT',
      })),
    ),
    ...['funding', 'nurture'].flatMap((name) =>
      told('PipelineChanged', { pipelineId: `pipeline-${name}` }, random.int(1, 2), (state) => ({
        name: `${name} ${state}`,
        stages: ['New', 'Working', 'Done'].map((stage, position) => ({
          stageId: `${name}-${position}`,
          name: stage,
          position,
        })),
      })),
    ),
  ];
}

function contactEvents(random: Random, { locationId }: AnsweredLocation, index: number): Publishable[] {
  const told = tellerOf(random, locationId);
  const contactId = `contact-${index}`;
  const createdAt = NOW - random.int(1, HISTORY_DAYS) * DAY_MS - random.int(0, DAY_MS);
  const later = (from: number) => Math.min(NOW, from + random.int(0, Math.max(0, NOW - from)));
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
  const ssn = String(random.int(900_000_000, 999_999_999));
  const submittedAt = later(createdAt);

  const contact = told('ContactChanged', { contactId }, random.int(1, 3), (state) => ({
    firstName,
    lastName,
    companyName: random.maybe(0.8, () => `${lastName} Bakery`),
    email: `${index}.${state}@mail.example`,
    phone: random.maybe(0.9, () => `+1 312 555 01${String(index).padStart(2, '0')}`),
    address1: `${index} Oak Avenue`,
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701-1234',
    country: 'US',
    dateOfBirth: '1980-02-29',
    ssn: random.maybe(0.3, () => ssn),
    source: random.pick(['web form', 'import']),
    tags: tags.filter(() => random.chance(0.4)),
    assignedTo: random.maybe(0.7, () => `user-${random.int(1, 3)}`),
    dnd: random.maybe(0.8, () => random.chance(0.1)),
    customFields: [
      { id: 'cf-revenue', name: 'Monthly revenue', valueJson: String(random.int(5_000, 90_000)) },
      {
        id: 'cf-notes',
        name: null,
        valueJson: JSON.stringify(`SSN ${ssn.slice(0, 3)}-${ssn.slice(3, 5)}-${ssn.slice(5)}`),
      },
      { id: 'cf-legacy-id', name: 'Legacy id', valueJson: JSON.stringify(`L-${index}`) },
    ],
    createdAt,
    updatedAt: createdAt + state * DAY_MS,
  }));

  const deals = Array.from({ length: random.int(0, 2) }, (_, deal) =>
    told('DealChanged', { contactId, dealId: `deal-${index}-${deal}` }, random.int(1, 3), (state) => ({
      pipelineId: random.pick(['pipeline-funding', 'pipeline-nurture']),
      stageId: `funding-${random.int(0, 2)}`,
      name: `${lastName} line of credit`,
      status: random.pick(['open', 'open', 'won', 'lost', 'abandoned']),
      amountCents: random.maybe(0.9, () => random.int(1, 900) * 10_000),
      source: 'web form',
      assignedTo: random.maybe(0.6, () => 'user-1'),
      createdAt,
      updatedAt: createdAt + state,
      stageChangedAt: later(createdAt),
      statusChangedAt: random.maybe(0.5, () => later(createdAt)),
    })),
  ).flat();

  const application = told('ApplicantChanged', { contactId }, random.int(0, 4), () => ({
    stage: random.pick(stages),
    outcome: random.pick(['open', 'open', 'approved', 'funded', 'declined', 'withdrawn', 'parked']),
    reason: random.maybe(0.2, () => 'Too many inquiries'),
    requestedAmountCents: random.maybe(0.9, () => random.int(1, 200) * 100_000),
    submittedAt,
    stageChangedAt: later(submittedAt),
    decidedAt: random.maybe(0.4, () => later(submittedAt)),
    processor: random.maybe(0.8, () => random.pick(processors)),
    waitingOn: random.maybe(0.3, () => 'client'),
  }));

  const reports = Array.from({ length: random.int(0, 3) }, (_, report) => {
    const requestId = `request-${index}-${report}`;
    const pulledAt = later(createdAt);
    const shape = random.pick(creditReportShapes);
    const scores = { Equifax: random.int(520, 820), Experian: random.int(520, 820), TransUnion: random.int(520, 820) };
    const file = files[(index + report) % files.length] ?? creditHabits.growing.file;
    const variationSsn = `${ssn.slice(0, 7)}${random.int(10, 99)}`;
    const facts = { firstName, lastName, ssn, variationSsn, requestId, pulledAt, scores, file };
    const text = creditReportText(shape, facts);
    return told('CreditReportStored', { contactId, requestId }, 1, () => ({
      bureaus: bureausOf(shape).map((bureau) => bureau.toLowerCase()),
      format: formatOf(shape),
      pulledAt,
      report: new TextEncoder().encode(text),
      summary: random.maybe(0.3, () => ({
        scores: [{ bureau: 'equifax', model: 'FICO 8', score: scores.Equifax }],
        utilizationPct: 31.5,
        openTradelines: 5,
        inquiries6m: 2,
        derogatories24m: 0,
        oldestAccountMonths: 131,
        totalDebtCents: 4_512_300,
      })),
    }));
  }).flat();

  const results = Array.from({ length: random.int(0, 2) }, (_, result) => {
    const evaluatedAt = later(submittedAt);
    return told('UnderwritingCompleted', { contactId, resultId: `result-${index}-${result}` }, 1, () => ({
      requestId: random.maybe(0.7, () => `request-${index}-0`),
      evaluatedAt,
      decision: random.pick(['Qualified', 'Decline', 'Park', 'qualified for cards']),
      primaryPaths: ['Card Stacking'],
      overlays: [],
      cardStatus: 'qualified',
      termLoanStatus: 'review',
      declineStatus: null,
      declineReason: random.maybe(0.2, () => 'Score below 580'),
      parkedReason: random.maybe(0.2, () => 'Utilization'),
      score: random.int(20, 98),
      tier: String(random.int(1, 4)),
      fundingRangeMinCents: 1_000_000,
      fundingRangeMaxCents: random.int(1, 90) * 1_000_000,
      strengths: ['Long history'],
      risks: ['Inquiries'],
      actions: ['Pay down ALDERBROOK CARD'],
    }));
  }).flat();

  const plans = Array.from({ length: random.int(0, 2) }, (_, plan) => {
    const planCreatedAt = later(submittedAt);
    return told('FundingPlanChanged', { contactId, planId: `plan-${index}-${plan}` }, random.int(1, 3), (state) => ({
      planType: random.pick(['card_stacking', 'term_loan', 'mca']),
      status: random.pick(planStatuses),
      outcome: random.maybe(0.3, () => 'funded'),
      createdAt: planCreatedAt,
      updatedAt: planCreatedAt + state,
      recommendations: Array.from({ length: random.int(0, 3) }, (_, n) => recommendation(n, planCreatedAt)),
    }));
  }).flat();

  const steps = told('NextStepsChanged', { contactId }, random.int(0, 2), (state) => ({
    steps: ['Send bank statements', 'Sign the plan'].slice(0, random.int(0, 2)).map((title, n) => ({
      stepId: `step-${n}`,
      title,
      kind: 'document',
      owner: 'client',
      dueAt: NOW + n * DAY_MS,
      completedAt: random.maybe(0.3, () => later(submittedAt)),
      blocking: state === 0,
    })),
  }));

  return [...contact, ...deals, ...application, ...reports, ...results, ...plans, ...steps];

  function recommendation(n: number, from: number): Recommendation {
    const amount = random.int(1, 60) * 100_000;
    const decidedAt = random.maybe(0.6, () => later(from));
    const approvedAmountCents = decidedAt === null ? null : random.maybe(0.7, () => amount);
    return {
      id: `recommendation-${n}`,
      product: random.pick(products),
      lender: random.pick(lenders),
      requestedAmountCents: amount,
      approvedAmountCents,
      fundedAmountCents: approvedAmountCents === null ? null : random.maybe(0.5, () => amount - 5_000),
      aprPct: 21.49,
      factorRate: random.maybe(0.3, () => 1.25),
      termMonths: 36,
      paymentCents: 56_900,
      paymentFrequency: 'monthly',
      feesCents: 9_500,
      bureauPulled: 'experian',
      personalGuarantee: true,
      stipulations: ['Three months of bank statements'],
      status: random.pick(['PENDING', 'OFFERED', 'DECLINED', 'ACCEPTED']),
      outcome: approvedAmountCents === null ? null : 'approved',
      declineReason: random.maybe(0.2, () => 'Revenue too low'),
      submittedAt: from,
      decidedAt,
      expiresAt: NOW + 30 * DAY_MS,
      fundedAt: random.maybe(0.3, () => later(from)),
      notes: random.maybe(0.3, () => 'Call the lender first'),
    };
  }
}

import type { EventMeta, EventType } from '@fundlens/contracts/event-types';
import fc from 'fast-check';
import { reportBytes, USUAL_INSTANT, USUAL_LOCATION } from './event-builders.ts';
import { assemble, type Fields, type Identity, type Typed } from './event-identity.ts';

/**
 * Valid events of every type, over the whole range of what the contract allows but for length: short texts find the
 * same faults faster. Free text holds letters, marks and other planes but no long runs of digits, so that redaction
 * leaves it alone.
 */

const DAY_MS = 86_400_000;
/** Events occur within this span; no other instant lies more than a day ahead of the first of them. */
const LATEST_OCCURRED_MS = USUAL_INSTANT + 30 * DAY_MS;
const EARLIEST_MS = Date.UTC(1970, 0, 1);
const LATEST_MS = USUAL_INSTANT + DAY_MS;
const MAX_CENTS = 1_000_000_000_000;
const MAX_COUNT = 2_000;

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 6 });
const listOf = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });

const character = fc.constantFrom(...'abcXYZ 07-,."\\/\n\té€漢😀\u0000\u2028\u0301');
const text = fc.string({ unit: character, maxLength: 12 });
const word = fc.constantFrom('new', 'open', 'review', 'approved', 'declined', '', 'Zusätze', 'x'.repeat(64));
const amount = fc.oneof(fc.integer({ min: 0, max: 10_000_000 }), fc.constantFrom(0, MAX_CENTS));
const count = fc.integer({ min: 0, max: MAX_COUNT });
const instant = fc.oneof(
  fc.integer({ min: USUAL_INSTANT - 5, max: USUAL_INSTANT + 5 }),
  fc.integer({ min: EARLIEST_MS, max: LATEST_MS }),
);
const anyInstant = fc.integer({ min: EARLIEST_MS, max: LATEST_MS + 1_000 * DAY_MS });
const id = fc.constantFrom('a', 'b.2', 'C~3', 'constructor', 'hasOwnProperty', 'x'.repeat(128));
const ratio = fc.double({ noNaN: true, noDefaultInfinity: true, min: -10, max: 1_000 });
const timezone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'UTC', 'Pacific/Auckland');
const customValue = fc.constantFrom(
  'null',
  '1.10',
  '"text"',
  '[1,2.50]',
  '{"b":1,"a":{"__proto__":0}}',
  ' "spaced" ',
  '1e400',
);

const score = fc.constantFrom('"+715"', '"0640"', '702', '9002', 'null');
/** JSON that decoding and encoding would change, in shapes with and without scores. */
const report = fc
  .record({ score, spelling: fc.constantFrom('1.10', '12345678901234567890', '1E400', '-0') })
  .map(({ score: stated, spelling }) =>
    reportBytes(`{"models":[{"score":${stated}}],\n "n":${spelling},"n":"twice","riskModel":{"score":${stated}}}`),
  );

const summary = fc.record({
  scores: listOf(fc.record({ bureau: optional(word), model: optional(word), score: optional(count) })),
  utilizationPct: optional(ratio),
  openTradelines: optional(count),
  inquiries6m: optional(count),
  derogatories24m: optional(count),
  oldestAccountMonths: optional(count),
  totalDebtCents: optional(amount),
});

const recommendation = fc.record({
  product: optional(text),
  lender: optional(text),
  requestedAmountCents: optional(amount),
  approvedAmountCents: optional(amount),
  fundedAmountCents: optional(amount),
  status: optional(word),
  outcome: optional(word),
  submittedAt: optional(instant),
  decidedAt: optional(instant),
  fundedAt: optional(instant),
  notes: optional(text),
});

/** Everything beside meta and identity, for every event type. */
export const arbitraryFields: { readonly [T in EventType]: fc.Arbitrary<Fields<T>> } = {
  LocationChanged: fc.record({
    name: optional(text),
    timezone: optional(timezone),
    email: optional(text),
    phone: optional(text),
    address: optional(text),
  }),
  ContactChanged: fc.record({
    firstName: optional(text),
    lastName: optional(text),
    companyName: optional(text),
    email: optional(fc.constantFrom('Ada@Example.org', ' ada@example.org', '', 'ä@example.org')),
    phone: optional(fc.constantFrom('+1 312 555 0142', '(312) 555-0142', '5550142', 'none', '')),
    address1: optional(text),
    city: optional(text),
    state: optional(text),
    postalCode: optional(text),
    country: optional(text),
    dateOfBirth: fc.constant(null),
    ssn: fc.constant(null),
    source: optional(text),
    tags: listOf(fc.oneof(word, text)),
    assignedTo: optional(text),
    dnd: optional(fc.boolean()),
    customFields: listOf(fc.record({ id, valueJson: optional(customValue) })),
    createdAt: optional(instant),
    updatedAt: optional(instant),
  }),
  PipelineChanged: fc.record({
    name: optional(text),
    stages: listOf(fc.record({ stageId: id, name: optional(text), position: optional(count) })),
  }),
  DealChanged: fc.record({
    pipelineId: optional(id),
    stageId: optional(id),
    name: optional(text),
    status: fc.constantFrom('open', 'won', 'lost', 'abandoned'),
    amountCents: optional(amount),
    source: optional(text),
    assignedTo: optional(text),
    createdAt: optional(instant),
    updatedAt: optional(instant),
    stageChangedAt: optional(instant),
    statusChangedAt: optional(instant),
  }),
  ApplicantChanged: fc.record({
    stage: word,
    outcome: fc.constantFrom('open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'),
    reason: optional(text),
    requestedAmountCents: optional(amount),
    submittedAt: optional(instant),
    stageChangedAt: optional(instant),
    decidedAt: optional(instant),
    processor: optional(text),
    waitingOn: optional(text),
  }),
  CreditReportStored: fc.record({
    bureaus: listOf(word),
    format: fc.constantFrom('equifax', 'experian', 'transunion', 'mismo2', 'mismo3', 'truelink', 'other'),
    pulledAt: instant,
    report,
    summary: optional(summary),
  }),
  UnderwritingCompleted: fc.record({
    requestId: optional(id),
    evaluatedAt: instant,
    decision: optional(text),
    primaryPaths: listOf(text),
    overlays: listOf(text),
    cardStatus: optional(word),
    termLoanStatus: optional(word),
    declineStatus: optional(word),
    declineReason: optional(text),
    parkedReason: optional(text),
    score: optional(ratio),
    tier: optional(word),
    fundingRangeMinCents: optional(amount),
    fundingRangeMaxCents: optional(amount),
    strengths: listOf(text),
    risks: listOf(text),
    actions: listOf(text),
  }),
  FundingPlanChanged: fc.record({
    planType: optional(word),
    status: optional(word),
    outcome: optional(word),
    createdAt: optional(instant),
    updatedAt: optional(instant),
    recommendations: listOf(recommendation),
  }),
  NextStepsChanged: fc.record({
    steps: listOf(
      fc.record({
        stepId: id,
        title: optional(text),
        kind: optional(word),
        owner: optional(text),
        dueAt: optional(anyInstant),
        completedAt: optional(instant),
        blocking: optional(fc.boolean()),
      }),
    ),
  }),
  CompanyChanged: fc.record({
    name: optional(text),
    state: fc.constantFrom('active', 'uninstalled', 'suspended'),
    dailyQuota: optional(count),
  }),
  InstallationChanged: fc.record({
    state: fc.constantFrom('installed', 'uninstalled', 'transferred_out'),
    // Few instants, so that companies often installed at the same one.
    installedAt: fc.constantFrom(USUAL_INSTANT - 1, USUAL_INSTANT, USUAL_INSTANT + 1),
  }),
  CredentialChanged: fc.record({
    tokenHash: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
    kind: fc.constantFrom('api_key', 'oauth_token'),
    permissions: fc.constantFrom([], ['read'], ['read', 'credit_reports']),
    expiresAt: optional(anyInstant),
    revokedAt: optional(instant),
    createdAt: optional(instant),
    hint: optional(fc.constantFrom('wXyZ')),
    windowLimit: optional(fc.integer({ min: 1, max: MAX_COUNT })),
    dailyCap: optional(count),
  }),
};

const arbitraryIdentity: { readonly [T in EventType]: fc.Arbitrary<Identity<T>> } = {
  LocationChanged: fc.constant({}),
  ContactChanged: fc.record({ contactId: id }),
  PipelineChanged: fc.record({ pipelineId: id }),
  DealChanged: fc.record({ dealId: id, contactId: id }),
  ApplicantChanged: fc.record({ contactId: id }),
  CreditReportStored: fc.record({ requestId: id, contactId: id }),
  UnderwritingCompleted: fc.record({ resultId: id, contactId: id }),
  FundingPlanChanged: fc.record({ planId: id, contactId: id }),
  NextStepsChanged: fc.record({ contactId: id }),
  CompanyChanged: fc.record({ companyId: id }),
  InstallationChanged: fc.record({ companyId: id }),
  CredentialChanged: fc
    .record({ credentialId: id, companyId: id, reach: fc.constantFrom('location', 'agency') })
    .map((identity) => ({ ...identity, locationId: identity.reach === 'location' ? USUAL_LOCATION : null })),
};

/** The place in an entity's history, without scope. Versions reach the largest that the contract allows. */
export const arbitraryMeta: fc.Arbitrary<Omit<EventMeta, 'locationId' | 'deleted'>> = fc.record({
  eventId: fc.uuid(),
  occurredAt: fc.integer({ min: USUAL_INSTANT, max: LATEST_OCCURRED_MS }),
  epoch: fc.constantFrom(0, 1, 2 ** 31 - 1),
  version: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  companyId: fc.constant(null),
  source: fc.constantFrom('crm', 'funding-platform'),
});

/** A live event of one type. */
export function arbitraryEvent<T extends EventType>(type: T): fc.Arbitrary<Typed<T>> {
  return fc
    .record({ meta: arbitraryMeta, identity: arbitraryIdentity[type], fields: arbitraryFields[type] })
    .map(({ meta, identity, fields }) =>
      assemble(type, {
        meta: { ...meta, locationId: locationScope(type, identity), deleted: false },
        identity,
        fields,
      }),
    );
}

/** Companies and agency credentials belong to no location; a location credential names its own. */
function locationScope(type: EventType, identity: object): string | null {
  if (type === 'CompanyChanged') return null;
  return 'locationId' in identity ? (identity.locationId as string | null) : USUAL_LOCATION;
}

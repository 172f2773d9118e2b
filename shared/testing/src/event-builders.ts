import { hash } from 'node:crypto';
import { type EventInput, withDefaults } from '@fundlens/contracts/event-defaults';
import type { EventMeta, EventOf, EventType } from '@fundlens/contracts/event-types';
import { sampleEvent } from '@fundlens/contracts/testing/sample-events';
import { identityNames, type Typed, uuidOf } from './event-identity.ts';

/**
 * Events for tests that need particular ones: complete and valid, the same in every run, changed by what the test
 * states. `contactChanged({ meta: { version: 2 }, firstName: 'Ada' })` is the second state of the usual contact.
 */

/** The instant at which the usual events occur: 2026-03-01T12:00:00Z. */
export const USUAL_INSTANT = Date.UTC(2026, 2, 1, 12);

const DAY_MS = 86_400_000;

export const USUAL_LOCATION = 'loc-1';
export const USUAL_COMPANY = 'company-1';

type Overrides<T extends EventType> = Partial<Omit<EventInput<T>, 'meta'>> & { readonly meta?: Partial<EventMeta> };

/** UTF-8 bytes of a report, given as JSON text or as a value. */
export function reportBytes(report: string | object): Uint8Array {
  return Buffer.from(typeof report === 'string' ? report : JSON.stringify(report));
}

/** What the usual events say. What is not here, in items of lists too, is as in the least event that the contract allows. */
const usual: { readonly [T in EventType]?: Omit<Overrides<T>, 'meta'> } = {
  LocationChanged: {
    name: 'Northside Funding',
    timezone: 'America/Chicago',
    email: 'office@northside.example',
    phone: '+1 312 555 0100',
    address: '1 Main Street, Springfield',
  },
  ContactChanged: {
    firstName: 'Maria',
    lastName: 'Lopez',
    companyName: 'Lopez Bakery',
    email: 'maria@lopez.example',
    phone: '+1 312 555 0142',
    address1: '2 Oak Avenue',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: 'US',
    source: 'web form',
    tags: ['lead', 'bakery'],
    assignedTo: 'user-7',
    dnd: false,
    customFields: [{ id: 'field-1', valueJson: '"monthly"', name: 'Billing' }],
    createdAt: USUAL_INSTANT - 10 * DAY_MS,
    updatedAt: USUAL_INSTANT,
  },
  CustomFieldChanged: {
    fieldId: 'field-1',
    name: 'Payment rhythm',
    key: 'contact.payment_rhythm',
    dataType: 'SINGLE_OPTIONS',
  },
  PipelineChanged: {
    name: 'Funding',
    stages: [{ stageId: 'stage-1', name: 'New', position: 0 }],
  },
  DealChanged: {
    pipelineId: 'pipeline-1',
    stageId: 'stage-1',
    name: 'Lopez Bakery line of credit',
    status: 'open',
    amountCents: 5_000_000,
    source: 'web form',
    assignedTo: 'user-7',
    createdAt: USUAL_INSTANT - 9 * DAY_MS,
    updatedAt: USUAL_INSTANT,
    stageChangedAt: USUAL_INSTANT - DAY_MS,
  },
  ApplicantChanged: {
    stage: 'underwriting_review',
    outcome: 'open',
    requestedAmountCents: 5_000_000,
    submittedAt: USUAL_INSTANT - 8 * DAY_MS,
    stageChangedAt: USUAL_INSTANT - DAY_MS,
    processor: 'Dana',
  },
  CreditReportStored: {
    bureaus: ['equifax'],
    format: 'equifax',
    pulledAt: USUAL_INSTANT - 2 * DAY_MS,
    report: reportBytes('{"data":{"subjectName":"MARIA LOPEZ","models":[{"modelNumber":"02778","score":"+715"}]}}'),
  },
  UnderwritingCompleted: {
    requestId: 'request-1',
    evaluatedAt: USUAL_INSTANT - DAY_MS,
    decision: 'qualified for cards',
    primaryPaths: ['cards'],
    cardStatus: 'qualified',
    termLoanStatus: 'review',
    score: 78,
    tier: '1',
    fundingRangeMinCents: 2_500_000,
    fundingRangeMaxCents: 7_500_000,
    strengths: ['long history'],
  },
  FundingPlanChanged: {
    planType: 'card_stacking',
    status: 'submitted',
    createdAt: USUAL_INSTANT - DAY_MS,
    updatedAt: USUAL_INSTANT,
    recommendations: [
      {
        id: 'recommendation-1',
        product: 'Business card',
        lender: 'First Example Bank',
        requestedAmountCents: 2_000_000,
        approvedAmountCents: 1_500_000,
        aprPct: 21.49,
        termMonths: 36,
        paymentCents: 56_900,
        paymentFrequency: 'monthly',
        feesCents: 9_500,
        bureauPulled: 'experian',
        personalGuarantee: true,
        stipulations: ['Three months of bank statements'],
        status: 'approved',
        submittedAt: USUAL_INSTANT - DAY_MS,
        decidedAt: USUAL_INSTANT,
        expiresAt: USUAL_INSTANT + 30 * DAY_MS,
      },
    ],
  },
  NextStepsChanged: {
    steps: [
      {
        stepId: 'step-1',
        title: 'Send bank statements',
        kind: 'document',
        owner: 'client',
        dueAt: USUAL_INSTANT + 3 * DAY_MS,
        blocking: true,
      },
    ],
  },
  CompanyChanged: {
    name: 'Summit Agency',
    state: 'active',
  },
  InstallationChanged: {
    state: 'installed',
    installedAt: USUAL_INSTANT - 30 * DAY_MS,
  },
  CredentialChanged: {
    companyId: USUAL_COMPANY,
    tokenHash: hash('sha256', 'fmk_test-token'),
    kind: 'api_key',
    permissions: ['read'],
    createdAt: USUAL_INSTANT - 20 * DAY_MS,
    hint: 'oken',
  },
};

const leastEvents = new Map<EventType, unknown>();

/** Made once: benchmarks build events by the hundred thousand. */
function leastEvent<T extends EventType>(type: T): EventOf<T> {
  const known = leastEvents.get(type) ?? sampleEvent(type);
  leastEvents.set(type, known);
  return known as EventOf<T>;
}

/** The usual event of any type, changed by what the test states. */
export function buildEvent<T extends EventType>(
  type: T,
  { meta: statedMeta, ...stated }: Overrides<T> = {} as Overrides<T>,
): Typed<T> {
  const least = leastEvent(type);
  const told = { ...least, ...usual[type], ...stated };
  const event: Record<string, unknown> = { ...withDefaults(type, told as unknown as EventInput<T>) };
  const meta: EventMeta = {
    eventId: '',
    occurredAt: USUAL_INSTANT,
    epoch: 0,
    version: 1,
    locationId: least.meta.locationId,
    companyId: null,
    source: 'test',
    deleted: false,
    ...statedMeta,
  };
  const identity = identityNames(type).map((name) => event[name]);
  const place = [type, meta.locationId, ...identity, meta.epoch, meta.version];
  const eventId = statedMeta?.eventId ?? uuidOf(place.join(':'));
  return { type, event: { ...event, meta: { ...meta, eventId } } } as unknown as Typed<T>;
}

function builder<T extends EventType>(type: T): (overrides?: Overrides<T>) => Typed<T> {
  return (overrides) => buildEvent(type, overrides);
}

export const locationChanged = builder('LocationChanged');
export const contactChanged = builder('ContactChanged');
export const pipelineChanged = builder('PipelineChanged');
export const customFieldChanged = builder('CustomFieldChanged');
export const dealChanged = builder('DealChanged');
export const applicantChanged = builder('ApplicantChanged');
export const creditReportStored = builder('CreditReportStored');
export const underwritingCompleted = builder('UnderwritingCompleted');
export const fundingPlanChanged = builder('FundingPlanChanged');
export const nextStepsChanged = builder('NextStepsChanged');
export const companyChanged = builder('CompanyChanged');
export const installationChanged = builder('InstallationChanged');
/** A location key. An agency key: `{ reach: 'agency', locationId: null, meta: { locationId: null } }`. */
export const credentialChanged = builder('CredentialChanged');

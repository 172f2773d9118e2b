import type { EventMeta, EventType } from '@fundlens/contracts/event-types';
import { assemble, type Fields, type Identity, type Typed, uuidOf } from './event-identity.ts';

/** The deletion of the same entity, one version on unless `meta` says otherwise, without any field beside identity. */
export function deletionOf<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { eventId, version } = typed.event.meta;
  return emptied(typed, { version: version + 1, eventId: uuidOf(`${eventId}:deletion`), ...meta });
}

/** The same event as a deletion that carries nothing beside its identity. */
export function emptied<T extends EventType>(typed: Typed<T>, meta: Partial<EventMeta> = {}): Typed<T> {
  const { type, event } = typed;
  return assemble<T>(type, {
    meta: { ...event.meta, ...meta, deleted: true },
    identity: identityOf(typed),
    fields: noFields[type],
  });
}

function identityOf<T extends EventType>({ event, type }: Typed<T>): Identity<T> {
  const names = Object.keys(event).filter((name) => name !== 'meta' && !Object.hasOwn(noFields[type], name));
  return Object.fromEntries(names.map((name) => [name, event[name as keyof typeof event]])) as unknown as Identity<T>;
}

/** What a deletion carries beside its identity: nothing. */
const noFields: { readonly [T in EventType]: Fields<T> } = {
  LocationChanged: { name: null, timezone: null, email: null, phone: null, address: null },
  ContactChanged: {
    firstName: null,
    lastName: null,
    companyName: null,
    email: null,
    phone: null,
    address1: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
    dateOfBirth: null,
    ssn: null,
    source: null,
    tags: [],
    assignedTo: null,
    dnd: null,
    customFields: [],
    createdAt: null,
    updatedAt: null,
  },
  PipelineChanged: { name: null, stages: [] },
  DealChanged: {
    pipelineId: null,
    stageId: null,
    name: null,
    status: null,
    amountCents: null,
    source: null,
    assignedTo: null,
    createdAt: null,
    updatedAt: null,
    stageChangedAt: null,
    statusChangedAt: null,
  },
  ApplicantChanged: {
    stage: null,
    outcome: null,
    reason: null,
    requestedAmountCents: null,
    submittedAt: null,
    stageChangedAt: null,
    decidedAt: null,
    processor: null,
    waitingOn: null,
  },
  CreditReportStored: { bureaus: [], format: null, pulledAt: null, report: null, summary: null },
  UnderwritingCompleted: {
    requestId: null,
    evaluatedAt: null,
    decision: null,
    primaryPaths: [],
    overlays: [],
    cardStatus: null,
    termLoanStatus: null,
    declineStatus: null,
    declineReason: null,
    parkedReason: null,
    score: null,
    tier: null,
    fundingRangeMinCents: null,
    fundingRangeMaxCents: null,
    strengths: [],
    risks: [],
    actions: [],
  },
  FundingPlanChanged: {
    planType: null,
    status: null,
    outcome: null,
    createdAt: null,
    updatedAt: null,
    recommendations: [],
  },
  NextStepsChanged: { steps: [] },
  CompanyChanged: { name: null, state: null, dailyQuota: null },
  InstallationChanged: { state: null, installedAt: null },
  CredentialChanged: {
    tokenHash: null,
    kind: null,
    permissions: [],
    expiresAt: null,
    revokedAt: null,
    createdAt: null,
    hint: null,
    windowLimit: null,
    dailyCap: null,
  },
};

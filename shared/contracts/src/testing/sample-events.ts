import { type EventInput, withDefaults } from '../event-defaults.ts';
import type { EventOf, EventType } from '../event-types.ts';

export const SAMPLE_OCCURRED_AT = Date.UTC(2026, 0, 15, 12);

const meta = {
  eventId: '0e3a77c0-0000-4000-8000-000000000001',
  occurredAt: SAMPLE_OCCURRED_AT,
  version: 1,
  locationId: 'loc-1',
  source: 'sample',
} as const;
const ofCompany = { ...meta, locationId: null };

/** The least that each event needs. */
const inputs: { readonly [T in EventType]: EventInput<T> } = {
  LocationChanged: { meta },
  ContactChanged: { meta, contactId: 'contact-1' },
  PipelineChanged: { meta, pipelineId: 'pipeline-1' },
  DealChanged: { meta, dealId: 'deal-1', contactId: 'contact-1', status: 'open' },
  ApplicantChanged: { meta, contactId: 'contact-1', stage: 'received', outcome: 'open' },
  CreditReportStored: {
    meta,
    requestId: 'request-1',
    contactId: 'contact-1',
    format: 'mismo2',
    pulledAt: SAMPLE_OCCURRED_AT,
    report: Buffer.from('{"CREDIT_RESPONSE":{}}'),
  },
  UnderwritingCompleted: { meta, resultId: 'result-1', contactId: 'contact-1', evaluatedAt: SAMPLE_OCCURRED_AT },
  FundingPlanChanged: { meta, planId: 'plan-1', contactId: 'contact-1' },
  NextStepsChanged: { meta, contactId: 'contact-1' },
  CompanyChanged: { meta: ofCompany, companyId: 'company-1', state: 'active' },
  InstallationChanged: { meta, companyId: 'company-1', state: 'installed', installedAt: SAMPLE_OCCURRED_AT },
  CredentialChanged: {
    meta,
    credentialId: 'credential-1',
    tokenHash: 'ab'.repeat(32),
    kind: 'api_key',
    reach: 'location',
    locationId: 'loc-1',
  },
};

export function sampleEvent<T extends EventType>(type: T): EventOf<T> {
  return withDefaults(type, inputs[type]);
}

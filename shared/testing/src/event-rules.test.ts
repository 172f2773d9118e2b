import { futureInstant } from '@fundlens/contracts/definition/field-rules';
import {
  MAX_FACTOR_RATE,
  MAX_ITEMS,
  MAX_MONEY_CENTS,
  MAX_PERCENT,
  MAX_REPORT_BYTES,
  MAX_TEXT_LENGTH,
  MIN_FACTOR_RATE,
} from '@fundlens/contracts/definition/limits';
import { traitsOf } from '@fundlens/contracts/definition/schema-parts';
import { withDefaults } from '@fundlens/contracts/event-defaults';
import { definitionOf, type EventType, eventTypes } from '@fundlens/contracts/event-types';
import { checkEvent } from '@fundlens/contracts/testing/checked-event';
import { SAMPLE_OCCURRED_AT, sampleEvent } from '@fundlens/contracts/testing/sample-events';
import { validEvent } from '@fundlens/contracts/validation';
import { describe, expect, test } from 'vitest';

const futureInstantDoc = traitsOf(futureInstant).doc;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The sample with some fields replaced; `meta` is merged. */
function changed(type: EventType, { meta, ...fields }: Record<string, unknown>): unknown {
  const sample = sampleEvent(type);
  return { ...sample, ...fields, meta: { ...sample.meta, ...(meta as object) } };
}

function issuesOf(type: EventType, changes: Record<string, unknown>): string[] {
  const checked = checkEvent(type, changed(type, changes));
  return 'issues' in checked ? checked.issues.map(({ code, field }) => `${code} ${field}`) : [];
}

const agency = { reach: 'agency', companyId: 'company-1', locationId: null, meta: { locationId: null } };

test.each([
  ['LocationChanged', 'location:loc-1:loc-1'],
  ['ContactChanged', 'contact:loc-1:contact-1'],
  ['PipelineChanged', 'pipeline:loc-1:pipeline-1'],
  ['DealChanged', 'deal:loc-1:contact-1:deal-1'],
  ['ApplicantChanged', 'applicant:loc-1:contact-1'],
  ['CreditReportStored', 'credit-report:loc-1:contact-1:request-1'],
  ['UnderwritingCompleted', 'underwriting-result:loc-1:contact-1:result-1'],
  ['FundingPlanChanged', 'funding-plan:loc-1:contact-1:plan-1'],
  ['NextStepsChanged', 'next-steps:loc-1:contact-1'],
  ['CompanyChanged', 'company:company-1:company-1'],
  ['InstallationChanged', 'installation:loc-1:company-1'],
  ['CredentialChanged', 'credential:loc-1:credential-1'],
  ['CredentialChanged', 'credential:company-1:credential-1', agency],
] as const)('%s is keyed %s', (type, key, changes: Record<string, unknown> = {}) => {
  expect(definitionOf<EventType>(type).keyOf(validEvent(type, changed(type, changes)) as never)).toBe(key);
});

test.each([
  ['DealChanged', ['status']],
  ['ApplicantChanged', ['stage', 'outcome']],
  ['CreditReportStored', ['format', 'pulledAt', 'report']],
  ['UnderwritingCompleted', ['evaluatedAt']],
  ['CompanyChanged', ['state']],
  ['InstallationChanged', ['state', 'installedAt']],
  ['CredentialChanged', ['tokenHash', 'kind', 'reach']],
] as const)('%s needs %j unless deleted', (type, fields) => {
  for (const field of fields) expect(issuesOf(type, { [field]: null })).toEqual([`validation_failed ${field}`]);
});

test.each(['', '-a', 'a:b', 'a b', 'ä', 'a/b', '$a', 'a\n', 'a\0'])('%j is no id', (id) => {
  expect(issuesOf('ContactChanged', { contactId: id })).toContain('id_pattern contactId');
  expect(issuesOf('ContactChanged', { meta: { locationId: id } })).toContain('id_pattern meta.locationId');
});

const deleted = { meta: { deleted: true } };
const noReach = { reach: null, tokenHash: null, kind: null, locationId: null };

test.each<[EventType, string, Record<string, unknown>, string[]]>([
  ['ContactChanged', 'of the longest ids', { contactId: 'a'.repeat(128), meta: { locationId: 'l'.repeat(64) } }, []],
  ['ContactChanged', 'of a longer id', { contactId: 'a'.repeat(129) }, ['contactId']],
  ['ContactChanged', 'of a longer location', { meta: { locationId: 'l'.repeat(65) } }, ['meta.locationId']],
  ['DealChanged', 'deleted, of no contact', { contactId: null, ...deleted }, ['contactId']],
  ['DealChanged', 'deleted, of no id', { dealId: null, ...deleted }, ['dealId']],
  ['ContactChanged', 'deleted, of no location', { meta: { locationId: null, deleted: true } }, ['meta.locationId']],
  ['InstallationChanged', 'of the same company', { meta: { companyId: 'company-1' } }, []],
  ['InstallationChanged', 'of another company', { meta: { companyId: 'other' } }, ['meta_mismatch companyId']],
  ['CredentialChanged', 'of another location', { locationId: 'other' }, ['meta_mismatch locationId']],
  ['CompanyChanged', 'of a location', { meta: { locationId: 'loc-1' } }, ['meta.locationId']],
  ['CredentialChanged', 'of a location that is not named', { locationId: null }, ['locationId']],
  ['CredentialChanged', 'of a location that meta does not name', { meta: { locationId: null } }, ['meta.locationId']],
  ['CredentialChanged', 'of an agency', agency, []],
  ['CredentialChanged', 'of an agency without company', { ...agency, companyId: null }, ['companyId']],
  ['CredentialChanged', 'of an agency in a location, by meta', { ...agency, meta: {} }, ['meta.locationId']],
  ['CredentialChanged', 'of an agency in a location', { ...agency, locationId: 'loc-1' }, ['locationId']],
  ['CredentialChanged', 'deleted, without reach', { ...noReach, ...deleted }, []],
  [
    'CredentialChanged',
    'deleted, without scope',
    { ...noReach, meta: { deleted: true, locationId: null } },
    ['companyId'],
  ],
])('%s %s', (type, _, changes, refused) => {
  const coded = refused.map((issue) => (issue.includes(' ') ? issue : `validation_failed ${issue}`));
  expect(issuesOf(type, changes)).toEqual(coded);
});

describe('instants', () => {
  test('lie at most 24 hours after the event, in lists too', () => {
    const latest = SAMPLE_OCCURRED_AT + DAY_MS;
    expect(issuesOf('ContactChanged', { createdAt: latest })).toEqual([]);
    expect(issuesOf('ContactChanged', { createdAt: latest + 1 })).toEqual(['instant_ahead createdAt']);
    const plan = sampleEvent('FundingPlanChanged');
    const recommendations = [latest, latest + 1].map((fundedAt) => ({ fundedAt, expiresAt: latest + 1 }));
    expect(issuesOf('FundingPlanChanged', withDefaults('FundingPlanChanged', { ...plan, recommendations }))).toEqual([
      'instant_ahead recommendations[1].fundedAt',
    ]);
  });

  test('of every event are held to that, but for those that speak of the future', () => {
    const unchecked = eventTypes.flatMap((type) =>
      definitionOf(type)
        .avro.fields.filter((field) => JSON.stringify(field.type).startsWith('["null",{"type":"long","logicalType"'))
        .filter(({ doc }) => doc !== futureInstantDoc)
        .filter(
          ({ name }) => !issuesOf(type, { [name]: SAMPLE_OCCURRED_AT + DAY_MS + 1 }).includes(`instant_ahead ${name}`),
        )
        .map(({ name }) => `${type}.${name}`),
    );
    expect(unchecked).toEqual([]);
    expect(issuesOf('CredentialChanged', { expiresAt: SAMPLE_OCCURRED_AT + 90 * DAY_MS })).toEqual([]);
    const step = { stepId: 's', title: null, kind: null, owner: null, completedAt: null, blocking: null };
    expect(issuesOf('NextStepsChanged', { steps: [{ ...step, dueAt: SAMPLE_OCCURRED_AT + 90 * DAY_MS }] })).toEqual([]);
  });

  test.each([1.5, Number.NaN, 253_402_300_800_000, '2026-01-01', null])('%j is no occurredAt', (occurredAt) => {
    expect(issuesOf('LocationChanged', { meta: { occurredAt } })).toContain('validation_failed meta.occurredAt');
  });
});

describe('bounds', () => {
  test.each([
    ['DealChanged', { amountCents: 0.5 }],
    ['DealChanged', { amountCents: MAX_MONEY_CENTS + 1 }],
    ['ApplicantChanged', { stage: 'x'.repeat(65) }],
    ['ApplicantChanged', { reason: 'x'.repeat(MAX_TEXT_LENGTH + 1) }],
    ['ContactChanged', { tags: Array(MAX_ITEMS + 1).fill('x') }],
    ['ContactChanged', { firstName: '\ud800' }],
    ['ContactChanged', { customFields: [{ id: 'f', valueJson: '{', name: null }] }],
    ['LocationChanged', { timezone: 'Mars/Olympus' }],
    ['LocationChanged', { timezone: '+02:00' }],
    ['LocationChanged', { meta: { eventId: 'no-uuid' } }],
    ['LocationChanged', { meta: { source: '' } }],
    ['LocationChanged', { meta: { version: Number.MAX_SAFE_INTEGER + 1 } }],
    ['LocationChanged', { meta: { version: -1 } }],
    ['CredentialChanged', { tokenHash: 'ab' }],
    ['CredentialChanged', { hint: 'abcde' }],
    ['CredentialChanged', { windowLimit: 0 }],
    ['UnderwritingCompleted', { score: Number.POSITIVE_INFINITY }],
  ] as const)('%s refuses %j', (type, changes) => {
    expect(issuesOf(type, changes)).toHaveLength(1);
  });

  test.each([
    ['aprPct', [0, 24.99, MAX_PERCENT], [-0.01, 2_499]],
    ['factorRate', [MIN_FACTOR_RATE, 1.28, MAX_FACTOR_RATE], [0.28, 128]],
  ])('of %s tell its unit: what only another unit explains is refused', (name, accepted, refused) => {
    const plan = sampleEvent('FundingPlanChanged');
    const issues = (rate: number) =>
      issuesOf(
        'FundingPlanChanged',
        withDefaults('FundingPlanChanged', { ...plan, recommendations: [{ [name]: rate }] }),
      );
    expect(accepted.flatMap(issues)).toEqual([]);
    expect(refused.flatMap(issues)).toEqual(refused.map(() => `validation_failed recommendations[0].${name}`));
  });

  test('a report may have 8 MiB and no byte more, a version all exact integers', () => {
    expect(issuesOf('LocationChanged', { meta: { version: Number.MAX_SAFE_INTEGER } })).toEqual([]);
    expect(issuesOf('CreditReportStored', { report: Buffer.alloc(MAX_REPORT_BYTES) })).toEqual([]);
    expect(issuesOf('CreditReportStored', { report: Buffer.alloc(MAX_REPORT_BYTES + 1) })).toEqual([
      'report_too_large report',
    ]);
    expect(issuesOf('CreditReportStored', { report: '{}' })).toEqual(['validation_failed report']);
  });

  test('of five hundred mistakes twenty are reported', () => {
    expect(issuesOf('ContactChanged', { tags: Array(MAX_ITEMS).fill(1) })).toHaveLength(20);
  });
});

test('identifiers of events and token hashes are compared in lower case', () => {
  const event = validEvent('CredentialChanged', changed('CredentialChanged', { tokenHash: 'AB'.repeat(32) }));
  expect(event.tokenHash).toBe('ab'.repeat(32));
});

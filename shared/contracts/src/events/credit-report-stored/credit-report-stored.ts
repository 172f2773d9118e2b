import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { cents, count, id, instant, listOf, reportBytes, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './credit-report-stored.avsc.json' with { type: 'json' };

export const reportFormats = ['equifax', 'experian', 'transunion', 'mismo2', 'mismo3', 'truelink', 'other'] as const;

const bureauScore = z.strictObject({
  bureau: vocabulary.nullable(),
  model: vocabulary.nullable(),
  score: count.nullable(),
});

const summary = z.strictObject({
  scores: listOf(bureauScore),
  utilizationPct: z.number().nullable(),
  openTradelines: count.nullable(),
  inquiries6m: count.nullable(),
  derogatories24m: count.nullable(),
  oldestAccountMonths: count.nullable(),
  totalDebtCents: cents.nullable(),
});

const schema = z
  .strictObject({
    meta: locationMeta,
    requestId: id,
    contactId: id,
    bureaus: listOf(vocabulary),
    format: z.enum(reportFormats).nullable(),
    pulledAt: instant.nullable(),
    report: reportBytes.nullable(),
    summary: summary.nullable(),
  })
  .superRefine(crossFieldRules({ required: ['format', 'pulledAt', 'report'], instants: ['pulledAt'] }));

/** A stored credit report. `report` is UTF-8 JSON, byte for byte as stored upstream. */
export type CreditReportStored = z.infer<typeof schema>;

export const creditReportStored: EventDefinition<'CreditReportStored', CreditReportStored> = {
  type: 'CreditReportStored',
  stream: 'funding',
  fullName: 'fundlens.funding.CreditReportStored',
  avro,
  schema,
  entityOf: ({ meta, contactId, requestId }) => ({
    entity: 'credit-report',
    scope: meta.locationId,
    ids: [contactId, requestId],
  }),
  keyOf: (event) => entityKey(creditReportStored.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'requestId', 'contactId'],
    opaquePaths: ['meta.eventId', 'format'],
    jsonBytesPaths: ['report'],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { cents, count, id, instant, listOf, record, reportBytes, vocabulary } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const reportFormats = ['equifax', 'experian', 'transunion', 'mismo2', 'mismo3', 'truelink', 'other'] as const;

const bureauScore = record('BureauScore', {
  bureau: vocabulary.nullable(),
  model: vocabulary.nullable(),
  score: count.nullable(),
});

const summary = record('CreditSummary', {
  scores: listOf(bureauScore),
  utilizationPct: z.number().nullable(),
  openTradelines: count.nullable(),
  inquiries6m: count.nullable(),
  derogatories24m: count.nullable(),
  oldestAccountMonths: count.nullable(),
  totalDebtCents: cents.nullable(),
});

export const creditReportStored = defineEvent({
  type: 'CreditReportStored',
  stream: 'funding',
  key: ['credit-report', 'contactId', 'requestId'],
  doc: 'A stored credit report.',
  required: ['format', 'pulledAt', 'report'],
  fields: z.strictObject({
    meta: locationMeta,
    requestId: id.describe('Unique in its location.'),
    contactId: id,
    bureaus: listOf(vocabulary),
    format: z.enum(reportFormats).nullable(),
    pulledAt: instant.nullable(),
    report: reportBytes.nullable().describe('UTF-8 JSON exactly as stored.'),
    summary: summary.nullable(),
  }),
});

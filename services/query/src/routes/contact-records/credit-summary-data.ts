import { MAX_CHILDREN } from '@fundlens/read-models/contact-children';
import { z } from 'zod';
import { cents, count, instant } from '../data-values.ts';

const scoreMembers = {
  bureau: z.string().nullable().describe('`equifax`, `experian`, `transunion`, or another name as the report has it.'),
  model: z.string().nullable().describe('The scoring model as the report names it.'),
  score: z.int().nullable().describe('Null where the bureau gave none; `reason` and `code` say why.'),
  reason: z
    .enum(['excluded', 'not_scored', 'unreadable'])
    .nullable()
    .describe(
      '`excluded`: the model does not score this file, `code` says why. `not_scored`: zero, a negative number or words stand in the place of a score. `unreadable`: something else does. Null beside a score.',
    ),
  code: z
    .string()
    .nullable()
    .describe('What the report has instead of a score, e.g. `9002`; its meaning is the bureau’s. Null beside a score.'),
} as const;

const pull = {
  requestId: z.string().describe('Id of the stored report; not that of this request.'),
  pulledAt: instant().nullable(),
} as const;

const report = z.strictObject({
  ...pull,
  bureaus: z.array(z.string()),
  scores: z.array(z.strictObject(scoreMembers)).describe('In the order of the report.'),
  utilizationPct: z.number().nullable(),
  openTradelines: count().nullable(),
  inquiries6m: count().nullable().describe('Inquiries of the last six months.'),
  derogatories24m: count().nullable().describe('Derogatory marks of the last 24 months.'),
  oldestAccountMonths: count().nullable(),
  totalDebtCents: cents().nullable(),
});

export const creditSummaryData = z
  .strictObject({
    contactId: z.string(),
    requestId: z.string().nullable().describe('The latest stored report; null without any.'),
    pulledAt: instant().nullable().describe('When the latest report was pulled.'),
    scores: z
      .array(z.strictObject({ ...scoreMembers, ...pull }))
      .describe('Of each bureau the scores of the newest report that states any, with the pull they come from.'),
    reports: z.array(report).max(MAX_CHILDREN).describe('Newest pull first.'),
  })
  .meta({ id: 'CreditSummary', description: 'What the stored reports of a contact come to.' });

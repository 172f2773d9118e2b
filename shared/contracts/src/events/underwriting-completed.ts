import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { cents, id, instant, line, listOf, prose, vocabulary } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const underwritingCompleted = defineEvent({
  type: 'UnderwritingCompleted',
  stream: 'funding',
  key: ['underwriting-result', 'contactId', 'resultId'],
  doc: 'One underwriting result of a contact.',
  required: ['evaluatedAt'],
  fields: z.strictObject({
    meta: locationMeta,
    resultId: id,
    contactId: id,
    requestId: id.nullable().describe('The credit report that was underwritten.'),
    evaluatedAt: instant.nullable(),
    decision: prose
      .nullable()
      .describe(
        'The dashboard counts by how it begins: declin, park, qualified, pre-qualified, eligible, approved (without case and ' +
          'punctuation). Anything else says nothing.',
      ),
    primaryPaths: listOf(line),
    overlays: listOf(line),
    cardStatus: vocabulary.nullable().describe('Counts as qualified: qualified, pre-qualified, eligible, approved.'),
    termLoanStatus: vocabulary.nullable().describe('As cardStatus.'),
    declineStatus: vocabulary
      .nullable()
      .describe(
        'Counts as declined, but for: none, no, n/a, false, not declined, clear, cleared, open, pending, review, under review.',
      ),
    declineReason: prose.nullable().describe('Any text counts as declined, before all else.'),
    parkedReason: prose.nullable().describe('Any text counts as parked, unless declined.'),
    score: z.number().nullable(),
    tier: vocabulary.nullable(),
    fundingRangeMinCents: cents.nullable(),
    fundingRangeMaxCents: cents.nullable(),
    strengths: listOf(prose),
    risks: listOf(prose),
    actions: listOf(prose),
  }),
});

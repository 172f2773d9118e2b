import { z } from 'zod';
import { defineEvent } from '../../event-definition.ts';
import { cents, id, instant, line, listOf, prose, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';

const fields = z.strictObject({
  meta: locationMeta,
  resultId: id,
  contactId: id,
  requestId: id.nullable().describe('The credit report that was underwritten.'),
  evaluatedAt: instant.nullable(),
  decision: prose.nullable(),
  primaryPaths: listOf(line),
  overlays: listOf(line),
  cardStatus: vocabulary.nullable(),
  termLoanStatus: vocabulary.nullable(),
  declineStatus: vocabulary.nullable(),
  declineReason: prose.nullable(),
  parkedReason: prose.nullable(),
  score: z.number().nullable(),
  tier: vocabulary.nullable(),
  fundingRangeMinCents: cents.nullable(),
  fundingRangeMaxCents: cents.nullable(),
  strengths: listOf(prose),
  risks: listOf(prose),
  actions: listOf(prose),
});

/** One underwriting result of a contact. Money in integer cents. */
export type UnderwritingCompleted = z.infer<typeof fields>;

export const underwritingCompleted = defineEvent<'UnderwritingCompleted', UnderwritingCompleted>({
  type: 'UnderwritingCompleted',
  stream: 'funding',
  doc: 'One underwriting result of a contact.',
  fields,
  required: ['evaluatedAt'],
  entityOf: ({ meta, contactId, resultId }) => ({
    entity: 'underwriting-result',
    scope: meta.locationId,
    ids: [contactId, resultId],
  }),
});

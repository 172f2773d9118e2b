import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { cents, id, instant, line, listOf, prose, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './underwriting-completed.avsc.json' with { type: 'json' };

const schema = z
  .strictObject({
    meta: locationMeta,
    resultId: id,
    contactId: id,
    requestId: id.nullable(),
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
  })
  .superRefine(crossFieldRules({ required: ['evaluatedAt'], instants: ['evaluatedAt'] }));

/** One underwriting result of a contact. Money in integer cents. */
export type UnderwritingCompleted = z.infer<typeof schema>;

export const underwritingCompleted: EventDefinition<'UnderwritingCompleted', UnderwritingCompleted> = {
  type: 'UnderwritingCompleted',
  stream: 'funding',
  fullName: 'fundlens.funding.UnderwritingCompleted',
  avro,
  schema,
  entityOf: ({ meta, contactId, resultId }) => ({
    entity: 'underwriting-result',
    scope: meta.locationId,
    ids: [contactId, resultId],
  }),
  keyOf: (event) => entityKey(underwritingCompleted.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'resultId', 'contactId', 'requestId'],
    opaquePaths: ['meta.eventId'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

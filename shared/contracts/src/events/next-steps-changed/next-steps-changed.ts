import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { id, instant, line, listOf, prose, vocabulary } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './next-steps-changed.avsc.json' with { type: 'json' };

const step = z.strictObject({
  stepId: id,
  title: prose.nullable(),
  kind: vocabulary.nullable(),
  owner: line.nullable(),
  dueAt: instant.nullable(),
  completedAt: instant.nullable(),
  blocking: z.boolean().nullable(),
});

const schema = z
  .strictObject({
    meta: locationMeta,
    contactId: id,
    steps: listOf(step),
  })
  .superRefine(crossFieldRules({ instants: ['steps[].completedAt'] }));

/** All next steps of a contact. `dueAt` may lie in the future. */
export type NextStepsChanged = z.infer<typeof schema>;

export const nextStepsChanged: EventDefinition<'NextStepsChanged', NextStepsChanged> = {
  type: 'NextStepsChanged',
  stream: 'funding',
  fullName: 'fundlens.funding.NextStepsChanged',
  avro,
  schema,
  entityOf: ({ meta, contactId }) => ({ entity: 'next-steps', scope: meta.locationId, ids: [contactId] }),
  keyOf: (event) => entityKey(nextStepsChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'contactId', 'steps[].stepId'],
    opaquePaths: ['meta.eventId'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

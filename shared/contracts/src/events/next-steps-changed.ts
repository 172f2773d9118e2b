import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { futureInstant, id, instant, line, listOf, prose, record, vocabulary } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

const step = record('NextStep', {
  stepId: id,
  title: prose.nullable(),
  kind: vocabulary.nullable(),
  owner: line.nullable(),
  dueAt: futureInstant.nullable(),
  completedAt: instant.nullable(),
  blocking: z.boolean().nullable(),
});

export const nextStepsChanged = defineEvent({
  type: 'NextStepsChanged',
  stream: 'funding',
  key: ['next-steps', 'contactId'],
  doc: "Full list of a contact's next steps.",
  fields: z.strictObject({
    meta: locationMeta,
    contactId: id,
    steps: listOf(step),
  }),
});

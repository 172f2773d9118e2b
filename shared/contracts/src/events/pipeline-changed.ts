import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { count, id, line, listOf, record } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

const stage = record('Stage', { stageId: id, name: line.nullable(), position: count.nullable() });

export const pipelineChanged = defineEvent({
  type: 'PipelineChanged',
  stream: 'crm',
  key: ['pipeline', 'pipelineId'],
  doc: 'Full state of a deal pipeline.',
  fields: z.strictObject({
    meta: locationMeta,
    pipelineId: id,
    name: line.nullable(),
    stages: listOf(stage),
  }),
});

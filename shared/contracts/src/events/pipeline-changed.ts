import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { count, id, line, listOf, record } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

const stage = record('Stage', { stageId: id, name: line.nullable(), position: count.nullable() });

const fields = z.strictObject({
  meta: locationMeta,
  pipelineId: id,
  name: line.nullable(),
  stages: listOf(stage),
});

export const pipelineChanged = defineEvent({
  type: 'PipelineChanged',
  stream: 'crm',
  doc: 'Full state of a deal pipeline.',
  fields,
  entityOf: ({ meta, pipelineId }) => ({ entity: 'pipeline', scope: meta.locationId, ids: [pipelineId] }),
});

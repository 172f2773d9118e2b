import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { count, id, line, listOf } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './pipeline-changed.avsc.json' with { type: 'json' };

const stage = z.strictObject({ stageId: id, name: line.nullable(), position: count.nullable() });

const schema = z
  .strictObject({
    meta: locationMeta,
    pipelineId: id,
    name: line.nullable(),
    stages: listOf(stage),
  })
  .superRefine(crossFieldRules({}));

/** A deal pipeline and its stages. */
export type PipelineChanged = z.infer<typeof schema>;

export const pipelineChanged: EventDefinition<'PipelineChanged', PipelineChanged> = {
  type: 'PipelineChanged',
  stream: 'crm',
  fullName: 'fundlens.crm.PipelineChanged',
  avro,
  schema,
  entityOf: ({ meta, pipelineId }) => ({ entity: 'pipeline', scope: meta.locationId, ids: [pipelineId] }),
  keyOf: (event) => entityKey(pipelineChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'pipelineId', 'stages[].stageId'],
    opaquePaths: ['meta.eventId'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

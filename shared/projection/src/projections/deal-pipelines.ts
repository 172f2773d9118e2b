import {
  PIPELINE,
  type PipelineSlot,
  pipelineText,
  dealPipelines as readModel,
} from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { type ProjectedEvent, type Projection, slotChange } from './projection.ts';

export const dealPipelines: Projection = {
  readModel,
  on: {
    PipelineChanged(event) {
      const documentId = {
        kind: 'location-entity',
        locationId: event.meta.locationId,
        entityId: event.pipelineId,
      } as const;
      return [slotChange(event, { documentId, slot: PIPELINE }, pipelineSlot)];
    },
  },
};

function pipelineSlot({ pipelineId, name, stages }: ProjectedEvent<'PipelineChanged'>): PipelineSlot {
  const value = { name, stages: stages.map(({ stageId, name, position }) => ({ stageId, name, position })) };
  assertFits(jsonBytes(pipelineText(pipelineId, value)).byteLength, MAX_LIST_BODY_BYTES, 'a pipeline');
  return value;
}

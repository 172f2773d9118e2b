import {
  PIPELINE,
  pipelineState,
  pipelineText,
  dealPipelines as readModel,
} from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { entityDocument, type Projection, slotChange } from './projection.ts';

export const dealPipelines: Projection = {
  readModel,
  on: {
    PipelineChanged(event) {
      const target = { documentId: entityDocument(event, event.pipelineId), slot: PIPELINE };
      return slotChange(event, target, () => {
        const value = pipelineState.of(event);
        assertFits(jsonBytes(pipelineText(value, event.pipelineId)).byteLength, MAX_LIST_BODY_BYTES, 'a pipeline');
        return value;
      });
    },
  },
};

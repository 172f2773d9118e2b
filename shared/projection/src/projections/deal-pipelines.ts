import type { EventOf } from '@fundlens/contracts/event-types';
import { dealPipelines as readModel } from '@fundlens/read-models/definitions';
import { assertFits, MAX_LIST_BODY_BYTES } from '@fundlens/read-models/document-size';
import { jsonBytes } from '@fundlens/read-models/json-body';
import { type Projection, slotChange, slotValue } from './projection.ts';

type PipelineSlot = {
  readonly name: string | null;
  readonly stages: readonly {
    readonly stageId: string;
    readonly name: string | null;
    readonly position: number | null;
  }[];
};

const SLOT = 'pipeline';

/** One document per deal pipeline with its stages, listed by id: a pipeline has no instant of its own. */
export const dealPipelines: Projection = {
  readModel,
  on: {
    PipelineChanged(event) {
      const { meta, pipelineId } = event;
      const documentId = { kind: 'location-entity', locationId: meta.locationId, entityId: pipelineId } as const;
      const change = slotChange(event, { documentId, slot: SLOT }, pipelineSlot);
      if (!meta.deleted) {
        assertFits(pipelineBody(pipelineId, pipelineSlot(event)).length, MAX_LIST_BODY_BYTES, 'a pipeline');
      }
      return [change];
    },
  },
  render({ id, slots }) {
    const pipeline = slotValue<PipelineSlot>(slots, SLOT);
    if (pipeline === null || id.kind !== 'location-entity') return { fields: {}, body: null };
    return { fields: { listKey: id.entityId }, body: pipelineBody(id.entityId, pipeline) };
  },
};

function pipelineSlot({ name, stages }: EventOf<'PipelineChanged'>): PipelineSlot {
  return { name, stages: stages.map(({ stageId, name, position }) => ({ stageId, name, position })) };
}

/** Stages as a board shows them: by position, those without one last, equal ones in the order in which they came. */
function pipelineBody(pipelineId: string, { name, stages }: PipelineSlot): Uint8Array {
  const place = (position: number | null) => position ?? Number.MAX_SAFE_INTEGER;
  return jsonBytes({
    pipelineId,
    name,
    stages: stages.toSorted((a, b) => place(a.position) - place(b.position)),
  });
}

import { z } from 'zod';
import type { ReadModelDefinition, View } from '../definition.ts';
import { type JsonText, jsonText } from '../json-text.ts';
import { slotValue } from '../slot.ts';

export const PIPELINE = 'pipeline';

export type PipelineSlot = {
  readonly name: string | null;
  readonly stages: readonly {
    readonly stageId: string;
    readonly name: string | null;
    readonly position: number | null;
  }[];
};

const stage = z.strictObject({
  stageId: z.string(),
  name: z.string().nullable(),
  position: z.int().min(0).nullable().describe('Place on the board, as the CRM counts.'),
});

export const dealPipelineBody = z
  .strictObject({
    pipelineId: z.string(),
    name: z.string().nullable(),
    stages: z.array(stage).describe('By position, those without one last.'),
  })
  .meta({ id: 'DealPipeline', description: 'A pipeline of CRM deals and its stages.' });

export type DealPipelineBody = z.infer<typeof dealPipelineBody>;

const pipelineView: View<DealPipelineBody> = {
  name: 'pipeline',
  reads: [PIPELINE],
  body: dealPipelineBody,
  index: {
    names: ['listKey'],
    of: ({ id, slots }) =>
      slots.get(PIPELINE)?.value && id.kind === 'location-entity' ? { listKey: id.entityId } : {},
  },
  render({ id, slots }) {
    const pipeline = slotValue<PipelineSlot>(slots, PIPELINE);
    return pipeline === null || id.kind !== 'location-entity' ? null : pipelineText(id.entityId, pipeline);
  },
};

/** Stages as a board shows them: by position, those without one last, equal ones in the order in which they came. */
export function pipelineText(pipelineId: string, { name, stages }: PipelineSlot): JsonText<DealPipelineBody> {
  const place = (position: number | null) => position ?? Number.MAX_SAFE_INTEGER;
  return jsonText({ pipelineId, name, stages: stages.toSorted((a, b) => place(a.position) - place(b.position)) });
}

/**
 * One document per deal pipeline with its stages, listed by id: a pipeline has no instant of its own.
 * Fields: `listKey` (pipelineId); none when deleted.
 */
export const dealPipelines: ReadModelDefinition = {
  name: 'deal_pipelines',
  viewsVersion: 1,
  streams: ['crm'],
  views: [pipelineView],
  indexes: [{ key: { locationId: 1, listKey: 1 }, name: 'list' }],
};

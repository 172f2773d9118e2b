import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { ReadModelDefinition } from '../definition.ts';
import { MAX_LIST_BODY_BYTES } from '../document-size.ts';
import { shown } from '../shown.ts';
import type { SlotKind } from '../slot.ts';
import { slotView } from '../views.ts';

export const pipelineState = eventState('PipelineChanged', 'pipelineId');
export type PipelineSlot = SlotOf<typeof pipelineState>;
export const PIPELINE: SlotKind<PipelineSlot> = 'pipeline';

const shownPipeline = shown(pipelineState, 'pipelineId', {
  meaning: { stages: 'By position, those without one last.' },
  meta: { id: 'DealPipeline', description: 'A pipeline of CRM deals and its stages.' },
});

export const pipelineView = slotView({
  name: 'pipeline',
  slot: PIPELINE,
  body: shownPipeline.body,
  maxBytes: MAX_LIST_BODY_BYTES,
  text: pipelineText,
  fields: { names: ['listKey'], of: (_, id) => ({ listKey: id }) },
});

/** Stages as a board shows them: by position, those without one last, equal ones in the order in which they came. */
function pipelineText(pipeline: PipelineSlot, pipelineId: string): string {
  const place = (position: number | null) => position ?? Number.MAX_SAFE_INTEGER;
  const stages = pipeline.stages.toSorted((a, b) => place(a.position) - place(b.position));
  return shownPipeline.text({ ...pipeline, stages }, pipelineId);
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

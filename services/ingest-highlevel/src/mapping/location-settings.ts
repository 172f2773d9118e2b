import { MAX_ITEMS, MAX_VOCABULARY_LENGTH } from '@fundlens/contracts/definition/limits';
import type { EventOf } from '@fundlens/contracts/event-types';
import type { MappedEntity } from './mapped-entity.ts';
import { isSource, type Source, SourceFields } from './source-fields.ts';

type Context = { readonly id: string; readonly occurredAt: number };
type Stage = EventOf<'PipelineChanged'>['stages'][number];

/** A pipeline as `GET /opportunities/pipelines` has it. */
export function mapPipeline(source: Source, { id, occurredAt }: Context): MappedEntity {
  const fields = new SourceFields(source, { occurredAt });
  const name = fields.line('name');
  const stages = stagesOf(fields, occurredAt);
  const statement = { type: 'PipelineChanged' as const, fields: { pipelineId: id, name, stages } };
  return { statement, cut: fields.cut };
}

function stagesOf(fields: SourceFields, occurredAt: number): Stage[] {
  const value = fields.value('stages');
  if (!Array.isArray(value)) return [];
  const known = value.filter(isSource).flatMap((item, index): Stage[] => {
    const stage = new SourceFields(item, { occurredAt });
    const stageId = stage.id('id');
    if (stageId === null) fields.noteCut('stages');
    const position = isPosition(item.position) ? item.position : index;
    return stageId === null ? [] : [{ stageId, name: stage.line('name'), position }];
  });
  if (known.length > MAX_ITEMS) fields.noteCut('stages');
  return known.slice(0, MAX_ITEMS);
}

/** The contract counts in 32 bits. */
function isPosition(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0x7f_ff_ff_ff;
}

/** A custom field of contacts as `GET /locations/{id}/customFields` has it. */
export function mapCustomField(source: Source, { id, occurredAt }: Context): MappedEntity {
  const fields = new SourceFields(source, { occurredAt });
  const name = fields.line('name');
  const dataType = fields.line('dataType')?.slice(0, MAX_VOCABULARY_LENGTH).toWellFormed() ?? null;
  const described = { fieldId: id, name, key: fields.line('fieldKey'), dataType };
  return { statement: { type: 'CustomFieldChanged', fields: described }, cut: fields.cut };
}

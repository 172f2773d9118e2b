import { MAX_ITEMS } from '@fundlens/contracts/definition/limits';
import type { EventOf } from '@fundlens/contracts/event-types';
import { dealStatuses } from '@fundlens/contracts/events/deal-changed';
import type { Statement } from '../marks/content.ts';
import { isSource, SourceFields } from './source-fields.ts';

type Stage = EventOf<'PipelineChanged'>['stages'][number];

/** A pipeline as `GET /opportunities/pipelines` has it. */
export function pipelineOf(fields: SourceFields, pipelineId: string): Statement {
  return { type: 'PipelineChanged', fields: { pipelineId, name: fields.line('name'), stages: stagesOf(fields) } };
}

function stagesOf(fields: SourceFields): Stage[] {
  const value = fields.value('stages');
  if (!Array.isArray(value)) return [];
  const known = value.filter(isSource).flatMap((item, index): Stage[] => {
    const stage = new SourceFields(item, fields.occurredAt);
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

/** An opportunity as `GET /opportunities/{id}` and `GET /opportunities/search` have it. */
export function dealOf(fields: SourceFields, dealId: string): Statement | null {
  const contactId = contactIdOf(fields);
  const named = fields.line('status')?.toLowerCase();
  const status = dealStatuses.find((known) => known === named);
  const described = {
    dealId,
    pipelineId: fields.id('pipelineId'),
    stageId: fields.id('pipelineStageId'),
    name: fields.line('name'),
    amountCents: fields.cents('monetaryValue'),
    source: fields.line('source'),
    assignedTo: fields.line('assignedTo'),
    createdAt: fields.instant('dateAdded', 'createdAt'),
    updatedAt: fields.instant('updatedAt', 'dateUpdated'),
    stageChangedAt: fields.instant('lastStageChangeAt'),
    statusChangedAt: fields.instant('lastStatusChangeAt'),
  };
  if (contactId === null || status === undefined) return null;
  return { type: 'DealChanged', fields: { ...described, contactId, status } };
}

/** The contact's id, also where only the contact is there. */
function contactIdOf(fields: SourceFields): string | null {
  const contact = fields.value('contact');
  return fields.id('contactId') ?? (isSource(contact) ? new SourceFields(contact, fields.occurredAt).id('id') : null);
}

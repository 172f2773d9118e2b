import { dealStatuses } from '@fundlens/contracts/events/deal-changed';
import type { Statement } from '../marks/crm-state.ts';
import { isSource, SourceFields } from './source-fields.ts';

/** An opportunity as `GET /opportunities/{id}` and `GET /opportunities/search` have it. */
export function dealOf(fields: SourceFields, dealId: string): Statement | null {
  const contactId = contactOf(fields);
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
function contactOf(fields: SourceFields): string | null {
  const contact = fields.value('contact');
  return fields.id('contactId') ?? (isSource(contact) ? new SourceFields(contact, fields.occurredAt).id('id') : null);
}

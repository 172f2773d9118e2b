import { dealStatuses } from '@fundlens/contracts/events/deal-changed';
import type { MappedEntity } from './mapped-entity.ts';
import { isSource, type Source, SourceFields } from './source-fields.ts';

type DealStatus = (typeof dealStatuses)[number];

/** An opportunity as webhooks, `GET /opportunities/{id}` and `GET /opportunities/search` have it. */
export function mapOpportunity(
  source: Source,
  context: { readonly id: string; readonly occurredAt: number },
): MappedEntity {
  const fields = new SourceFields(source, context);
  const contactId = opportunityContact(source, context);
  const status = statusOf(fields.line('status'));
  const createdAt = fields.instant('dateAdded', 'createdAt');
  const pipelineId = fields.id('pipelineId');
  const stageId = fields.id('pipelineStageId');
  const described = {
    dealId: context.id,
    pipelineId,
    stageId,
    name: fields.line('name'),
    status,
    amountCents: fields.cents('monetaryValue'),
    source: fields.line('source'),
    assignedTo: fields.line('assignedTo'),
    createdAt,
    updatedAt: fields.instant('updatedAt', 'dateUpdated'),
    stageChangedAt: fields.instant('lastStageChangeAt'),
    statusChangedAt: fields.instant('lastStatusChangeAt'),
  };
  const isStated = contactId !== null && status !== null;
  return {
    statement: isStated ? { type: 'DealChanged', fields: { ...described, contactId } } : null,
    cut: fields.cut,
  };
}

/** The contact's id, also where only the contact is there. */
export function opportunityContact(source: Source, context: { readonly occurredAt: number }): string | null {
  const own = new SourceFields(source, context).id('contactId');
  if (own !== null || !isSource(source.contact)) return own;
  return new SourceFields(source.contact, context).id('id');
}

function statusOf(text: string | null): DealStatus | null {
  const lower = text?.toLowerCase();
  return dealStatuses.find((status) => status === lower) ?? null;
}

import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { cents, id, instant, line } from '../definition/field-rules.ts';
import { locationMeta } from '../definition/meta.ts';

export const dealStatuses = ['open', 'won', 'lost', 'abandoned'] as const;

export const dealChanged = defineEvent({
  type: 'DealChanged',
  stream: 'crm',
  key: ['deal', 'contactId', 'dealId'],
  doc: 'Full state of a deal (CRM opportunity) of a contact.',
  remarks:
    'A deal moves to another contact in two events: deleted under the old `contactId`, stated under the new one. Its versions are counted for each contact apart, so they may begin again. While both are stated, the one with the later `occurredAt` is shown.',
  required: ['status'],
  fields: z.strictObject({
    meta: locationMeta,
    dealId: id,
    contactId: id,
    pipelineId: id.nullable(),
    stageId: id.nullable(),
    name: line.nullable(),
    status: z.enum(dealStatuses).nullable(),
    amountCents: cents.nullable(),
    source: line.nullable(),
    assignedTo: line.nullable(),
    createdAt: instant.nullable().describe('Never changes.'),
    updatedAt: instant.nullable(),
    stageChangedAt: instant.nullable(),
    statusChangedAt: instant.nullable(),
  }),
});

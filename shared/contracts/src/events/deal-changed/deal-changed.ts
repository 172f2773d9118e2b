import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { cents, id, instant, line } from '../../field-rules.ts';
import { locationMeta } from '../../meta.ts';
import avro from './deal-changed.avsc.json' with { type: 'json' };

export const dealStatuses = ['open', 'won', 'lost', 'abandoned'] as const;

const schema = z
  .strictObject({
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
    createdAt: instant.nullable(),
    updatedAt: instant.nullable(),
    stageChangedAt: instant.nullable(),
    statusChangedAt: instant.nullable(),
  })
  .superRefine(
    crossFieldRules({
      required: ['status'],
      instants: ['createdAt', 'updatedAt', 'stageChangedAt', 'statusChangedAt'],
    }),
  );

/** A deal (CRM opportunity); a child of its contact. Money in integer cents. */
export type DealChanged = z.infer<typeof schema>;

export const dealChanged: EventDefinition<'DealChanged', DealChanged> = {
  type: 'DealChanged',
  stream: 'crm',
  fullName: 'fundlens.crm.DealChanged',
  avro,
  schema,
  entityOf: ({ meta, contactId, dealId }) => ({ entity: 'deal', scope: meta.locationId, ids: [contactId, dealId] }),
  keyOf: (event) => entityKey(dealChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'dealId', 'contactId', 'pipelineId', 'stageId'],
    opaquePaths: ['meta.eventId', 'status'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

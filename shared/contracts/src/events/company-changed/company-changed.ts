import { z } from 'zod';
import { crossFieldRules, type EventDefinition, entityKey } from '../../event-definition.ts';
import { id, line, quota } from '../../field-rules.ts';
import { companyMeta } from '../../meta.ts';
import avro from './company-changed.avsc.json' with { type: 'json' };

export const companyStates = ['active', 'uninstalled', 'suspended'] as const;

const schema = z
  .strictObject({
    meta: companyMeta,
    companyId: id,
    name: line.nullable(),
    state: z.enum(companyStates).nullable(),
    dailyQuota: quota.nullable(),
  })
  .superRefine(crossFieldRules({ required: ['state'] }));

/** A company (agency). It belongs to no location: `meta.locationId` is null. */
export type CompanyChanged = z.infer<typeof schema>;

export const companyChanged: EventDefinition<'CompanyChanged', CompanyChanged> = {
  type: 'CompanyChanged',
  stream: 'access',
  fullName: 'fundlens.access.CompanyChanged',
  avro,
  schema,
  entityOf: ({ companyId }) => ({ entity: 'company', scope: companyId, ids: [companyId] }),
  keyOf: (event) => entityKey(companyChanged.entityOf(event)),
  redaction: {
    identityPaths: ['meta.locationId', 'meta.companyId', 'companyId'],
    opaquePaths: ['meta.eventId', 'state'],
    jsonBytesPaths: [],
    jsonTextPaths: [],
    droppedPaths: [],
  },
};

import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { id, line, quota } from '../definition/field-rules.ts';
import { companyMeta } from '../definition/meta.ts';

export const companyStates = ['active', 'uninstalled', 'suspended'] as const;

const fields = z.strictObject({
  meta: companyMeta,
  companyId: id,
  name: line.nullable(),
  state: z.enum(companyStates).nullable(),
  dailyQuota: quota.nullable().describe('Requests per UTC day; null: the default.'),
});

/** A company (agency). It belongs to no location: `meta.locationId` is null. */
export type CompanyChanged = z.infer<typeof fields>;

export const companyChanged = defineEvent<'CompanyChanged', CompanyChanged>({
  type: 'CompanyChanged',
  stream: 'access',
  doc: 'Full state of a company (agency).',
  fields,
  required: ['state'],
  entityOf: ({ companyId }) => ({ entity: 'company', scope: companyId, ids: [companyId] }),
});

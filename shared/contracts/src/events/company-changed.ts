import { z } from 'zod';
import { defineEvent } from '../definition/event-definition.ts';
import { id, line, quota } from '../definition/field-rules.ts';
import { companyMeta } from '../definition/meta.ts';

export const companyChanged = defineEvent({
  type: 'CompanyChanged',
  stream: 'access',
  key: ['company', 'companyId'],
  doc: 'Full state of a company (agency).',
  required: ['state'],
  fields: z.strictObject({
    meta: companyMeta,
    companyId: id,
    name: line.nullable(),
    state: z.enum(['active', 'uninstalled', 'suspended']).nullable(),
    dailyQuota: quota.nullable().describe('Requests per UTC day; null: the default.'),
  }),
});

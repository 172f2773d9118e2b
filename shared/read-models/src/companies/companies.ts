import { z } from 'zod';
import { count } from '../body-values.ts';
import type { ReadModelDefinition, View } from '../definition.ts';
import { jsonText } from '../json-text.ts';
import { slotValue } from '../slot.ts';

export const COMPANY = 'company';

const STATES = ['active', 'uninstalled', 'suspended'] as const;

export type CompanySlot = {
  readonly name: string | null;
  readonly state: (typeof STATES)[number] | null;
  readonly dailyQuota: number | null;
};

export type CompanyFields = {
  readonly state: 'active' | 'uninstalled' | 'suspended';
  readonly dailyQuota: number | null;
};

const companyBody = z.strictObject({
  companyId: z.string(),
  name: z.string().nullable(),
  state: z.enum(STATES).nullable(),
  dailyQuota: count().nullable(),
});

const companyView: View<z.infer<typeof companyBody>> = {
  name: 'company',
  reads: [COMPANY],
  body: companyBody,
  index: {
    names: ['state', 'dailyQuota'],
    of({ slots }) {
      const company = slotValue<CompanySlot>(slots, COMPANY);
      return company === null ? {} : { state: company.state, dailyQuota: company.dailyQuota };
    },
  },
  render({ id, slots }) {
    const company = slotValue<CompanySlot>(slots, COMPANY);
    if (company === null || id.kind !== 'company') return null;
    const { name, state, dailyQuota } = company;
    return jsonText({ companyId: id.companyId, name, state, dailyQuota });
  },
};

/**
 * One document per company: whether its credentials are served at all, and how much they may spend together.
 * Fields: see CompanyFields; none when the company is deleted.
 */
export const companies: ReadModelDefinition = {
  name: 'companies',
  viewsVersion: 1,
  streams: ['access'],
  views: [companyView],
  indexes: [],
};

import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { z } from 'zod';
import type { ReadModelDefinition } from '../definition.ts';
import { shown } from '../shown.ts';
import { slotView } from '../views.ts';

export const COMPANY = 'company';

export const companyState = eventState('CompanyChanged', 'companyId');
export type CompanySlot = SlotOf<typeof companyState>;

export type CompanyFields = {
  readonly state: 'active' | 'uninstalled' | 'suspended';
  readonly dailyQuota: number | null;
};

const company = shown(companyState, 'companyId');

const companyView = slotView<CompanySlot, z.infer<typeof company.body>>({
  name: 'company',
  slot: COMPANY,
  ...company,
  fields: { names: ['state', 'dailyQuota'], of: ({ state, dailyQuota }) => ({ state, dailyQuota }) },
});

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

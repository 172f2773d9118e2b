import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { z } from 'zod';
import type { ReadModelDefinition, View } from '../definition.ts';
import { shown } from '../shown.ts';
import { slotValue } from '../slot.ts';

export const COMPANY = 'company';

export const companyState = eventState('CompanyChanged', 'companyId');
export type CompanySlot = SlotOf<typeof companyState>;

export type CompanyFields = {
  readonly state: 'active' | 'uninstalled' | 'suspended';
  readonly dailyQuota: number | null;
};

const company = shown(companyState, 'companyId');

const companyView: View<z.infer<typeof company.body>> = {
  name: 'company',
  reads: [COMPANY],
  body: company.body,
  index: {
    names: ['state', 'dailyQuota'],
    of({ slots }) {
      const slot = slotValue<CompanySlot>(slots, COMPANY);
      return slot === null ? {} : { state: slot.state, dailyQuota: slot.dailyQuota };
    },
  },
  render({ id, slots }) {
    const slot = slotValue<CompanySlot>(slots, COMPANY);
    return slot === null || id.kind !== 'company' ? null : company.text(slot, id.companyId);
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

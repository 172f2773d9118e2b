import { eventState, type SlotOf } from '@fundlens/contracts/event-state';
import type { ReadModelDefinition } from '../definition.ts';
import { shown } from '../shown.ts';
import type { SlotKind } from '../slot.ts';
import { slotView } from '../views.ts';

export const companyState = eventState('CompanyChanged', 'companyId');
export type CompanySlot = SlotOf<typeof companyState>;
export const COMPANY: SlotKind<CompanySlot> = 'company';

export type CompanyFields = {
  readonly state: NonNullable<CompanySlot['state']>;
  readonly dailyQuota: number | null;
};

const companyView = slotView({
  name: 'company',
  slot: COMPANY,
  ...shown(companyState, 'companyId'),
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

import type { EventOf } from '@fundlens/contracts/event-types';
import { companies as readModel } from '@fundlens/read-models/definitions';
import { jsonBytes } from '@fundlens/read-models/json-body';
import { type Projection, slotChange, slotValue } from './projection.ts';

type CompanySlot = {
  readonly name: string | null;
  readonly state: EventOf<'CompanyChanged'>['state'];
  readonly dailyQuota: number | null;
};

const SLOT = 'company';

/** One document per company: whether its credentials are served at all, and how much they may spend together. */
export const companies: Projection = {
  readModel,
  on: {
    CompanyChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'company', companyId: event.companyId }, slot: SLOT },
        ({ name, state, dailyQuota }): CompanySlot => ({ name, state, dailyQuota }),
      ),
    ],
  },
  render({ id, slots }) {
    const company = slotValue<CompanySlot>(slots, SLOT);
    if (company === null || id.kind !== 'company') return { fields: {}, body: null };
    const { name, state, dailyQuota } = company;
    return {
      fields: { state, dailyQuota },
      body: jsonBytes({ companyId: id.companyId, name, state, dailyQuota }),
    };
  },
};

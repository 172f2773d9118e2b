import { COMPANY, type CompanySlot, companies as readModel } from '@fundlens/read-models/companies/companies';
import { type Projection, slotChange } from './projection.ts';

export const companies: Projection = {
  readModel,
  on: {
    CompanyChanged: (event) => [
      slotChange(
        event,
        { documentId: { kind: 'company', companyId: event.companyId }, slot: COMPANY },
        ({ name, state, dailyQuota }): CompanySlot => ({ name, state, dailyQuota }),
      ),
    ],
  },
};

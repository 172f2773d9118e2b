import { COMPANY, companyState, companies as readModel } from '@fundlens/read-models/companies/companies';
import { type Projection, slotChange } from './projection.ts';

export const companies: Projection = {
  readModel,
  on: {
    CompanyChanged(event) {
      const documentId = { kind: 'company', companyId: event.companyId } as const;
      return slotChange(event, { documentId, slot: COMPANY }, companyState.of);
    },
  },
};

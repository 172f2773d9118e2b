import { contacts } from './contacts.ts';
import { creditReports } from './credit-reports.ts';
import { companies, credentials, dealPipelines, deals } from './entities.ts';
import { locations } from './locations.ts';
import type { Projection } from './projection.ts';

/** Every projection. A read model that is not listed here is not built. */
export const projections: readonly Projection[] = [
  companies,
  locations,
  credentials,
  contacts,
  creditReports,
  dealPipelines,
  deals,
];

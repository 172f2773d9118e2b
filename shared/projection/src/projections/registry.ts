import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { credentials } from './credentials.ts';
import { creditReports } from './credit-reports.ts';
import { dealPipelines } from './deal-pipelines.ts';
import { deals } from './deals.ts';
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

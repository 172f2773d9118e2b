import type { Stream } from '@fundlens/contracts/event-definition';
import { collectionsOf, FIRST_VERSIONS, type WrittenVersions } from '../versions/written-versions.ts';
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

/** Model versions that events of the stream change, as they are named in checkpoints. */
export function modelsOf(stream: Stream, versions: WrittenVersions = FIRST_VERSIONS): string[] {
  return projections
    .filter(({ readModel }) => readModel.streams.includes(stream))
    .flatMap(({ readModel }) => collectionsOf(versions, readModel.name));
}

import type { Stream } from '@fundlens/contracts/event-definition';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { applicants } from './applicants.ts';
import { companies } from './companies.ts';
import { contacts } from './contacts.ts';
import { credentials } from './credentials.ts';
import { creditReports } from './credit-reports.ts';
import { creditSummaries } from './credit-summaries.ts';
import { dashboardFacts } from './dashboard-facts.ts';
import { dealPipelines } from './deal-pipelines.ts';
import { deals } from './deals.ts';
import { fundingPlans } from './funding-plans.ts';
import { locations } from './locations.ts';
import { nextSteps } from './next-steps.ts';
import type { Projection } from './projection.ts';
import { underwritingResults } from './underwriting-results.ts';
import { collectionsOf, FIRST_VERSIONS, type WrittenVersions } from '../versions/written-versions.ts';

/** Every projection. A read model that is not listed here is not built. */
export const projections: readonly Projection[] = [
  companies,
  locations,
  credentials,
  contacts,
  applicants,
  creditReports,
  dashboardFacts,
  creditSummaries,
  underwritingResults,
  fundingPlans,
  nextSteps,
  dealPipelines,
  deals,
];

export function projectionOf(name: ReadModelName): Projection {
  const found = projections.find(({ readModel }) => readModel.name === name);
  if (found === undefined) throw new TypeError(`no projection builds ${name}`);
  return found;
}

/** Model versions that events of the stream change, as they are named in checkpoints. */
export function modelsOf(stream: Stream, versions: WrittenVersions = FIRST_VERSIONS): string[] {
  return projections
    .filter(({ readModel }) => readModel.streams.includes(stream))
    .flatMap(({ readModel }) => collectionsOf(versions, readModel.name));
}

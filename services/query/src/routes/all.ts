import { type ChangeDependencies, changeRoutes } from './changes.ts';
import { type ContactDependencies, contactRoutes } from './contacts.ts';
import { contactRecordRoutes } from './contact-records.ts';
import { credentialRoutes } from './credential.ts';
import { type CreditReportDependencies, creditReportRoutes } from './credit-reports.ts';
import { type DashboardDependencies, dashboardRoutes } from './dashboard.ts';
import { type DealDependencies, dealRoutes } from './deals.ts';
import { type LocationDependencies, locationRoutes } from './locations.ts';
import { type PipelineDependencies, pipelineRoutes } from './pipeline.ts';
import type { Route } from './route.ts';

export type RouteDependencies = ChangeDependencies &
  ContactDependencies &
  CreditReportDependencies &
  DashboardDependencies &
  DealDependencies &
  LocationDependencies &
  PipelineDependencies;

/** Every route of the API, in the order of its reference. */
export function createRoutes(dependencies: RouteDependencies): readonly Route[] {
  return [
    ...locationRoutes(dependencies),
    ...contactRoutes(dependencies),
    ...contactRecordRoutes(dependencies),
    ...pipelineRoutes(dependencies),
    ...dealRoutes(dependencies),
    ...creditReportRoutes(dependencies),
    ...changeRoutes(dependencies),
    ...credentialRoutes(),
    ...dashboardRoutes(dependencies),
  ];
}

import { changeRoutes } from './changes.ts';
import { contactRoutes } from './contacts.ts';
import { contactRecordRoutes } from './contact-records.ts';
import { credentialRoutes } from './credential.ts';
import { creditReportRoutes } from './credit-reports.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dealRoutes } from './deals.ts';
import { locationRoutes } from './locations.ts';
import { pipelineRoutes } from './pipeline.ts';
import type { Route, RouteDependencies } from './route.ts';

/** In the order of the API's reference. */
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

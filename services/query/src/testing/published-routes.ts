import { createRoutes, type RouteDependencies } from '../routes/all.ts';
import type { Route } from '../routes/route.ts';
import { createSteps, type StepDependencies } from '../routes/steps.ts';

/** The routes without their dependencies: only their published descriptions can be used. */
export function publishedRoutes(): readonly Route[] {
  return createRoutes({ steps: createSteps({} as StepDependencies) } as RouteDependencies);
}

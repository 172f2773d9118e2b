import { createRoutes, type RouteDependencies } from '../routes/all.ts';
import type { Route } from '../routes/route.ts';
import { createSteps, type StepDependencies } from '../routes/steps.ts';

/** The routes for those who only look at what they say of themselves: none of them can read anything. */
export function publishedRoutes(): readonly Route[] {
  return createRoutes({ steps: createSteps({} as StepDependencies) } as RouteDependencies);
}

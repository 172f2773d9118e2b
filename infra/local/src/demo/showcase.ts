import type { DemoPerson } from './world/person.ts';
import type { DemoReport } from './world/report.ts';
import { reached } from './world/stages.ts';
import type { DemoWorld } from './world/world.ts';

/**
 * The contact that the printed commands are about: in the pipeline, with a report, a plan and next steps, and left alone
 * by live changes.
 */
export type Showcase = { readonly person: DemoPerson; readonly report: DemoReport };

export const SHOWCASE_LOCATION = 'harborview-austin';

export function showcaseOf(world: DemoWorld): Showcase {
  const location = world.locations.find(({ profile }) => profile.locationId === SHOWCASE_LOCATION);
  for (const { person, application } of location?.contacts ?? []) {
    const report = application?.reports.at(-1);
    if (report === undefined || application?.submittedAt == null || person.deletedAt !== null) continue;
    const { stage } = application;
    if (stage.reached >= reached.planned && stage.next.length > 0) return { person, report };
  }
  throw new TypeError('the demo has no contact to show');
}

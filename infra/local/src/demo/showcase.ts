import { SHOWCASE_LOCATION } from './world/agencies.ts';
import type { DemoPerson } from './world/person.ts';
import type { DemoReport } from './world/report.ts';
import type { DemoWorld } from './world/world.ts';

/**
 * The contact that the printed commands are about: a report of three bureaus, a plan with offers, next steps. Live
 * changes leave it alone.
 */
export type Showcase = { readonly person: DemoPerson; readonly report: DemoReport };

export function showcaseOf(world: DemoWorld): Showcase {
  const location = world.locations.find(({ profile }) => profile.locationId === SHOWCASE_LOCATION);
  const [contact] = location?.contacts ?? [];
  const report = contact?.application?.reports.at(-1);
  if (contact === undefined || report === undefined) throw new TypeError('the demo has no contact to show');
  return { person: contact.person, report };
}

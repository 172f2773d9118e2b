import { writeFileSync } from 'node:fs';
import { contactChanged } from '../events/crm-events.ts';
import { createEventFactory } from '../events/event-factory.ts';
import { createRandom } from '../random.ts';
import type { Showcase } from '../showcase.ts';

/** Writes one line for `npm run publish`: the showcased contact under another name, newer than everything before. */
export function writeExampleChange(file: string, { person }: Showcase, now: number): void {
  const make = createEventFactory(createRandom(`example/${now}`));
  const { type, event } = contactChanged(make, { ...person, firstName: 'Renamed' }, now);
  // The projector would drop it, and `publish` says so of every line.
  writeFileSync(file, `${JSON.stringify({ type, ...event, dateOfBirth: null })}\n`, { mode: 0o600 });
}

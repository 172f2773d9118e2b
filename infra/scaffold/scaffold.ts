import type { ChangePlan } from './change-plan.ts';
import { eventPlan, STREAMS } from './event-plan.ts';
import { viewPlan } from './view-plan.ts';

const USAGE = `npm run scaffold -- view <name>            a view of a contact and its route, e.g. open-tasks
npm run scaffold -- event <Name> <stream>  an event type, e.g. TaskChanged crm; streams: ${STREAMS.join(', ')}`;

/** The plan for a command line, or how to use it. */
export function planFor([kind, name = '', streamName = '']: readonly string[]): ChangePlan | string {
  if (kind === 'view' && /^[a-z]+(-[a-z]+)*$/.test(name)) return viewPlan(name);
  const stream = STREAMS.find((known) => known === streamName);
  if (kind === 'event' && /^([A-Z][a-z]+){2,}$/.test(name) && stream !== undefined) return eventPlan(name, stream);
  return USAGE;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { readStoredState, violations } from '../invariants/stored-state.ts';
import { wrongFigures } from '../invariants/window-checks.ts';
import { ALL_WINDOWS } from '../simulation/quiet-checks.ts';
import { PLANTED } from '../simulation/workload.ts';
import { type Acknowledged, RECOUNTED } from './load.ts';
import { searchEverything } from './number-search.ts';
import type { Check } from './scenario.ts';
import type { System } from './system.ts';

/** Of a log line, in a report. */
const MOST_OF_A_LINE = 500;

export type Stored = {
  readonly acknowledged: readonly Acknowledged[];
  /** Records that the load did not publish. */
  readonly others: readonly PublishedRecord[];
  /** A location of which something was erased: its documents are judged by the scenario itself. */
  readonly erasedFrom: string | null;
  /** Documents that still wait for the refresh of their dashboard. */
  readonly waiting: number;
  readonly signal: AbortSignal;
};

/** Ends the services, and holds what is stored and said to what was published. */
export async function storedChecks(system: System, stored: Stored): Promise<Check[]> {
  const { acknowledged, others, erasedFrom, waiting, signal } = stored;
  const statuses = await system.stopServices();
  const state = await readStoredState(system.db);
  const documents = new Map([...state.documents].filter(([key]) => !erasedFrom || !key.includes(`/${erasedFrom}`)));
  const records = [...others, ...acknowledged.map(({ record }) => record)];
  const counted = acknowledged.flatMap(({ event }) => (event.event.meta.locationId === RECOUNTED ? [event] : []));
  const window = state.windows.get(RECOUNTED) ?? null;
  const leaks = await searchEverything(system, { numbers: PLANTED, events: records.length, signal });
  const ended = [...statuses].filter(([, status]) => status !== 0);
  return [
    {
      name: 'stored state that is not what was published',
      broken: violations({ ...state, documents }, records, { windowsAtRest: waiting === 0 }),
    },
    {
      name: 'dashboards that a plain recount contradicts',
      broken: [
        ...(waiting > 0 ? [`${waiting} documents still wait for the refresh of their dashboard`] : []),
        ...wrongFigures(window, counted, { now: Date.now(), windows: ALL_WINDOWS }),
      ],
    },
    {
      name: 'planted numbers that were found',
      broken: leaks.map(({ where, planted, as }) => `${where}: ${planted} as ${as}`),
    },
    {
      name: 'services that did not end well',
      broken: [
        ...ended.map(([name, status]) => `${name} ended with status ${status}`),
        ...stoppedPartitions(system.serviceLogs),
      ],
    },
  ];
}

/** A restart hides that a partition was stopped for good. What people must set right is said by the fault that wants it. */
function stoppedPartitions(logs: string): string[] {
  return readdirSync(logs).flatMap((name) =>
    readFileSync(join(logs, name), 'utf8')
      .split('\n')
      .filter(
        (line) => line.includes('"msg":"partition stopped') && !/mostly_invalid|access_event_unreadable/.test(line),
      )
      .map((line) => `${name}: ${line.slice(0, MOST_OF_A_LINE)}`),
  );
}

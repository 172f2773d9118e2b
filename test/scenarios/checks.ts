import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '@fundlens/runtime/backoff';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { readStoredState, violations, waitingForRefresh } from '../invariants/stored-state.ts';
import { wrongFigures } from '../invariants/window-checks.ts';
import { createRandom } from '../simulation/random.ts';
import { PLANTED } from '../simulation/workload.ts';
import { type Acknowledged, RECOUNTED } from './load.ts';
import { searchEverything } from './number-search.ts';
import type { Check } from './report.ts';
import type { System } from './system.ts';

const LOOK_MS = 200;
/** Of a log line, in a report. */
const MOST_OF_A_LINE = 500;
const WINDOWS = Array.from({ length: 365 }, (_, index) => index + 1);

export type Stored = {
  readonly acknowledged: readonly Acknowledged[];
  /** Records that the load did not publish. */
  readonly others: readonly PublishedRecord[];
  /** A location of which something was erased: its documents are judged by the scenario itself. */
  readonly erasedFrom: string | null;
  readonly limitMs: number;
  readonly seed: number;
  readonly signal: AbortSignal;
};

/** Waits for dashboards, ends the services, and holds what is stored and said to what was published. */
export async function storedChecks(system: System, stored: Stored): Promise<{ checks: Check[]; figures: object }> {
  const { acknowledged, others, erasedFrom, limitMs, seed, signal } = stored;
  const waiting = await untilRefreshed(system, limitMs);
  const statuses = await system.stopServices();
  const state = await readStoredState(system.db);
  const documents = new Map([...state.documents].filter(([key]) => !erasedFrom || !key.includes(`/${erasedFrom}`)));
  const records = [...others, ...acknowledged.map(({ record }) => record)];
  const counted = acknowledged.flatMap(({ event }) => (event.event.meta.locationId === RECOUNTED ? [event] : []));
  const window = state.windows.get(RECOUNTED) ?? null;
  const { mongo, db, stack, logDirectories, dataDirectory } = system;
  const searched = await searchEverything({
    ...{ mongo, db, logDirectories, dataDirectory, signal, redisUrl: stack.redisUrl, numbers: PLANTED },
    ...{ random: createRandom(seed), documents: acknowledged.length },
  });
  const ended = [...statuses].filter(([, status]) => status !== 0);
  return {
    checks: [
      {
        name: 'stored state that is not what was published',
        broken: violations({ ...state, documents }, records, { windowsAtRest: waiting === 0 }),
      },
      {
        name: 'dashboards that a plain recount contradicts',
        broken: [
          ...(waiting > 0 ? [`${waiting} documents still wait for the refresh of their dashboard`] : []),
          ...wrongFigures(window, counted, { now: Date.now(), windows: WINDOWS }),
        ],
      },
      {
        name: 'planted numbers that were found',
        broken: searched.flatMap(({ leaks }) => leaks.map(({ where, planted, as }) => `${where}: ${planted} as ${as}`)),
      },
      {
        name: 'services that did not end well',
        broken: [
          ...ended.map(([name, status]) => `${name} ended with status ${status}`),
          ...stoppedPartitions(system.serviceLogs),
        ],
      },
    ],
    figures: { documents: documents.size, searched: searched.map(({ place, items }) => ({ place, items })) },
  };
}

/** @returns how many documents still wait then */
export async function untilRefreshed({ db }: System, limitMs: number): Promise<number> {
  const deadline = performance.now() + limitMs;
  let waiting = await waitingForRefresh(db);
  while (waiting > 0 && performance.now() < deadline) {
    await sleep(LOOK_MS);
    waiting = await waitingForRefresh(db);
  }
  return waiting;
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

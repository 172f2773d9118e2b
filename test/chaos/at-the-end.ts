import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { unwritten } from '../invariants/checkpoint-checks.ts';
import { contributionsOf } from '../invariants/published-record.ts';
import { type StoredState, waitingForRefresh } from '../invariants/stored-state.ts';
import { checkStored } from '../long-run/stored-checks.ts';
import { createRandom } from '../simulation/random.ts';
import { PLANTED } from '../simulation/workload.ts';
import type { Acknowledged } from './chaos-load.ts';
import type { ChaosSystem } from './chaos-system.ts';
import { searchEverything } from './number-search.ts';

const LOOK_MS = 200;

export type EndOptions = {
  readonly acknowledged: readonly Acknowledged[];
  /** For dashboards to come to rest. */
  readonly limitMs: number;
  readonly report: (line: string) => void;
  readonly seed: number;
  readonly signal: AbortSignal;
};

export type Verdict = {
  /** One line for everything that does not hold. */
  readonly wrong: string[];
  /** Acknowledged records of which something is stored nowhere. */
  readonly lost: number;
  /** What was searched for numbers. */
  readonly searched: { place: string; items: number; found: number }[];
};

/** Waits for dashboards, ends the services and holds what is stored to the invariants. */
export async function wrongAtTheEnd(
  system: ChaosSystem,
  { acknowledged, limitMs, report, seed, signal }: EndOptions,
): Promise<Verdict> {
  const deadline = performance.now() + limitMs;
  let waiting = await waitingForRefresh(system.db);
  while (waiting > 0 && performance.now() < deadline) {
    await sleep(LOOK_MS);
    waiting = await waitingForRefresh(system.db);
  }
  report('at rest; ending the services');
  const statuses = await system.stopServices();
  report('comparing everything that is stored');
  const { state, wrong: violated } = await checkStored(system.db, { acknowledged, windowsAtRest: waiting === 0 });
  const wrong = [
    ...[...statuses].flatMap(([name, status]) => (status === 0 ? [] : [`${name} ended with status ${status}`])),
    ...stoppedPartitions(system.serviceLogs),
    ...(waiting > 0 ? [`${waiting} documents still wait for the refresh of their dashboard`] : []),
    ...violated,
  ];
  report('searching for the planted numbers');
  const { mongo, db, stack, logDirectories } = system;
  const searched = await searchEverything({
    ...{ mongo, db, logDirectories, signal },
    redisUrl: stack.redisUrl,
    numbers: PLANTED,
    random: createRandom(seed),
    documents: acknowledged.length,
  });
  const leaks = searched.flatMap((place) =>
    place.leaks.map(({ where, planted, as }) => `${where}: ${planted} was found as ${as}`),
  );
  return {
    wrong: [...wrong, ...leaks],
    lost: lostOf(state, acknowledged),
    searched: searched.map(({ place, items, leaks: found }) => ({ place, items, found: found.length })),
  };
}

/** No fault is a reason to stop a partition for good; a restart hides that one was. */
function stoppedPartitions(logs: string): string[] {
  return readdirSync(logs).flatMap((name) =>
    readFileSync(join(logs, name), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"msg":"partition stopped'))
      .map((line) => `${name}: ${line.slice(0, MOST_OF_A_LINE)}`),
  );
}

/** Of a log line, in a report. */
export const MOST_OF_A_LINE = 500;

/** How many records are stored nowhere, or in part. */
export function lostOf(
  { documents, deadLetters }: StoredState,
  acknowledged: readonly Pick<Acknowledged, 'record'>[],
): number {
  const names = new Map(readModels.map((model) => [modelVersion(model), model.name]));
  const deadLetterIds = new Set(deadLetters.map(({ _id }) => _id));
  const stored = {
    slotsOf: (model: string, key: string) => documents.get(`${names.get(model)}/${key}`)?.slots ?? null,
    hasLetter: (id: string) => deadLetterIds.has(id),
  };
  return acknowledged.filter(({ record }) => {
    if (record.expected.kind !== 'applied') return false;
    const models = [...contributionsOf(record.expected.event).keys()];
    return models.some((model) => unwritten(record, model, stored).length > 0);
  }).length;
}

import { streams } from '@fundlens/contracts/definition/event-definition';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import type { TopicNames } from '@fundlens/contracts/wire/topic-names';
import { projections } from '@fundlens/projection/projections/projections';
import type { LoadedWindow } from '@fundlens/dashboards/window-store';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { MAX_WINDOW_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import { createSsnSearch } from '../invariants/ssn-search.ts';
import { type StoredState, violations } from '../invariants/stored-state.ts';
import { wrongFigures } from '../invariants/window-checks.ts';
import type { MemoryDatabase } from './memory-database.ts';
import type { MemoryDocument } from './memory-document-store.ts';
import { PLANTED, RECOUNTED_LOCATION } from './workload.ts';
import type { World } from './world.ts';

export const ALL_WINDOWS: readonly number[] = Array.from({ length: MAX_WINDOW_DAYS }, (_, index) => index + 1);

const WINDOW_SOURCES = DASHBOARD_SOURCES.map((name) => collectionName(name, 1));
const WINDOWS = collectionName(dashboardWindows.name, 1);
const search = createSsnSearch(PLANTED);

/** What is still to be done, for the report of a world that does not come to rest. */
export function unrest(world: World, topics: TopicNames): string[] {
  const checkpoints = world.database.ofMajority<Checkpoint>(CHECKPOINTS);
  const lines: string[] = [];
  for (const stream of streams) {
    for (const topicPartition of world.topicPartitionsOf(topics[stream])) {
      const end = world.broker.end(topicPartition);
      const id = checkpointId({ generation: 1, ...topicPartition });
      const at = checkpoints.get(id)?.nextOffset ?? 0;
      if (at !== end) lines.push(`${id} is at ${at} of ${end}`);
    }
  }
  for (const source of WINDOW_SOURCES) {
    for (const { key, outbox } of world.database.ofMajority<MemoryDocument>(source).values()) {
      if (outbox !== undefined) lines.push(`${source}/${key} waits for a refresh`);
    }
  }
  return lines;
}

export type QuietChecks = {
  /** Events of the recounted location that the log has. */
  readonly recounted: readonly AnyEvent[];
  readonly windows: readonly number[];
  /** How long after the last step the windows are read, without another refresh. */
  readonly readAfterMs: number;
  readonly searchNumbers: boolean;
};

/** What is wrong when all is quiet, one line each: the invariants over everything that is stored. */
export function wrongWhenQuiet(
  world: World,
  { recounted, windows, readAfterMs, searchNumbers }: QuietChecks,
): string[] {
  const state = storedIn(world.database);
  const window = state.windows.get(RECOUNTED_LOCATION) ?? null;
  return [
    ...violations(state, world.records(), { windowsAtRest: true }),
    ...wrongFigures(window, recounted, { now: world.scheduler.now() + readAfterMs, windows }),
    ...(searchNumbers ? leaks(state) : []),
  ];
}

function storedIn(database: MemoryDatabase): StoredState {
  const windows = database.ofMajority<LoadedWindow>(WINDOWS);
  return {
    documents: new Map(
      projections.flatMap(({ readModel }) =>
        [...database.ofMajority<MemoryDocument>(collectionName(readModel.name, 1))].map(
          ([key, document]) => [`${readModel.name}/${key}`, document] as const,
        ),
      ),
    ),
    checkpoints: [...database.ofMajority<Checkpoint>(CHECKPOINTS).values()],
    deadLetters: [...database.ofMajority<DeadLetter>(DEAD_LETTERS).values()],
    windows: new Map([...windows].map(([locationId, { document }]) => [locationId, document])),
  };
}

function leaks({ documents, deadLetters }: StoredState): string[] {
  const texts = [...documents.values()].flatMap(({ slots, fields, views }) => [
    JSON.stringify([...slots]),
    JSON.stringify(fields),
    ...[...views.values()].map((bytes) => Buffer.from(bytes).toString()),
  ]);
  const found = search.inText([...texts, JSON.stringify(deadLetters)].join('\n'));
  return found.map(({ planted, as }) => `${planted} was found as ${as}`);
}

import { sleep } from '@fundlens/runtime/backoff';
import { failureCode, InvalidError } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { entityName } from '../entity-ref.ts';
import type { EntityMark, Marks } from './mark.ts';

export type MarkReaderOptions = {
  readonly marks: Pick<Marks, 'due' | 'oldest'>;
  readonly readMark: (mark: EntityMark) => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly logger: Logger;
  /** More than this are not read at the same time. */
  readonly atOnce: number;
  /** Null: the last look succeeded. */
  readonly onTrouble: (code: string | null) => void;
  /** When the oldest mark was set; null: nothing is marked. */
  readonly onOldest?: (at: number | null) => void;
};

export type MarkReader = Component & {
  /** There is a new mark. */
  wake(): void;
  /** Reads what is due now, and ends when all of it has ended. */
  readDue(): Promise<void>;
};

/** Ten requests a second are HighLevel's limit for a location: as many as a read of 0.8 s keeps busy. */
const AT_ONCE_IN_LOCATION = 8;
const PER_LOOK = 64;
/** Between two looks for what other instances left behind, or what was put off; a mark of this process wakes it at once. */
const LOOK_MS = 500;
const OLDEST_MS = 2_000;

/**
 * Reads marked entities: half of what a location has in work are the oldest marks, half the latest, so that a single change is
 * not behind the thousands of a bulk change. Every instance looks; a claim keeps one entity to one of them.
 */
export function createMarkReader(options: MarkReaderOptions): MarkReader {
  const { marks, clock, logger, atOnce, onTrouble, onOldest } = options;
  const stopping = new AbortController();
  const places = createPlaces(atOnce);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let woken = Promise.withResolvers<void>();
  let running: Promise<void> = Promise.resolve();

  const wake = () => woken.resolve();
  const begin = (mark: EntityMark) => places.begin(mark, () => readOne(mark, options), wake);

  /** @returns how many readings were begun */
  async function beginDue(): Promise<number> {
    if (places.areFull()) return 0;
    const [now, look] = [clock(), { without: places.fullLocations(), limit: PER_LOOK }];
    const [latest, oldest] = [
      await marks.due(now, { ...look, first: 'latest' }),
      await marks.due(now, { ...look, first: 'oldest' }),
    ];
    const inTurn = oldest.flatMap((mark, index) => [latest[index] ?? mark, mark]);
    return inTurn.filter(begin).length;
  }

  async function look(): Promise<number> {
    try {
      if (onOldest !== undefined && clock() - lookedAt >= OLDEST_MS) {
        onOldest(await marks.oldest());
        lookedAt = clock();
      }
      const begun = await beginDue();
      onTrouble(null);
      return begun;
    } catch (error) {
      logger.warn({ error }, 'marks cannot be read');
      onTrouble(failureCode(error));
      return 0;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      if ((await look()) > 0) continue;
      const waiting = new AbortController();
      await Promise.race([woken.promise, sleep(LOOK_MS, AbortSignal.any([stopping.signal, waiting.signal]))]);
      waiting.abort();
    }
  }

  return {
    name: 'marks',
    wake,
    async readDue() {
      await beginDue();
      await places.ended();
    },
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await places.ended();
    },
  };
}

/** What is in work: of a location, and of all. */
function createPlaces(atOnce: number) {
  const inWork = new Map<string, { readonly locationId: string | null; readonly ended: Promise<void> }>();
  const locations = () => [...inWork.values()].map(({ locationId }) => locationId);
  const isFull = (id: string | null) => locations().filter((other) => other === id).length >= AT_ONCE_IN_LOCATION;

  return {
    areFull: () => inWork.size >= atOnce,
    fullLocations: () => [...new Set(locations())].filter(isFull),
    async ended(): Promise<void> {
      await Promise.all([...inWork.values()].map(({ ended }) => ended));
    },
    /** False: there is no place, or the entity is in work. */
    begin({ ref }: EntityMark, work: () => Promise<void>, onEnd: () => void): boolean {
      const name = entityName(ref);
      if (inWork.has(name) || isFull(ref.locationId) || inWork.size >= atOnce) return false;
      const ended = work().finally(() => {
        inWork.delete(name);
        onEnd();
      });
      inWork.set(name, { locationId: ref.locationId, ended });
      return true;
    },
  };
}

async function readOne(mark: EntityMark, { readMark, logger }: MarkReaderOptions): Promise<void> {
  try {
    await readMark(mark);
  } catch (error) {
    const code = failureCode(error);
    const { kind } = mark.ref;
    if (error instanceof InvalidError)
      logger.warn({ entity: entityName(mark.ref), code }, 'an entity of HighLevel cannot be published');
    else logger.warn({ kind, error, code }, 'a marked entity could not be read and published; it is tried again');
  }
}

import { type ProjectorFixture, projectorFixture, redacted } from '@fundlens/projector/testing/projector-fixture';
import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { sleep } from '@fundlens/runtime/backoff';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  publishedAt,
  readStoredState,
  type StoredState,
  violations,
  waitingForRefresh,
  wentBackBetween,
} from '../invariants/stored-state.ts';
import { type ProjectorProcess, startProjectorProcess } from './projector-process.ts';
import { streamOfHistories } from './stream-of-histories.ts';

const EVENTS = 13_000;
const KILLS = 11;
/** A look at everything that is stored takes a second. */
const KILLS_BETWEEN_LOOKS = 3;
/**
 * How many events beyond the place of the next kill are published by then. A projector takes whole backlogs of this size
 * in one commit, so what all kills may be ahead by is kept free at the end of the stream.
 */
const LEAD = 600;
const CHUNK = 100;
const LONGEST_WAIT_MS = 120;
/** About a minute on two idle cores; when they are shared with other work it may take several times as long. */
const TIMEOUT_MS = 480_000;
/** A killed member is missed by its group after this long; short, so that the next one need not wait. */
const SESSION_MS = '1500';
/** Every look reads all checkpoints. The moments of the kills are random anyway. */
const POLL_MS = 25;

const { seed } = propertySeed();
let fixture: ProjectorFixture;
beforeAll(async () => {
  fixture = await projectorFixture();
});
afterAll(() => fixture.close());

/** How many records every model has taken. */
async function taken(): Promise<number> {
  const lowest = new Map<string, number>();
  for (const { topic, partition, nextOffset } of await fixture.db
    .collection<Checkpoint>(CHECKPOINTS)
    .find({})
    .toArray()) {
    const place = `${topic}:${partition}`;
    lowest.set(place, Math.min(lowest.get(place) ?? Number.MAX_SAFE_INTEGER, nextOffset));
  }
  return [...lowest.values()].reduce((sum, offset) => sum + offset, 0);
}

async function untilTaken(count: number, projector: ProjectorProcess): Promise<number> {
  for (;;) {
    const now = await taken();
    if (now >= count) return now;
    if (!projector.running) throw new Error(`the projector ended by itself:\n${projector.tail()}`);
    await sleep(POLL_MS);
  }
}

it(
  `loses nothing and applies nothing twice when it is killed ${KILLS} times in a stream of ${EVENTS} events`,
  async () => {
    const events = streamOfHistories(EVENTS, seed);
    const positions: Awaited<ReturnType<ProjectorFixture['publish']>> = [];
    const publishUpTo = async (count: number) => {
      while (positions.length < Math.min(count, EVENTS))
        positions.push(...(await fixture.publish(events.slice(positions.length, positions.length + CHUNK))));
    };
    // The moments of the kills: random places in the stream, and a random wait on top, to meet every kind of await.
    const random = (max: number) => fc.sample(fc.noBias(fc.integer({ min: 0, max })), { numRuns: KILLS, seed });
    const places = random(EVENTS - (KILLS + 1) * (LEAD + CHUNK)).toSorted((a, b) => a - b);
    const waits = random(LONGEST_WAIT_MS);
    const environment = { ...fixture.environment, LOG_LEVEL: 'info', KAFKA_SESSION_TIMEOUT_MS: SESSION_MS };

    const killedAt: number[] = [];
    const wentBack: string[] = [];
    let before: StoredState | undefined;
    for (const [index, place] of places.entries()) {
      const next = Math.max(place, (killedAt.at(-1) ?? 0) + 1);
      const projector = startProjectorProcess(environment);
      const published = publishUpTo(next + LEAD);
      await untilTaken(next, projector);
      await sleep(waits[index] ?? 0);
      await projector.kill();
      await published;
      killedAt.push(await taken());
      if (index % KILLS_BETWEEN_LOOKS !== 0) continue;
      const after = await readStoredState(fixture.db);
      if (before !== undefined) wentBack.push(...wentBackBetween(before, after));
      before = after;
    }
    const last = startProjectorProcess(environment);
    await publishUpTo(EVENTS);
    await untilTaken(EVENTS, last);
    while ((await waitingForRefresh(fixture.db)) > 0) await sleep(POLL_MS);
    const status = await last.terminate();

    const published = publishedAt(events.map(redacted), positions);
    const wrong = violations(await readStoredState(fixture.db), published, { windowsAtRest: true });
    console.log(
      `kill -9 after ${killedAt.join(', ')} of ${EVENTS} events; seed ${seed}; invariants broken: ${wrong.length}`,
    );
    expect(wrong).toEqual([]);
    expect(wentBack).toEqual([]);
    expect(killedAt).toHaveLength(KILLS);
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);

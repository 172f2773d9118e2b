import { counted } from '@fundlens/projector/testing/projector-fixture';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { sleep } from '@fundlens/runtime/backoff';
import { expect, it } from 'vitest';
import { startProjectorProcess } from '../chaos/projector-process.ts';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const SESSION_MS = 1_500;
const SHORT_SESSION = { KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) };

const test = faultTests();

/** Holds the first write before it reaches MongoDB, until it is let go. */
function heldWrite() {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  let held = false;
  let landed = 0;
  const wrapStore = (store: DocumentStore): DocumentStore => ({
    ...store,
    async swap(collection, swaps) {
      if (!held) {
        held = true;
        await released;
        landed += 1;
      }
      return await store.swap(collection, swaps);
    },
  });
  return { wrapStore, letGo, isHeld: () => held, landed: () => landed };
}

it(
  'handler slower than the session timeout: others take over, and its late write changes nothing',
  async () => {
    const { world } = test;
    await world.publish(changes(300));
    const write = heldWrite();
    const slow = await world.start(SHORT_SESSION, { wrapStore: write.wrapStore });
    await until(write.isHeld);
    await sleep(SESSION_MS + 500);
    const quick = await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);
    const before = await counted(quick, 'documents_written_total');
    expect(before).toBeGreaterThan(0);

    write.letGo();
    await until(() => write.landed() === 1);
    await world.publish(changes(100, 300));
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await slow.health()).degraded && !(await quick.health()).degraded);
  },
  TIMEOUT_MS,
);

it(
  'zombie owner: stopped beyond its session in the middle of its work, it goes on after the new owner began',
  async () => {
    const { world } = test;
    await world.publish(changes(2_000));
    const frozen = startProjectorProcess({ ...world.environment, ...SHORT_SESSION, LOG_LEVEL: 'info' });
    test.after(() => frozen.kill());
    await until(async () => (await world.db.collection('checkpoints').countDocuments({ nextOffset: { $gt: 0 } })) > 0);
    frozen.freeze();
    await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);

    frozen.thaw();
    await world.publish(changes(300, 2_000));
    expect(await world.wrong()).toEqual([]);
    expect(await frozen.terminate()).toBe(0);
  },
  TIMEOUT_MS,
);

it(
  'second instance joins with thousands of messages queued: both work, nothing is lost',
  async () => {
    const { world } = test;
    await world.publish(changes(2_500));
    const first = await world.start(SHORT_SESSION, {
      wrapStore: (store) => ({
        ...store,
        // As if MongoDB were further away, so that there is something left to share.
        async swap(collection, swaps) {
          await sleep(30);
          return await store.swap(collection, swaps);
        },
      }),
    });
    await until(async () => (await counted(first, 'events_total')) > 0);
    const second = await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);
    await world.publish(changes(300, 2_500));
    expect(await world.wrong()).toEqual([]);
    for (const projector of [first, second]) expect(await counted(projector, 'events_total')).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

it(
  'rebalance storm: members that come and go all the time hold no other member up for good',
  async () => {
    const { world } = test;
    const first = await world.start(SHORT_SESSION);
    const publishing = (async () => {
      for (let from = 0; from < 1_000; from += 100) {
        await world.publish(changes(100, from));
        await sleep(100);
      }
    })();
    let storms = 0;
    while (storms < 5) {
      const guest = await world.start(SHORT_SESSION);
      await sleep(storms * 100);
      await guest.stop();
      storms += 1;
    }
    await publishing;
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await first.health()).degraded);
  },
  TIMEOUT_MS,
);

import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { sleep } from '@fundlens/runtime/backoff';
import { startTcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { changes, type FaultWorld, faultWorld, until } from './fault-world.ts';
import { type OwnServers, startOwnServers } from './own-servers.ts';

const TIMEOUT_MS = 90_000;

let servers: OwnServers;
let world: FaultWorld;
beforeAll(async () => {
  servers = await startOwnServers('mongodb', { own: ['mongodb'], shared: inject('stack') });
}, TIMEOUT_MS);
beforeEach(async () => {
  world = await faultWorld(servers.addresses());
});
afterEach(() => world.close());
afterAll(() => servers.close());

it(
  'retry after a partly acknowledged bulk write: what landed is found in place, the rest is written',
  async () => {
    const { hostname, port } = new URL(servers.addresses().mongodbUrl);
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    let cuts = 0;
    await world.publish(changes(600));
    const projector = await world.start(
      { MONGODB_URL: `mongodb://127.0.0.1:${proxy.port}/?directConnection=true&retryWrites=false` },
      {
        wrapStore: (store) => ({
          ...store,
          async swap(collection, swaps) {
            // Half of the write lands and is acknowledged to nobody; the answer to the other half never comes.
            if (cuts < 3 && swaps.length > 1) {
              cuts += 1;
              await store.swap(collection, swaps.slice(0, Math.ceil(swaps.length / 2)));
              const writing = store.swap(collection, swaps.slice(Math.ceil(swaps.length / 2)));
              setTimeout(() => proxy.cut(), cuts - 1);
              setTimeout(() => proxy.heal(), 300);
              await Promise.allSettled([writing]);
              proxy.cut();
            }
            return await store.swap(collection, swaps);
          },
        }),
      },
    );
    expect(await world.wrong()).toEqual([]);
    expect(cuts).toBe(3);
    await until(async () => (await projector.health()).ok);
    await projector.stop();
    await proxy.stop();
  },
  TIMEOUT_MS,
);

it(
  'MongoDB killed mid-batch: the partitions wait, and nothing reaches the dead letters',
  async () => {
    await world.publish(changes(1_500));
    let killed: Promise<void> | undefined;
    const projector = await world.start(
      {},
      {
        wrapStore: (store) => ({
          ...store,
          async swap(collection, swaps) {
            const writing = store.swap(collection, swaps);
            killed ??= servers.kill();
            return await writing;
          },
        }),
      },
    );
    await until(async () => Object.values((await projector.health()).checks).includes('paused: mongodb_unavailable'));
    await killed;
    await servers.start();
    expect(await world.wrong()).toEqual([]);
    expect(await world.db.collection(DEAD_LETTERS).countDocuments()).toBe(0);
    await until(async () => (await projector.health()).ok);
  },
  TIMEOUT_MS,
);

it(
  'MongoDB restored from an older backup: what the backup lacks is taken from the log again',
  async () => {
    await world.publish(changes(400));
    const projector = await world.start();
    expect(await world.wrong()).toEqual([]);
    await projector.stop();
    await servers.stop();
    servers.backUp();
    await servers.start();

    // This one runs on through the restore.
    const running = await world.start();
    await world.publish(changes(300, 400));
    expect(await world.wrong()).toEqual([]);
    await servers.stop();
    servers.restore();
    await until(async () => !(await running.health()).ok);
    await sleep(1_000);
    await servers.start();
    expect(await world.wrong()).toEqual([]);
    await world.publish(changes(100, 700));
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

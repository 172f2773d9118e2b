import { REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { expect, it } from 'vitest';
import { copyDatabase } from '../harness/database-copy.ts';
import { faultTests, mongodb, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const test = faultTests('mongodb');
/** Of a rebuild: no query service has to hear of it here. */
const QUICK = { announceMs: 1_500, withdrawMs: 1_500 };
/** Longer than a client takes to notice that its server is gone. */
const OUTAGE_MS = 3_000;

function withoutRetries(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('retryWrites', 'false');
  return changed.href;
}

/** Lets writes through up to a number that can be raised. */
function gate() {
  let [passed, open] = [0, 0];
  return {
    /** All that may pass have passed. */
    isReached: () => passed >= open,
    openTo(writes: number) {
      open = writes;
    },
    wrap: (store: DocumentStore): DocumentStore => ({
      ...store,
      async swap(collection, swaps) {
        while (passed >= open) await sleep(25);
        passed += 1;
        return await store.swap(collection, swaps);
      },
    }),
  };
}

it(
  'retry after a partly acknowledged bulk write: what landed is found in place, the rest is written',
  async () => {
    const { world } = test;
    const { proxy, url } = await test.proxied('MONGODB_URL');
    let cuts = 0;
    // Each cut has its own end: what is cut off may take longer to notice than an earlier one lasts.
    const cut = () => {
      proxy.cut();
      setTimeout(() => proxy.heal(), 300);
    };
    await world.publish(changes(600));
    const projector = await world.start(
      { MONGODB_URL: withoutRetries(url) },
      {
        wrapStore: (store) => ({
          ...store,
          async swap(collection, swaps) {
            // Half of the write lands without an acknowledgement; the answer to the other half never comes.
            if (cuts < 3 && swaps.length > 1) {
              cuts += 1;
              await store.swap(collection, swaps.slice(0, Math.ceil(swaps.length / 2)));
              const writing = store.swap(collection, swaps.slice(Math.ceil(swaps.length / 2)));
              setTimeout(cut, cuts - 1);
              await Promise.allSettled([writing]);
              cut();
            }
            return await store.swap(collection, swaps);
          },
        }),
      },
    );
    // How many writes there are depends on what is committed together: changes follow until three were cut.
    for (let from = 600; cuts < 3; from += 600) {
      expect(await world.wrong()).toEqual([]);
      await world.publish(changes(600, from));
    }
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await projector.health()).degraded);
  },
  TIMEOUT_MS,
);

it.skipIf(mongodb.isGiven)(
  `MongoDB killed mid-batch: the partitions wait, and nothing reaches the dead letters${mongodb.whySkipped}`,
  async () => {
    const { world, servers } = test;
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
    await until(async () => !(await projector.health()).degraded);
  },
  TIMEOUT_MS,
);

it.skipIf(mongodb.isGiven)(
  `MongoDB restored from an older backup: what the backup lacks is taken from the log again${mongodb.whySkipped}`,
  async () => {
    const { world, servers } = test;
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
    await until(async () => (await running.health()).degraded);
    await sleep(1_000);
    await servers.start();
    expect(await world.wrong()).toEqual([]);
    await world.publish(changes(100, 700));
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it.each([
  ['and nothing is published afterwards', 0],
  ['and events go on', 100],
])(
  'MongoDB restored in place, without a lost connection, %s: what the backup lacks is taken from the log again',
  async (_, afterwards) => {
    const { world } = test;
    const backup = test.world.db.client.db(`${world.db.databaseName}-backup`);
    await world.start();
    await world.publish(changes(400));
    expect(await world.wrong()).toEqual([]);
    await copyDatabase(world.db, backup);
    await world.publish(changes(300, 400));
    expect(await world.wrong()).toEqual([]);
    // The projectors remember documents and positions that the database no longer has.
    await copyDatabase(backup, world.db);
    if (afterwards > 0) await world.publish(changes(afterwards, 700));
    expect(await world.wrong()).toEqual([]);
    await backup.dropDatabase();
  },
  TIMEOUT_MS,
);

it(
  'dead-letter store down: the checkpoint stays before the event that could not be set aside',
  async () => {
    const { world } = test;
    const { proxy, url } = await test.proxied('MONGODB_URL');
    const onePartition = { partition: 0 };
    const event = build.contactChanged();
    await world.publishEncoded('crm', [{ ...(await wireRecord(world.codec, event)), ...onePartition, event }]);
    const bad = { key: 'contact:loc-1:bad', value: Buffer.from('x'), ...onePartition, reason: 'undecodable' };
    await world.publishBad('crm', [bad]);
    // The server goes away exactly between the documents and the dead letters.
    let away = false;
    const projector = await world.start(
      { MONGODB_URL: url },
      {
        wrapStore: (store) => ({
          ...store,
          async swap(collection, swaps) {
            const lost = await store.swap(collection, swaps);
            if (!away) proxy.cut();
            away = true;
            return lost;
          },
        }),
      },
    );
    const place = `${world.topics.crm}:0`;
    await until(async () => (await projector.health()).checks[place] === 'paused: mongodb_unavailable');
    const moved = { topic: world.topics.crm, ...onePartition, nextOffset: { $gt: 0 } };
    expect(await world.db.collection(CHECKPOINTS).findOne(moved)).toBeNull();
    expect(await world.deadLetters()).toEqual([]);
    proxy.heal();
    expect(await world.wrong()).toEqual([]);
    expect(await world.deadLetters()).toMatchObject([{ reason: 'undecodable', offset: 1 }]);
  },
  TIMEOUT_MS,
);

it.skipIf(mongodb.isGiven)(
  `MongoDB restored from a backup of the middle of a rebuild: it goes on from what the backup has${mongodb.whySkipped}`,
  async () => {
    const { world, servers } = test;
    for (let from = 0; from < 600; from += 50) await world.publish(changes(50, from));
    await world.start();
    expect(await world.wrong()).toEqual([]);

    const writes = gate();
    writes.openTo(6);
    // So little is taken at a time that there is a middle.
    const environment = { ...world.environment, MAX_BYTES_IN_FLIGHT: '8192' };
    const args = ['--json', 'rebuild', 'all', '--yes', '--grace', '1'];
    const rebuild = operate(args, { environment, seams: { rebuild: { ...QUICK, wrapStore: writes.wrap } } });
    await until(writes.isReached);
    await servers.stop();
    servers.backUp();
    await servers.start();

    writes.openTo(14);
    await until(writes.isReached);
    expect((await world.db.collection<RebuildRun>(REBUILDS).findOne({}))?.phase).toBe('replaying');
    await servers.stop();
    servers.restore();
    await sleep(OUTAGE_MS);
    await servers.start();
    writes.openTo(Number.POSITIVE_INFINITY);

    const ended = await rebuild;
    expect([ended.status, ended.json<RebuildRun>()]).toMatchObject([
      0,
      { phase: 'finished', comparison: { different: 0 } },
    ]);
    await world.publish(changes(50, 600));
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

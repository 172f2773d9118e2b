import { REBUILDS, type RebuildRun } from '@fundlens/operator/rebuild/rebuild-run';
import { operate } from '@fundlens/operator/testing/operator-fixture';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';
import { sleep } from '@fundlens/runtime/backoff';
import { expect, it } from 'vitest';
import { faultTests, mongodb, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const QUICK = { announceMs: 1_500, withdrawMs: 1_500 };
/** Longer than a client takes to notice that its server is gone. */
const OUTAGE_MS = 3_000;

const test = faultTests('mongodb');

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

import { setTimeout as delay } from 'node:timers/promises';
import type { TestSystem } from '../../harness/test-system.ts';
import type { ServerPids } from './drain-watch.ts';
import { liveChanges, useSample, WARM_UP_SECONDS } from './live-bench.ts';
import { type IdleFigures, percentOfOne } from './live-figures.ts';
import { publishFor } from './steady-publisher.ts';

export type IdleBench = {
  readonly system: TestSystem;
  readonly servers: ServerPids;
  /** Length of each measurement. */
  readonly seconds: number;
  readonly report: (line: string) => void;
};

/** What compiles the code. */
const WARM_UP_RATE = 100;
const CONTACTS = 100;
const CHANGES_PER_SECOND = 2;
/** For what the last change still sets going. */
const SETTLE_MS = 2_000;

/** What a projector and the servers use while next to nothing happens: at two changes a second, at none, and without it. */
export async function benchIdle({ system, servers, seconds, report }: IdleBench): Promise<IdleFigures[]> {
  const changes = liveChanges(CONTACTS);
  const publish = (eventsPerSecond: number, forSeconds: number) =>
    publishFor(forSeconds, { publish: (events) => system.publish(events), eventsPerSecond, next: changes.next });
  const measure = async (pid: number | undefined, work: () => Promise<unknown>) => {
    await delay(SETTLE_MS);
    const begin = useSample(pid, servers);
    await work();
    const end = useSample(pid, servers);
    return {
      ownPercent: percentOfOne(begin, end, 'ownMs'),
      databasePercent: percentOfOne(begin, end, 'databaseMs'),
      brokerPercent: percentOfOne(begin, end, 'brokerMs'),
    };
  };

  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  report('idle: warming up');
  await publish(WARM_UP_RATE, WARM_UP_SECONDS);
  report('idle: measuring');
  const some = await measure(projector.pid, () => publish(CHANGES_PER_SECOND, seconds));
  const none = await measure(projector.pid, () => delay(seconds * 1_000));
  await projector.stop();
  const without = await measure(undefined, () => delay(seconds * 1_000));
  return [
    { projector: 'running', changesPerSecond: CHANGES_PER_SECOND, ...some },
    { projector: 'running', changesPerSecond: 0, ...none },
    { projector: 'none', changesPerSecond: 0, ...without },
  ];
}

import { setTimeout as delay } from 'node:timers/promises';
import { type LiveBench, liveChanges, WARM_UP_SECONDS } from './live-bench.ts';
import { percentOfOne, type Use, useSample } from './process-use.ts';
import { aligned } from './results.ts';
import { publishSteadily } from './steady-publisher.ts';

/** A projector with next to nothing to do; processor time in percent of one processor. */
export type IdleFigures = Use & { readonly what: string };

/** What compiles the code. */
const WARM_UP_RATE = 100;
const CONTACTS = 100;
const CHANGES_PER_SECOND = 2;
/** For what the last change still sets going. */
const SETTLE_MS = 2_000;

/** What a projector and the servers use while next to nothing happens: at two changes a second, at none, and without it. */
export async function benchIdle({ system, servers, seconds, report }: Omit<LiveBench, 'rate'>): Promise<IdleFigures[]> {
  const changes = liveChanges(CONTACTS);
  const publish = async (eventsPerSecond: number, forSeconds: number) => {
    const publisher = publishSteadily({ publish: system.publish, eventsPerSecond, next: changes.next });
    await delay(forSeconds * 1_000);
    await publisher.stop();
  };
  const measure = async (what: string, pid: number | undefined, work: () => Promise<unknown>): Promise<IdleFigures> => {
    await delay(SETTLE_MS);
    const begin = useSample(pid, servers);
    await work();
    return { what, ...percentOfOne(begin, useSample(pid, servers)) };
  };

  const projector = await system.startProjector({ LOG_LEVEL: 'info' });
  report('idle: warming up');
  await publish(WARM_UP_RATE, WARM_UP_SECONDS);
  report('idle: measuring');
  const some = await measure(`${CHANGES_PER_SECOND} changes/s`, projector.pid, () =>
    publish(CHANGES_PER_SECOND, seconds),
  );
  const none = await measure('no changes', projector.pid, () => delay(seconds * 1_000));
  await projector.stop();
  return [some, none, await measure('no projector', undefined, () => delay(seconds * 1_000))];
}

/** For people. */
export function idleTable(measured: readonly IdleFigures[]): string {
  const percent = (value: number | null) => (value === null ? '' : `${value.toFixed(2)} %`);
  const rows = measured.map(({ what, own, database, broker }) => [what, ...[own, database, broker].map(percent)]);
  return aligned([['idle, of one processor', 'projector', 'database', 'broker'], ...rows]);
}

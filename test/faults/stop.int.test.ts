import { expect, it } from 'vitest';
import { startProjectorProcess } from '../chaos/projector-process.ts';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const SHORT_SESSION = { KAFKA_SESSION_TIMEOUT_MS: '1500', LOG_LEVEL: 'info' };
const EVENTS = 2_000;
/** Each of the parts that wait for MongoDB may take the limit: two groups, two sweeps, the freshness, the client. */
const LONGEST_STOP_MS = 15_000;

const test = faultTests();

const hasBegun = async () =>
  (await test.world.db.collection('checkpoints').countDocuments({ nextOffset: { $gt: 0 } })) > 0;

it(
  'SIGTERM in the middle of the work: it ends with status 0, and the next one goes on',
  async () => {
    const { world } = test;
    await world.publish(changes(EVENTS));
    const projector = startProjectorProcess({ ...world.environment, ...SHORT_SESSION });
    test.after(() => projector.kill());
    await until(hasBegun);
    expect(await projector.terminate()).toBe(0);
    await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

it(
  'SIGTERM while MongoDB does not answer: it ends within its limit all the same, and loses nothing',
  async () => {
    const { world } = test;
    const { proxy, url } = await test.proxied('MONGODB_URL');
    await world.publish(changes(EVENTS));
    const projector = startProjectorProcess({
      ...world.environment,
      ...SHORT_SESSION,
      MONGODB_URL: url,
      STOP_TIMEOUT_MS: '1000',
    });
    test.after(() => projector.kill());
    await until(hasBegun);
    proxy.hang();
    const told = performance.now();
    expect(await projector.terminate()).toBe(0);
    expect(performance.now() - told).toBeLessThan(LONGEST_STOP_MS);
    proxy.heal();
    await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);
  },
  TIMEOUT_MS,
);

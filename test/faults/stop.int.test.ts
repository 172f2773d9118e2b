import { startTcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ProjectorProcess, startProjectorProcess } from '../chaos/projector-process.ts';
import { changes, type FaultWorld, faultWorld, until } from './fault-world.ts';

const TIMEOUT_MS = 60_000;
const SHORT_SESSION = { KAFKA_SESSION_TIMEOUT_MS: '1500', LOG_LEVEL: 'info' };
const EVENTS = 2_000;
/** Each of the parts that wait for MongoDB may take the limit: two groups, two sweeps, the freshness, the client. */
const LONGEST_STOP_MS = 15_000;

let world: FaultWorld;
let projector: ProjectorProcess | undefined;
beforeEach(async () => {
  world = await faultWorld();
});
afterEach(async () => {
  await projector?.kill();
  projector = undefined;
  await world.close();
});

const hasBegun = async () => (await world.db.collection('checkpoints').countDocuments({ nextOffset: { $gt: 0 } })) > 0;

it(
  'SIGTERM in the middle of the work: it ends with status 0, and the next one goes on',
  async () => {
    await world.publish(changes(EVENTS));
    projector = startProjectorProcess({ ...world.environment, ...SHORT_SESSION });
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
    const { hostname, port } = new URL(world.environment.MONGODB_URL ?? '');
    const proxy = await startTcpProxy({ host: hostname, port: Number(port) });
    const url = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
    await world.publish(changes(EVENTS));
    projector = startProjectorProcess({
      ...world.environment,
      ...SHORT_SESSION,
      MONGODB_URL: url,
      STOP_TIMEOUT_MS: '1000',
    });
    await until(hasBegun);
    proxy.hang();
    const told = performance.now();
    expect(await projector.terminate()).toBe(0);
    expect(performance.now() - told).toBeLessThan(LONGEST_STOP_MS);
    proxy.heal();
    await world.start(SHORT_SESSION);
    expect(await world.wrong()).toEqual([]);
    await proxy.stop();
  },
  TIMEOUT_MS,
);

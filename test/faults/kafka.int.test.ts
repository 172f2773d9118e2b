import { TEST_PARTITIONS } from '@fundlens/projector/testing/projector-fixture';
import { sleep } from '@fundlens/runtime/backoff';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { changes, type FaultWorld, faultWorld, until } from './fault-world.ts';
import { type OwnServers, startOwnServers } from './own-servers.ts';

const TIMEOUT_MS = 120_000;
const SESSION = { KAFKA_SESSION_TIMEOUT_MS: '3000' };
/** Longer than the session, and than every time limit of the projector's own questions to Kafka. */
const AWAY_MS = 8_000;

let servers: OwnServers;
let world: FaultWorld;
beforeAll(async () => {
  servers = await startOwnServers('kafka', { own: ['kafka'], shared: inject('stack') });
}, TIMEOUT_MS);
beforeEach(async () => {
  world = await faultWorld(servers.addresses());
});
afterEach(() => world.close());
afterAll(() => servers.close());

it(
  'coordinator away at start, and Kafka down for a minute: the projector waits for it and goes on',
  async () => {
    await world.publish(changes(300));
    await servers.kill();
    const starting = world.start(SESSION);
    await sleep(1_000);
    await servers.start();
    const projector = await starting;
    expect(await world.wrong()).toEqual([]);
    await until(async () => (await projector.health()).ok);

    await servers.kill();
    await until(async () => (await projector.health()).checks.freshness === 'kafka_unavailable');
    await sleep(AWAY_MS);
    await servers.start();
    await world.publish(changes(300, 300));
    expect(await world.wrong()).toEqual([]);
    await until(async () => (await projector.health()).ok);
  },
  TIMEOUT_MS,
);

it(
  'log replaced by an empty one: its partitions stop with the reason, and what is stored stays as it is',
  async () => {
    await world.publish(changes(300));
    const running = await world.start(SESSION);
    expect(await world.wrong()).toEqual([]);
    await running.stop();
    await servers.stop();
    servers.empty();
    await servers.start();
    // It makes the topics anew.
    const projector = await world.start(SESSION);
    const places = Array.from({ length: TEST_PARTITIONS }, (_, partition) => `${world.topics.crm}:${partition}`);
    await until(async () => {
      const { checks } = await projector.health();
      return places.every((place) => checks[place] === 'stopped: log_replaced');
    });
    expect(await world.wrongNow()).toEqual([]);
  },
  TIMEOUT_MS,
);

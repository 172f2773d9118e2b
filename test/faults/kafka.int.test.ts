import { TEST_PARTITIONS } from '@fundlens/projector/testing/projector-fixture';
import { sleep } from '@fundlens/runtime/backoff';
import { outageMs } from '@fundlens/testing/fault-config';
import { expect, it } from 'vitest';
import { faultTests, TIMEOUT_MS } from './fault-tests.ts';
import { changes, until } from './fault-world.ts';

const AWAY_MS = outageMs();
const LONG_TIMEOUT_MS = TIMEOUT_MS + AWAY_MS;
const SESSION = { KAFKA_SESSION_TIMEOUT_MS: '3000' };

const test = faultTests('kafka');

it(
  'coordinator away at start: the projector waits for it and goes on',
  async () => {
    const { world, servers } = test;
    await world.publish(changes(300));
    await servers.kill();
    const starting = world.start(SESSION);
    await sleep(1_000);
    await servers.start();
    const projector = await starting;
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await projector.health()).degraded);
  },
  TIMEOUT_MS,
);

it(
  `Kafka down for ${AWAY_MS / 1_000} s: the projector says so and goes on`,
  async () => {
    const { world, servers } = test;
    await world.publish(changes(300));
    const projector = await world.start(SESSION);
    expect(await world.wrong()).toEqual([]);
    await servers.kill();
    await until(async () => (await projector.health()).checks.freshness === 'kafka_unavailable');
    await sleep(AWAY_MS);
    await servers.start();
    await world.publish(changes(300, 300));
    expect(await world.wrong()).toEqual([]);
    await until(async () => !(await projector.health()).degraded);
  },
  LONG_TIMEOUT_MS,
);

it(
  'log replaced by an empty one, while one projector runs and before another starts: its partitions stop with the reason',
  async () => {
    const { world, servers } = test;
    await world.publish(changes(300));
    const running = await world.start(SESSION);
    expect(await world.wrong()).toEqual([]);
    await servers.stop();
    servers.empty();
    await servers.start();
    // It makes the topics anew.
    const later = await world.start(SESSION);

    const places = Array.from({ length: TEST_PARTITIONS }, (_, partition) => `${world.topics.crm}:${partition}`);
    const allStopped = async (...projectors: readonly (typeof running)[]) => {
      const reports = await Promise.all(projectors.map(({ health }) => health()));
      return places.every((place) => reports.some(({ checks }) => checks[place] === 'stopped: log_replaced'));
    };
    const runningStopped = async () => Object.values((await running.health()).checks).includes('stopped: log_replaced');
    // Until the one that ran has joined its group again, the other one has all partitions.
    await until(async () => (await allStopped(running, later)) && (await runningStopped()));
    expect(await world.wrongNow()).toEqual([]);
    await running.stop();
    await until(() => allStopped(later));
    expect(await world.wrongNow()).toEqual([]);
  },
  TIMEOUT_MS,
);

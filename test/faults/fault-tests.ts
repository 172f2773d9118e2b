import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type FaultWorld, faultWorld } from './fault-world.ts';
import { givenMongodb } from '../harness/given-mongodb.ts';
import { type OwnServers, type ServerName, startOwnServers } from '../harness/own-servers.ts';

/** Of a test, and until servers of a file are up or gone: what takes seconds alone takes a minute on a busy machine. */
export const TIMEOUT_MS = 120_000;

/** For the tests that kill or restore MongoDB: whether they are skipped, and what their titles say of it. */
export const mongodb = givenMongodb(process.env);

export type FaultTests = {
  /** Of the test that runs: with topics, groups and a database of its own. */
  readonly world: FaultWorld;
  /** Those that belong to this file. MongoDB is not among them where the run has named one: see given-mongodb.ts. */
  readonly servers: OwnServers;
  /** A way to the server that this variable of the world names, which the test can take away. Healed at its end. */
  proxied(variable: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }>;
  /** Undone after the test, when its world is closed. */
  after(undo: () => Promise<unknown> | unknown): void;
};

/** Sets up a file of fault tests: servers of its own for all of them, if it names some, and a world for each. */
export function faultTests(...asked: readonly ServerName[]): FaultTests {
  const own = mongodb.ownOf(asked);
  let servers: OwnServers | undefined;
  let world: FaultWorld | undefined;
  const proxies: TcpProxy[] = [];
  const undoing: (() => Promise<unknown> | unknown)[] = [];

  if (own.length > 0) {
    beforeAll(async () => {
      servers = await startOwnServers({ own, shared: inject('stack') });
    }, TIMEOUT_MS);
    afterAll(() => servers?.close(), TIMEOUT_MS);
  }
  beforeEach(async () => {
    world = await faultWorld(servers?.addresses());
  }, TIMEOUT_MS);
  afterEach(async () => {
    for (const proxy of proxies) proxy.heal();
    await world?.close();
    for (const undo of undoing.splice(0)) await undo();
    for (const proxy of proxies.splice(0)) await proxy.stop();
  }, TIMEOUT_MS);

  const present = <T>(part: T | undefined): T => {
    if (part === undefined) throw new TypeError('it is there while a test runs, and only where the file asked for it');
    return part;
  };
  return {
    get world() {
      return present(world);
    },
    get servers() {
      return present(servers);
    },
    async proxied(variable) {
      const proxied = await startProxyOf(present(world).environment[variable] ?? '');
      proxies.push(proxied.proxy);
      return proxied;
    },
    after: (undo) => void undoing.push(undo),
  };
}

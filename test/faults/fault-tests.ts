import { startTcpProxy, type TcpProxy } from '@fundlens/testing/tcp-proxy';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type FaultWorld, faultWorld } from './fault-world.ts';
import { type OwnServers, type ServerName, startOwnServers } from './own-servers.ts';

/** Of a test, and until servers of a file are up or gone: what takes seconds alone takes a minute on a busy machine. */
export const TIMEOUT_MS = 120_000;

export type FaultTests = {
  /** Of the test that runs: with topics, groups and a database that nobody else uses. */
  readonly world: FaultWorld;
  /** Those that belong to this file. */
  readonly servers: OwnServers;
  /** A way to the server that this variable of the world names, which the test can take away. Healed at its end. */
  proxied(variable: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }>;
  /** Undone after the test, when its world is closed. */
  after(undo: () => Promise<unknown> | unknown): void;
};

/** Sets up a file of fault tests: servers of its own for all of them, if it names some, and a world for each. */
export function faultTests(...own: readonly ServerName[]): FaultTests {
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
      const target = new URL(present(world).environment[variable] ?? '');
      const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) });
      proxies.push(proxy);
      target.host = `127.0.0.1:${proxy.port}`;
      // The driver would go on by the name that the server gives itself.
      if (target.protocol === 'mongodb:') target.search = '?directConnection=true';
      return { proxy, url: target.href };
    },
    after: (undo) => void undoing.push(undo),
  };
}

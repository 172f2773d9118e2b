import { connect, type Socket } from 'node:net';
import { type Heal, type ServiceTarget, strike } from '../strike.ts';
import type { ServiceChange } from '../system.ts';
import type { Fault, FaultSite } from './fault.ts';

/** Of each query service of this system; the default is 10,000, for which one process has not the sockets. */
export const MAX_CONNECTIONS = 300;
const CLIENTS = 400;
const BYTE_EVERY_MS = 1_000;
/** An hour ahead. */
const AHEAD = { NODE_OPTIONS: `--import=${new URL('./clock-ahead.ts', import.meta.url).href}` };
const OTHER_KEEP_LIST = { CUSTOM_FIELD_KEEP_LIST: 'a-field-of-one-instance' };

export const serviceFaults: readonly Fault[] = [
  {
    name: 'projector-killed',
    alerts: ['FundlensServiceDown'],
    inject: (site) => killed(site, 'projector-1'),
  },
  {
    name: 'all-projectors-killed',
    alerts: ['FundlensServiceDown'],
    inject: (site) => killed(site, 'projector-1', 'projector-2'),
  },
  {
    // It goes on after the other one took its partitions: its late writes change nothing.
    name: 'projector-frozen',
    alerts: ['FundlensServiceDown'],
    inject: async ({ system }) => strike({ kind: 'stop', target: 'projector-1' }, system.victims),
  },
  { name: 'projector-stopped-without-mongodb', inject: stoppedWithoutMongodb },
  { name: 'full-disk-for-logs', inject: (site) => changed(site, 'projector-1', { logFile: '/dev/full' }) },
  {
    name: 'query-killed',
    alerts: ['FundlensServiceDown'],
    inject: (site) => killed(site, 'query-1'),
  },
  {
    name: 'all-queries-killed',
    alerts: ['FundlensServiceDown'],
    inject: (site) => killed(site, 'query-1', 'query-2'),
  },
  {
    name: 'slow-clients',
    alerts: ['FundlensConnectionsHigh', 'FundlensApiErrors'],
    inject: slowClients,
  },
  {
    name: 'clock-ahead',
    alerts: ['FundlensClockSkew'],
    inject: (site) => changed(site, 'projector-1', { options: AHEAD }),
  },
  {
    name: 'unequal-options',
    alerts: ['FundlensOptionsDiffer'],
    inject: (site) => changed(site, 'projector-2', { options: OTHER_KEEP_LIST }),
  },
];

async function killed({ system }: FaultSite, ...names: readonly ServiceTarget[]): Promise<Heal> {
  const services = names.map((name) => system.victims.services[name]);
  await Promise.all(services.map((service) => service.kill()));
  return async () => void (await Promise.all(services.map((service) => service.restart())));
}

async function changed(site: FaultSite, name: ServiceTarget, change: ServiceChange): Promise<Heal> {
  const { victims, changes } = site.system;
  const service = victims.services[name];
  changes.set(name, change);
  await service.terminate();
  // It may never become ready with these.
  const started = service.restart();
  return async () => {
    changes.delete(name);
    await started;
    await service.terminate();
    await service.restart();
  };
}

/** It ends with 0 within its limit all the same. */
async function stoppedWithoutMongodb({ system, broken }: FaultSite): Promise<Heal> {
  const { services, proxies } = system.victims;
  proxies.mongodb.hang();
  const status = await services['projector-1'].terminate();
  if (status !== 0) broken('services that did not end well', `projector-1 ended with ${status} without MongoDB`);
  return async () => {
    proxies.mongodb.heal();
    await services['projector-1'].restart();
  };
}

/** More clients than connections are allowed, each of which sends a byte of its request now and then. */
async function slowClients({ system, context: { signal } }: FaultSite): Promise<Heal> {
  const over = new AbortController();
  const port = Number(new URL(system.baseUrls[0] ?? '').port);
  const sockets = new Set<Socket>();
  const add = () => {
    if (over.signal.aborted || signal.aborted) return;
    const socket = connect(port, '127.0.0.1');
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      setTimeout(add, BYTE_EVERY_MS).unref();
    });
    socket.resume();
    socket.write('GET /api/v1/locations HTTP/1.1\r\nx-slow: ');
  };
  for (let n = 0; n < CLIENTS; n += 1) add();
  const writing = setInterval(() => {
    for (const socket of sockets) if (!socket.connecting && socket.writable) socket.write('x');
  }, BYTE_EVERY_MS);
  return async () => {
    over.abort();
    clearInterval(writing);
    for (const socket of sockets) socket.destroy();
  };
}

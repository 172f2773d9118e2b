import { connect, type Socket } from 'node:net';
import type { Heal } from '../strike.ts';
import type { Fault, FaultSite } from './fault.ts';

/** Of each query service of this system; the default is 10,000, for which one process has not the sockets. */
export const MAX_CONNECTIONS = 300;
const CLIENTS = 400;
const BYTE_EVERY_MS = 1_000;

export const clientFaults: readonly Fault[] = [
  {
    name: 'slow-clients',
    what: `${CLIENTS} clients send a byte of their request each second; ${MAX_CONNECTIONS} connections are allowed`,
    metric: `fundlens_query_connections > ${0.9 * MAX_CONNECTIONS}`,
    alerts: ['FundlensConnectionsHigh', 'FundlensApiErrors'],
    healedBy: 'the clients go away; until then the service cuts each after its time limit',
    inject: slowClients,
  },
];

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

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createCommandCounter } from './command-counter.ts';

/** Stands between a client and MongoDB and counts the commands that the client sends. It costs time: measure none beside it. */
export type CommandProxy = {
  /** Of MongoDB, through it. */
  readonly url: string;
  /** By command, since it started. */
  counts(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
};

/** @returns null when the URL names more than one host, or none: clients would go around it */
export async function startCommandProxy(mongodbUrl: string): Promise<CommandProxy | null> {
  const target = URL.parse(mongodbUrl);
  if (target?.protocol !== 'mongodb:') return null;
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port || '27017') });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.once('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('error', () => socket.destroy());
    }
    const take = createCommandCounter((command) => counts.set(command, (counts.get(command) ?? 0) + 1));
    client.on('data', take);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Else the driver goes around it, to the addresses that the members of a replica set tell.
  url.searchParams.delete('replicaSet');
  url.searchParams.set('directConnection', 'true');
  return {
    url: url.href,
    counts: () => new Map(counts),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

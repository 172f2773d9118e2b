import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy that stands between a client and a real server, so that a test can take the server away without
 * stopping it for everybody.
 */
export type TcpProxy = {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Keeps connections and accepts new ones, but carries nothing: a server that never answers. */
  hang(): void;
  /** Carries everything again; what was held back while it hung is carried now. */
  heal(): void;
  stop(): Promise<void>;
};

type Mode = 'carrying' | 'cut' | 'hanging';

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  let mode: Mode = 'carrying';
  const sockets = new Set<Socket>();

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other side hears of it by the socket's end; a test looks at what the client makes of it.
    socket.on('error', () => socket.destroy());
    if (mode === 'hanging') socket.pause();
  };

  const server = createServer((client) => {
    if (mode === 'cut') return client.destroy();
    const upstream = connect(target);
    track(client);
    track(upstream);
    pass(client, upstream);
    pass(upstream, client);
    return undefined;
  });
  await listen(server);

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    hang() {
      mode = 'hanging';
      for (const socket of sockets) socket.pause();
    },
    heal() {
      mode = 'carrying';
      for (const socket of sockets) socket.resume();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };

  function pass(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (mode === 'carrying') from.resume();
    });
    from.on('end', () => to.end());
    from.on('close', () => to.destroy());
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

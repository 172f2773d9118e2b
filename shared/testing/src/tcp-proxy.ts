import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { createSlowLink, type LinkConditions } from './slow-link.ts';

/**
 * A TCP proxy that stands between a client and a real server, so that a test can take the server away without
 * stopping it for all clients.
 */
export type TcpProxy = {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Keeps connections and accepts new ones, but carries nothing: a server that never answers. */
  hang(): void;
  /** Carries everything slowly, in both directions, on connections of now and later. */
  slow(conditions: LinkConditions): void;
  /** Breaks all connections at once, as a server that crashed does (RST); new ones are carried. */
  reset(): void;
  /** Says on all connections that the server sends no more, and drops what it sends; what clients send is carried. */
  halfClose(): void;
  /** Carries everything again; what was held back while it hung or was slow is carried now. */
  heal(): void;
  stop(): Promise<void>;
};

export type TcpProxyOptions = {
  /** On 127.0.0.1; by default a free one. */
  readonly port?: number;
  /** For jitter: uniform in 0 (included) to 1 (excluded). */
  readonly random?: () => number;
  /** So much may be on its way in one direction of a connection; the sender is held up beyond it. */
  readonly windowBytes?: number;
};

type Mode = 'carrying' | 'cut' | 'hanging';
/** Null: the sender has ended its side. */
type Waiting = { readonly at: number; readonly chunk: Buffer | null };

/** As much as a connection over a long distance holds; with latency it is a limit of bandwidth too. */
const USUAL_WINDOW_BYTES = 256 * 1024;

export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  { port = 0, random = Math.random, windowBytes = USUAL_WINDOW_BYTES }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  let mode: Mode = 'carrying';
  let conditions: LinkConditions | null = null;
  const clients = new Set<Socket>();
  const sockets = new Set<Socket>();
  /** One for each direction of each connection. */
  const directions = new Set<Direction>();

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other side hears of it by the socket's end; a test looks at what the client makes of it.
    socket.on('error', () => socket.destroy());
  };

  const server = createServer((client) => {
    if (mode === 'cut') return client.destroy();
    const upstream = connect(target);
    track(client);
    track(upstream);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    carry(client, upstream);
    carry(upstream, client);
    return undefined;
  });
  await listen(server, port);

  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    hang() {
      mode = 'hanging';
      for (const direction of directions) direction.pump();
    },
    slow(slower) {
      conditions = slower;
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    halfClose() {
      for (const client of clients) client.end();
    },
    heal() {
      mode = 'carrying';
      conditions = null;
      for (const direction of directions) direction.hurry();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };

  function carry(from: Socket, to: Socket): void {
    const direction = createDirection(from, to, { isHeld: () => mode === 'hanging', random, windowBytes });
    directions.add(direction);
    from.on('data', (chunk: Buffer) => direction.take(chunk, conditions));
    from.on('end', () => direction.take(null, conditions));
    from.on('close', () => {
      directions.delete(direction);
      to.destroy();
    });
    to.on('drain', () => direction.pump());
    direction.pump();
  }
}

type Direction = {
  take(chunk: Buffer | null, conditions: LinkConditions | null): void;
  /** Sends what is due and holds the sender up while too much is on its way. */
  pump(): void;
  /** Sends everything now. */
  hurry(): void;
};

function createDirection(
  from: Socket,
  to: Socket,
  {
    isHeld,
    random,
    windowBytes,
  }: { readonly isHeld: () => boolean } & Required<Pick<TcpProxyOptions, 'random' | 'windowBytes'>>,
): Direction {
  const link = createSlowLink(random);
  let waiting: Waiting[] = [];
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function send(chunk: Buffer | null): void {
    bytes -= chunk?.length ?? 0;
    if (chunk === null) to.end();
    else if (!to.writableEnded) to.write(chunk);
  }

  function pump(): void {
    clearTimeout(timer);
    if (from.destroyed) return;
    if (!isHeld()) {
      const now = performance.now();
      for (let next = waiting[0]; next !== undefined && next.at <= now; next = waiting[0]) {
        waiting.shift();
        send(next.chunk);
      }
      const next = waiting[0];
      if (next !== undefined) timer = setTimeout(pump, next.at - now);
    }
    if (isHeld() || to.writableNeedDrain || bytes > windowBytes) from.pause();
    else from.resume();
  }

  return {
    pump,
    take(chunk, conditions) {
      const now = performance.now();
      const at = conditions === null ? (waiting.at(-1)?.at ?? 0) : link.arrival(chunk?.length ?? 0, now, conditions);
      waiting.push({ at, chunk });
      bytes += chunk?.length ?? 0;
      pump();
    },
    hurry() {
      link.clear();
      waiting = waiting.map(({ chunk }) => ({ at: 0, chunk }));
      pump();
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How a connection is slower than the machine's own. */
export type LinkConditions = {
  /** Added to every byte's way, in one direction. */
  readonly latencyMs: number;
  /** At most this is added on top, differently for each chunk; order is kept, as TCP keeps it. */
  readonly jitterMs: number;
  /** For each direction of each connection; null: unlimited. */
  readonly bytesPerSecond: number | null;
};

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

type Mode = 'carrying' | 'cut' | 'hanging';
/** Null: the sender has ended its side. */
type Waiting = { readonly at: number; readonly chunk: Buffer | null };

/**
 * So much may be on its way in one direction of a connection; the sender is held up beyond it. As much as a connection over a long
 * distance holds; with latency it is a limit of bandwidth too.
 */
const WINDOW_BYTES = 256 * 1024;

/**
 * A TCP proxy that stands between a client and a real server, so that a test can take the server away without
 * stopping it for all clients.
 */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  /** `port` on 127.0.0.1, by default a free one; `random` for jitter: uniform in 0 (included) to 1 (excluded). */
  { port = 0, random = Math.random }: { readonly port?: number; readonly random?: () => number } = {},
) {
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
    /** On 127.0.0.1. */
    port: (server.address() as AddressInfo).port,
    /** Ends all connections and refuses new ones. */
    cut() {
      mode = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    /** Keeps connections and accepts new ones, but carries nothing: a server that never answers. */
    hang() {
      mode = 'hanging';
      for (const direction of directions) direction.pump();
    },
    /** Carries everything slowly, in both directions, on connections of now and later. */
    slow(slower: LinkConditions) {
      conditions = slower;
    },
    /** Breaks all connections at once, as a server that crashed does (RST); new ones are carried. */
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    /** Says on all connections that the server sends no more, and drops what it sends; what clients send is carried. */
    halfClose() {
      for (const client of clients) client.end();
    },
    /** Carries everything again; what was held back while it hung or was slow is carried now. */
    heal() {
      mode = 'carrying';
      conditions = null;
      for (const direction of directions) direction.hurry();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };

  function carry(from: Socket, to: Socket): void {
    const direction = createDirection(from, to, { isHeld: () => mode === 'hanging', random });
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
  { isHeld, random }: { readonly isHeld: () => boolean; readonly random: () => number },
): Direction {
  /** When the way is free again, and when the last chunk has arrived: nothing arrives before what was sent earlier. */
  let [free, last] = [0, 0];
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
    if (isHeld() || to.writableNeedDrain || bytes > WINDOW_BYTES) from.pause();
    else from.resume();
  }

  return {
    pump,
    take(chunk, conditions) {
      const now = performance.now();
      const size = chunk?.length ?? 0;
      if (conditions !== null) {
        const { latencyMs, jitterMs, bytesPerSecond } = conditions;
        free = Math.max(now, free) + (bytesPerSecond === null ? 0 : (size / bytesPerSecond) * 1_000);
        last = Math.max(last, free + latencyMs + random() * jitterMs);
      }
      waiting.push({ at: conditions === null ? (waiting.at(-1)?.at ?? 0) : last, chunk });
      bytes += size;
      pump();
    },
    hurry() {
      [free, last] = [0, 0];
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

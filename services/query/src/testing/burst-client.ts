import { connect, type Socket } from 'node:net';

export type BurstRequest = {
  readonly target: string;
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

export type BurstResponse = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

export type BurstClient = ReturnType<typeof createBurstClient>;

type Connection = {
  readonly socket: Socket;
  readonly waiting: ((response: BurstResponse | null) => void)[];
};

const HEAD_END = '\r\n\r\n';

/** Keep-alive connections on raw sockets: `fetch` and `node:http` would take longer than the server that is tested. */
export function createBurstClient(port: () => number, { connections }: { connections: number }) {
  const open: (Connection | undefined)[] = new Array(connections).fill(undefined);
  /** Of the next request. */
  let turn = 0;

  function connection(index: number): Connection {
    const known = open[index];
    if (known?.socket.writable) return known;
    const socket = connect({ port: port(), host: '127.0.0.1', noDelay: true });
    const created: Connection = { socket, waiting: [] };
    let unread: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      for (let read = firstResponse(unread); read !== null; read = firstResponse(unread)) {
        unread = unread.subarray(read.bytes);
        created.waiting.shift()?.(read.response);
      }
    });
    // The connection's end tells the requests on it.
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.destroy());
    socket.on('close', () => {
      for (const answered of created.waiting.splice(0)) answered(null);
    });
    open[index] = created;
    return created;
  }

  return {
    /**
     * Writes all requests in the same tick, spread over the connections, so that the server reads them in one turn of its
     * event loop. Returns the answers in the order of the requests; null where the connection ended without one.
     */
    send(requests: readonly BurstRequest[]): Promise<(BurstResponse | null)[]> {
      const texts = new Map<Connection, string>();
      const responses = requests.map((request) => {
        const taken = connection(turn);
        turn = (turn + 1) % connections;
        texts.set(taken, (texts.get(taken) ?? '') + textOf(request));
        return new Promise<BurstResponse | null>((resolve) => taken.waiting.push(resolve));
      });
      for (const [{ socket }, text] of texts) socket.write(text, 'latin1');
      return Promise.all(responses);
    },
    /** Ends this many connections at once, whatever is under way on them. */
    hangUp(count: number) {
      for (const one of open.slice(0, count)) one?.socket.destroy();
    },
    close() {
      for (const one of open) one?.socket.destroy();
    },
  };
}

function textOf({ target, token, headers = {} }: BurstRequest): string {
  const given = { Host: 'localhost', ...headers, ...(token !== null && { Authorization: `Bearer ${token}` }) };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** Null while it is not complete. Every answer of the service with a body states its length. */
export function firstResponse(bytes: Buffer): { readonly response: BurstResponse; readonly bytes: number } | null {
  const headBytes = bytes.indexOf(HEAD_END);
  if (headBytes === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headBytes).split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  const start = headBytes + HEAD_END.length;
  const status = Number(statusLine.split(' ')[1]);
  const end = start + (status === 304 ? 0 : Number(headers.get('content-length')));
  if (Number.isNaN(end)) throw new TypeError(`an answer without its length: ${statusLine}`);
  if (bytes.length < end) return null;
  return { response: { status, headers, body: bytes.toString('utf8', start, end) }, bytes: end };
}

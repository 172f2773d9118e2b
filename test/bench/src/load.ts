import { connect } from 'node:net';
import { cpuMsOf } from './process-use.ts';

/**
 * Sends requests as fast as they are answered, from a process of its own: so many connections, each with one request
 * under way. Prints what came of it as JSON. It has the least of an HTTP client: requests that are bytes already, responses
 * of which only status and length are looked at. A full client costs as much processor time as the service that it
 * measures, and on a machine with two cores it takes that time from the service.
 */

export type LoadTask = {
  /** Origin. */
  readonly url: string;
  readonly paths: readonly string[];
  readonly token: string;
  readonly connections: number;
  readonly seconds: number;
  /** The process that serves. */
  readonly pid: number;
};

export type LoadResult = {
  readonly requestsPerSecond: number;
  readonly p50Micros: number;
  readonly p99Micros: number;
  /** Processor time of the process that serves, for each request; null where it is not on this machine. */
  readonly ownMicros: number | null;
  /** Answers other than 200: a measurement with any of them is void. */
  readonly failed: number;
};

/** Connections are open before anything counts. */
const CONNECT_SECONDS = 0.5;
/** What a socket is read into, again and again: larger than most responses, so that one read takes all of them. */
const BUFFER_BYTES = 64 * 1_024;
const HEAD_END = '\r\n\r\n';
/** Of a response's head; what comes behind it is not decoded. */
const MAX_HEAD_BYTES = 4_096;
const OK = /^HTTP\/1\.1 200 /;
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;

const { url, paths, token, connections, seconds, pid } = JSON.parse(process.argv[2] ?? '') as LoadTask;
const { host, hostname, port } = new URL(url);
const requests = paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
);
const latencies: number[] = [];
let counts = false;
let failed = 0;

for (let number = 0; number < connections; number += 1) keepAsking(number);
await pause(CONNECT_SECONDS);
const cpuBefore = cpuMsOf(pid);
const began = performance.now();
counts = true;
await pause(seconds);
counts = false;
const elapsedMs = performance.now() - began;
const cpuMs = cpuMsOf(pid) - cpuBefore;

latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.ceil(latencies.length * share) - 1] ?? 0;
const output: LoadResult = {
  requestsPerSecond: (latencies.length * 1_000) / elapsedMs,
  p50Micros: at(0.5),
  p99Micros: at(0.99),
  ownMicros: (cpuMs * 1_000) / latencies.length,
  failed,
};
console.log(JSON.stringify(output));
process.exit();

/** One connection: the next request as soon as a response is complete. What goes wrong with it ends the process. */
function keepAsking(number: number): void {
  // Each begins elsewhere, so that not all ask for the same at the same time.
  let next = Math.floor((number * requests.length) / connections);
  let sentAt = 0;
  let head = '';
  let received = 0;
  /** Bytes of the whole response; null until its head has come. */
  let expected: number | null = null;
  const onread = {
    buffer: Buffer.allocUnsafe(BUFFER_BYTES),
    callback(count: number, buffer: Uint8Array) {
      take(Buffer.from(buffer.buffer, buffer.byteOffset, count));
      return true;
    },
  };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
  socket.once('close', () => {
    throw new Error(`${url} closed the connection`);
  });
  ask();

  function ask(): void {
    const request = requests[next];
    if (request === undefined) throw new TypeError('there is nothing to ask for');
    next = (next + 1) % requests.length;
    [head, received, expected] = ['', 0, null];
    sentAt = performance.now();
    socket.write(request);
  }

  function take(piece: Buffer): void {
    received += piece.length;
    if (expected === null) {
      head += piece.toString('latin1', 0, MAX_HEAD_BYTES);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const stated = CONTENT_LENGTH.exec(head)?.[1];
      if (stated === undefined) throw new Error('a response without Content-Length is not measured');
      expected = end + HEAD_END.length + Number(stated);
    }
    if (received < expected) return;
    if (counts) {
      latencies.push((performance.now() - sentAt) * 1_000);
      if (!OK.test(head)) failed += 1;
    }
    ask();
  }
}

function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration * 1_000));
}

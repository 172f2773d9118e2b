import type { ServerResponse } from 'node:http';

/** A connection may stall for a while, e.g. on a train in a tunnel. */
const PATIENCE_MS = 20_000;
/** One megabit a second: too slow for reports of megabytes. */
const SLOWEST_BYTES_PER_SECOND = 128 * 1024;

/** How long a client may take to read a response of that length, in milliseconds. */
export function timeToTake(bytes: number): number {
  return PATIENCE_MS + Math.ceil((bytes * 1_000) / SLOWEST_BYTES_PER_SECOND);
}

/**
 * Cuts the connection when the client reads the response too slowly. The limit for silent connections does not stop a
 * client that reads a byte now and then, and so keeps megabytes in memory.
 */
export function cutSlowReader(response: ServerResponse, bytes: number, onCut: () => void): void {
  const timer = setTimeout(() => {
    onCut();
    response.destroy();
  }, timeToTake(bytes));
  response.once('close', () => clearTimeout(timer));
}

import type { ServerResponse } from 'node:http';

/** A connection may stand still for a while: a train in a tunnel. */
const PATIENCE_MS = 20_000;
/** One megabit a second, below which nobody loads reports of megabytes. */
const SLOWEST_BYTES_PER_SECOND = 128 * 1024;

/** How long a client may take for an answer of that length, in milliseconds. */
export function timeToTake(bytes: number): number {
  return PATIENCE_MS + Math.ceil((bytes * 1_000) / SLOWEST_BYTES_PER_SECOND);
}

/**
 * Cuts the connection when the answer is not taken in time. The limit for connections on which nothing moves does not see
 * a client that takes a byte now and then, and keeps megabytes here by it.
 */
export function cutSlowReader(response: ServerResponse, bytes: number, onCut: () => void): void {
  const timer = setTimeout(() => {
    onCut();
    response.destroy();
  }, timeToTake(bytes));
  response.once('close', () => clearTimeout(timer));
}

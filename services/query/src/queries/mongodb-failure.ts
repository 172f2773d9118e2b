import { RetryableError } from '@fundlens/runtime/errors';
import { isLostConnection } from '@fundlens/runtime/lost-connection';
import { MongoError, MongoServerError } from 'mongodb';

/** Server codes that pass: no primary, stepping down, shutting down, time limits, write concern not reached. */
const PASSING_CODES: ReadonlySet<number> = new Set([
  6, 7, 50, 64, 89, 91, 112, 175, 189, 262, 290, 317, 358, 384, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/**
 * Runs one operation and sorts what it throws: everything that comes of the server being away or busy becomes
 * `RetryableError('mongodb_away')`; what is left is a bug and passes unchanged.
 */
export async function orAway<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    throw isPassing(error) ? new RetryableError('mongodb_away', 'MongoDB does not answer', { cause: error }) : error;
  }
}

function isPassing(error: unknown): boolean {
  if (isLostConnection(error)) return true;
  // A MongoError that did not come from the server is about reaching it: selection, network, pool, time limits.
  if (!(error instanceof MongoServerError)) return error instanceof MongoError;
  return PASSING_CODES.has(Number(error.code)) || error.hasErrorLabel('RetryableWriteError');
}

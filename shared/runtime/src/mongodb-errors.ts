import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { FatalError, RetryableError } from './errors.ts';

/** The one place that decides which failures of MongoDB are transient. All others are fatal. */

/** Server codes: away, not primary, stepping down, out of time, too busy, or not acknowledged by enough servers. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound
  46, // LockBusy
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  237, // CursorKilled
  262, // ExceededTimeLimit
  317, // ConnectionPoolExpired
  365, // TemporarilyUnavailable
  384, // ConnectionError
  402, // ResourceExhausted
  462, // IngressRequestRateLimitExceeded
  9001, // SocketException
  10058, // LegacyNotPrimary
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);

const TRANSIENT_LABELS = [
  'RetryableWriteError',
  'TransientTransactionError',
  'RetryableError',
  'SystemOverloadedError',
];

const TRANSIENT_CLASSES = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoOperationTimeoutError,
  MongoWriteConcernError,
  // The client is closing: the next process repeats the operation.
  MongoTopologyClosedError,
  MongoServerClosedError,
  MongoClientClosedError,
  MongoNotConnectedError,
];
/** Not exported by the driver as a class. */
const TRANSIENT_NAMES = new Set(['MongoWaitQueueTimeoutError', 'MongoPoolClearedError', 'MongoPoolClosedError']);

const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}

/** What a bulk write did whose every failure is a duplicate key, with the places of those; null: it failed in another way. */
export function onlyDuplicates(error: unknown): { readonly matched: number; readonly indexes: Set<number> } | null {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return null;
  const failures = [error.writeErrors].flat();
  if (failures.length === 0 || !failures.every(isDuplicateKey)) return null;
  return { matched: error.matchedCount, indexes: new Set(failures.map(({ index }) => index)) };
}

/**
 * Runs `operation` and maps MongoDB's failures to RetryableError or FatalError. Original messages stay in the cause only:
 * they may quote documents.
 */
export async function mapMongoErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw mongoError(error);
  }
}

export function mongoError(error: unknown): unknown {
  if (isLostConnection(error)) {
    return new RetryableError('mongodb_unavailable', 'The connection to MongoDB was lost.', { cause: error });
  }
  if (isUnreadableFile(error)) {
    return new FatalError('mongodb_refused', 'A file of the connection string cannot be read.', { cause: error });
  }
  if (!(error instanceof MongoError)) return error;
  const label = error.code === undefined ? error.name : `${error.name} ${error.code}`;
  if (isTransient(error)) {
    return new RetryableError('mongodb_unavailable', `MongoDB does not take this now (${label}).`, { cause: error });
  }
  return new FatalError('mongodb_refused', `MongoDB refuses this (${label}).`, { cause: error });
}

function isTransient(error: MongoError): boolean {
  if (TRANSIENT_CLASSES.some((known) => error instanceof known) || TRANSIENT_NAMES.has(error.name)) return true;
  if (TRANSIENT_LABELS.some((label) => error.hasErrorLabel(label))) return true;
  if (error instanceof MongoBulkWriteError) return isTransientBulk(error);
  return error instanceof MongoServerError && isTransientCode(error.code);
}

/** A bulk write is transient when each of its failures is; a duplicate key is a lost race, so it is. */
function isTransientBulk(error: MongoBulkWriteError): boolean {
  // The driver wraps the error that ended a bulk write, and hides its class.
  const wrapped: unknown = error.errorResponse;
  if (wrapped instanceof MongoError) return isTransient(wrapped);
  if (isLostConnection(wrapped)) return true;
  const writeErrors = [error.writeErrors].flat();
  if (writeErrors.length === 0)
    return error.result?.getWriteConcernError() !== undefined || isTransientCode(error.code);
  return writeErrors.every((writeError) => isDuplicateKey(writeError) || isTransientCode(writeError.code));
}

function isTransientCode(code: unknown): boolean {
  return typeof code === 'number' && TRANSIENT_CODES.has(code);
}

/** Two upserts of one `_id` can race; the loser finds the document when it retries. */
export async function againAfterRace<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert();
  } catch (error) {
    const isRace = error instanceof MongoBulkWriteError ? onlyDuplicates(error) !== null : isDuplicateKey(error);
    if (!isRace) throw error;
    return await upsert();
  }
}

/** The operations of a store, with the driver's errors as ours. */
export function withMappedErrors<Store extends Readonly<Record<keyof Store, (...args: never[]) => Promise<unknown>>>>(
  store: Store,
): Store {
  const operations = Object.entries<(...args: never[]) => Promise<unknown>>(store);
  const mapped = operations.map(([name, operation]) => [
    name,
    (...args: never[]) => mapMongoErrors(() => operation(...args)),
  ]);
  return Object.fromEntries(mapped) as Store;
}

/** Codes of Node's errors for a socket whose other side is away, and for writes to a closed one. */
const LOST: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN'],
  // The driver asks itself for the servers of `mongodb+srv://`.
  ...['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT'],
  ...['ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED'],
]);

/**
 * Whether this is Node's own error for a lost connection. Clients usually wrap it; MongoDB's driver does not when writing a
 * command fails, e.g. on a connection that the server has half closed.
 */
function isLostConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.has(error.code);
}

/** Of Node, for `tlsCAFile` and `tlsCertificateKeyFile`, which the driver reads when it connects. */
function isUnreadableFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'open';
}

/** What a cursor of MongoDB finds, read as it is taken. @throws RetryableError `mongodb_unavailable` */
export async function* walk<T>(cursor: AsyncIterable<T>): AsyncGenerator<T, void> {
  try {
    yield* cursor;
  } catch (error) {
    throw mongoError(error);
  }
}

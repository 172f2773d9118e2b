/** Codes of Node's errors for a socket whose other side is away, and for writes to a closed one. */
const LOST: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN'],
  ...['ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CLOSED'],
]);

/**
 * Whether this is Node's own error for a lost connection. Clients usually wrap it; MongoDB's driver does not when writing a
 * command fails, e.g. on a connection that the server has half closed.
 */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.has(error.code);
}

import { ConfigError } from '@fundlens/runtime/config';
import { FatalError, failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';

/** Exit statuses for scripts. Listed in infra/guides/operations.md. */
export const EXIT = {
  done: 0,
  /** The command ran, and its result needs attention. */
  attention: 1,
  /** Wrong arguments or configuration; nothing was done. */
  usage: 2,
  /** A server is unavailable; the same command may be given again. */
  unavailable: 3,
  /** Not confirmed, so nothing was changed. */
  unconfirmed: 4,
  /** A bug or a broken invariant, which needs investigation. */
  fatal: 70,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** The exit status and the message for an error. Messages of our own errors hold no values. */
export function explain(error: unknown): { readonly status: ExitStatus; readonly text: string } {
  if (error instanceof ConfigError) return { status: EXIT.usage, text: error.message };
  if (error instanceof InvalidError) return { status: EXIT.usage, text: error.message };
  if (error instanceof RetryableError) {
    return { status: EXIT.unavailable, text: `${error.message} The same command may be given again.` };
  }
  if (error instanceof FatalError) return { status: EXIT.fatal, text: `${error.message} (${error.code})` };
  return { status: EXIT.fatal, text: `This is a bug of the command (${failureCode(error)}).` };
}

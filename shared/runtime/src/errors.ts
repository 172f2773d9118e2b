/**
 * The three kinds of failure that the whole system tells apart (design §8).
 *
 * - retryable: a server is away (MongoDB, Kafka, registry, Redis). Wait and retry; never a dead letter.
 * - invalid: the input is wrong and stays wrong. Set it aside with a reason code; other input goes on.
 * - fatal: a bug or a broken invariant. Stop and say why; never skip.
 *
 * Messages go to operators and logs: they contain codes, names of fields and rules, never values.
 */
export type FailureKind = 'retryable' | 'invalid' | 'fatal';

abstract class FundlensError extends Error {
  abstract readonly kind: FailureKind;
  /** Stable, machine-readable, lower snake case: used in dead letters, logs and metric labels. */
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The operation may succeed later, unchanged. */
export class RetryableError extends FundlensError {
  readonly kind = 'retryable';
}

/** The input breaks a rule; `field` is the path of the offending value, when there is one. */
export class InvalidError extends FundlensError {
  readonly kind = 'invalid';
  readonly field: string | undefined;

  constructor(code: string, message: string, options?: { field?: string; cause?: unknown }) {
    super(code, message, options);
    this.field = options?.field;
  }
}

/** Going on would lose or corrupt data. */
export class FatalError extends FundlensError {
  readonly kind = 'fatal';
}

/** The kind of any thrown value. An unclassified error is a bug, therefore fatal. */
export function failureKind(error: unknown): FailureKind {
  return error instanceof FundlensError ? error.kind : 'fatal';
}

/** A code that is safe to show for any thrown value; unknown errors show only their class. */
export function failureCode(error: unknown): string {
  if (error instanceof FundlensError) return error.code;
  return error instanceof Error ? `unexpected_${error.name}` : 'unexpected_throw';
}

/** Of a thrown value; without the first lines, which repeat the message. */
export function stackFrames(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return stack.split('\n').filter((line) => /^\s+at /.test(line));
}

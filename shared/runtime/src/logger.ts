import { type DestinationStream, type Logger, pino } from 'pino';
import { failureCode, failureKind, stackFrames } from './errors.ts';
import { createLogOutput, type LogOutput } from './log-output.ts';

export type { Logger };

type LoggerOptions = {
  readonly service: string;
  readonly level: string;
  /** The redactor, applied to every finished line. */
  readonly sanitize: (line: string) => string;
  readonly destination?: DestinationStream;
};

const LINE_FORMAT = {
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
} as const;

/** JSON lines on standard output. `error` and `err` fields are reduced by `describeError`. */
export function createLogger({ service, level, sanitize, destination }: LoggerOptions): Logger {
  const options = {
    ...LINE_FORMAT,
    level,
    base: { service },
    serializers: { err: describeError, error: describeError },
    hooks: { streamWrite: sanitize },
  };
  return pino(options, destination ?? standardOutput());
}

/** Fields of a line that is not redacted: numbers, and ids and names of our own. An undefined one is left out. */
export type Facts = Readonly<Record<string, string | number | null | undefined>>;

export type FactLogger = { info(facts: Facts, message: string): void };

/**
 * Writes lines like those of `createLogger` to the same output, without the redactor: for frequent lines that are safe by
 * construction, where redaction would cost most. **Invariant**: no field holds free text of a client or an event.
 */
export function createFactLogger({ service, level, destination }: Omit<LoggerOptions, 'sanitize'>): FactLogger {
  return pino({ ...LINE_FORMAT, level, base: { service } }, destination ?? standardOutput());
}

const STANDARD_OUTPUT = 1;
let output: LogOutput | undefined;

/** One per process: all loggers share the descriptor. */
function standardOutput(): LogOutput {
  if (output !== undefined) return output;
  const opened = createLogOutput(STANDARD_OUTPUT);
  process.once('exit', () => opened.flushNow());
  output = opened;
  return opened;
}

export type ErrorDescription = {
  readonly kind: string;
  readonly code: string;
  readonly message?: string;
  readonly cause?: ErrorDescription;
  readonly stack?: string;
};

const MAX_CAUSES = 4;

/**
 * The parts of an error that a log may show. Our own messages name codes, fields and rules only; messages of libraries may
 * quote values (a duplicate-key message quotes the key), so only their class and stack frames are shown.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  const kind = failureKind(error);
  const code = failureCode(error);
  if (!(error instanceof Error)) return { kind, code };
  const own = !code.startsWith('unexpected_');
  const driverCode = 'code' in error && typeof error.code !== 'object' ? String(error.code) : undefined;
  return {
    kind,
    code: own || driverCode === undefined ? code : `${code}_${driverCode}`,
    ...(own ? { message: error.message } : {}),
    ...(error.cause !== undefined && depth < MAX_CAUSES ? { cause: describeError(error.cause, depth + 1) } : {}),
    ...(own ? {} : { stack: stackFrames(error).join('\n') }),
  };
}

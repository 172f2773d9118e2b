import { ConfigError } from './config.ts';
import { FatalError, failureCode, InvalidError, RetryableError, stackFrames } from './errors.ts';
import { terminationSignal } from './lifecycle.ts';

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
  /** A termination signal ended it. */
  interrupted: 130,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

export type Command = {
  /** Said on standard output for `--help`, and on standard error behind what is wrong with the arguments; null: `run` says it. */
  readonly usage: string | null;
  /** A termination signal may end it at any await. */
  readonly run: (args: readonly string[]) => Promise<ExitStatus>;
  /** The redactor, for what is said of a failure. */
  readonly sanitize: (text: string) => string;
};

/** Thrown by a command whose arguments are wrong. */
export class UsageError extends InvalidError {
  constructor(message: string) {
    super('usage', message);
  }
}

/** Runs a command: its arguments, end, and exit status, and a sentence without values for what ended it. */
export async function runCommand({ usage, run, sanitize }: Command): Promise<never> {
  // The reader of the output may close it early (`| head`): the work goes on, and the exit status tells what became of it.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const args = process.argv.slice(2);
  // Not `exitCode`: an abandoned client may reconnect for minutes.
  process.exit(await Promise.race([statusOf(), terminationSignal().then(() => EXIT.interrupted)]));

  async function statusOf(): Promise<ExitStatus> {
    try {
      if (usage === null || !args.includes('--help')) return await run(args);
      process.stdout.write(usage);
      return EXIT.done;
    } catch (error) {
      const failure = isWrongOption(error) ? new UsageError('An option is wrong.') : error;
      const { status, text } = failureOf(failure);
      process.stderr.write(sanitize(failure instanceof UsageError && usage !== null ? `${text}\n${usage}` : text));
      return status;
    }
  }
}

/** What `parseArgs` of Node says of an option that the command does not have. */
function isWrongOption(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Our own messages say what to do, and hold no values. Of a bug only its places are shown. */
export function failureOf(error: unknown): { readonly status: ExitStatus; readonly text: string } {
  if (error instanceof ConfigError || error instanceof InvalidError) {
    return { status: EXIT.usage, text: `${error.message}\n` };
  }
  if (error instanceof RetryableError) {
    return { status: EXIT.unavailable, text: `${error.message} The same command may be given again.\n` };
  }
  if (error instanceof FatalError) return { status: EXIT.fatal, text: `${error.message} (${error.code})\n` };
  const lines = [`This is a bug of the command (${failureCode(error)}).`, ...stackFrames(error)];
  return { status: EXIT.fatal, text: `${lines.join('\n')}\n` };
}

import { ConfigError } from './config.ts';
import { FatalError, failureCode, InvalidError, RetryableError } from './errors.ts';
import { terminationSignal } from './lifecycle.ts';
import { outliveReader } from './unread-output.ts';

export type Command = {
  /** Said on standard output for `--help`, and on standard error behind what is wrong with the arguments. */
  readonly usage: string;
  /** @returns the exit status. @param signal aborted by the first termination signal */
  readonly run: (args: readonly string[], signal: AbortSignal) => Promise<number>;
  /** Exit status of a failure. */
  readonly failed: number;
  /** The redactor, for what is said of a failure. */
  readonly sanitize: (text: string) => string;
};

/** Thrown by a command whose arguments are wrong. */
export class UsageError extends InvalidError {
  constructor(message: string) {
    super('usage', message);
  }
}

/** Runs a command: its arguments, signal, and exit status, and a sentence without values for what ended it. */
export async function runCommand({ usage, run, failed, sanitize }: Command): Promise<never> {
  outliveReader(process.stdout);
  const args = process.argv.slice(2);
  const stopping = new AbortController();
  void terminationSignal().then(() => stopping.abort());
  // Not `exitCode`: an abandoned client may reconnect for minutes.
  process.exit(await statusOf());

  async function statusOf(): Promise<number> {
    try {
      if (!args.includes('--help')) return await run(args, stopping.signal);
      process.stdout.write(usage);
      return 0;
    } catch (error) {
      const text = error instanceof UsageError ? `${error.message}\n\n${usage}` : `${explained(error)}\n`;
      process.stderr.write(sanitize(text));
      return failed;
    }
  }
}

/** Our own messages say what to do, and hold no values. Of a bug only its places are shown. */
function explained(error: unknown): string {
  if (error instanceof ConfigError || error instanceof InvalidError || error instanceof RetryableError)
    return error.message;
  if (error instanceof FatalError) return `${error.message} (${error.code})`;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [`This is a bug of the command (${failureCode(error)}).`, ...places].join('\n');
}

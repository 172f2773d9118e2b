import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '@fundlens/runtime/config';
import { FatalError, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { outliveReader } from '@fundlens/runtime/unread-output';

const EXIT_OK = 0;
export const EXIT_USAGE = 2;

type Command<Options extends ParseArgsOptionsConfig> = {
  readonly usage: string;
  /** Besides `--help`. */
  readonly options: Options;
  /** The exit code after a failure. */
  readonly exitOfFailure: number;
  /** @returns the exit code; null when the arguments are not those of the usage */
  run(values: ValuesOf<Options>, positionals: readonly string[]): Promise<number | null>;
};

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options }>>['values'];

/** Runs a command as the process: usage, result and failures go to the terminal as sentences. @returns the exit code */
export async function runCommand<Options extends ParseArgsOptionsConfig>(command: Command<Options>): Promise<number> {
  outliveReader(process.stdout);
  const given = argumentsOf(command.options);
  if (given?.values.help) {
    process.stdout.write(command.usage);
    return EXIT_OK;
  }
  try {
    const exit = given && (await command.run(given.values as ValuesOf<Options>, given.positionals));
    if (exit === null) process.stderr.write(command.usage);
    return exit ?? EXIT_USAGE;
  } catch (error) {
    process.stderr.write(`${explained(error)}\n`);
    return command.exitOfFailure;
  }
}

function argumentsOf(options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ allowPositionals: true, options: { ...options, help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** What a failure means to the caller. An error of another kind is a bug: its text may hold values, so only its place is shown. */
function explained(error: unknown): string {
  if (!(error instanceof Error)) return 'The command failed without an error; this is a bug.';
  if ([ConfigError, InvalidError, RetryableError, FatalError].some((kind) => error instanceof kind))
    return error.message;
  const places = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`An unexpected ${error.name} ended the command; this is a bug.`, ...places].join('\n');
}

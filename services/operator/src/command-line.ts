import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { isJson, type Perform } from './command-context.ts';
import { addErase } from './erase/erase-commands.ts';
import { EXIT, type ExitStatus, explain } from './exit-status.ts';
import { addDeadLetters } from './dead-letters/dead-letter-commands.ts';
import type { Operations } from './operations.ts';
import { addRebuild } from './rebuild/rebuild-commands.ts';
import { needsAttention } from './status/status.ts';
import { statusText } from './status/status-text.ts';
import { createTerminal, type TerminalOptions } from './terminal.ts';
import { addVerify } from './verify/verify-commands.ts';

type CommandLineOptions = Omit<TerminalOptions, 'json'> & {
  /** Opens the connections, for commands that need them. `onRemark` takes lines of their log. */
  readonly open: (onRemark: (line: string) => void) => Promise<Operations>;
};

/**
 * Runs one command of an operator and gives its exit status. What changes something asks first, or needs `--yes`; every
 * command prints one JSON document with `--json`.
 */
export async function runCommandLine(args: readonly string[], options: CommandLineOptions): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  const { sanitize } = options;
  const perform: Perform<Operations> = async (json, run) => {
    const terminal = createTerminal({ ...options, json });
    const operations = await options.open(terminal.say);
    try {
      status = await run({ operations, terminal });
    } finally {
      await operations.close();
    }
  };
  const program = new Command('fundlens')
    .description('Operates the projectors and their stored data.')
    .option('--json', 'print one JSON document instead of text')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void options.output.write(sanitize(text)),
      writeErr: (text) => void options.errors.write(sanitize(text)),
    })
    .addHelpText(
      'after',
      '\nIt uses the options of the projector from the environment, else the local stack while "npm start" runs.\n' +
        'Exit status: 0 done, 1 something needs attention, 2 wrong arguments or configuration, 3 a server is unavailable\n' +
        '(try again), 4 not confirmed, 70 a bug.',
    );
  addStatus(program, perform);
  addDeadLetters(program, perform);
  addVerify(program, perform);
  addErase(program, perform);
  addRebuild(program, perform);

  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    // Help and the version end the same way as wrong arguments, but with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const explained = explain(error);
    createTerminal({ ...options, json: false }).fail(explained.text);
    return explained.status;
  }
}

type StatusArguments = {
  readonly projector: readonly string[];
  readonly maxAge: number;
  readonly maxLag: number;
};

/** A projector that keeps up is some seconds behind; restarts and rebalances take a minute. */
const DEFAULT_MAX_AGE_SECONDS = 300;
/** More than a bulk import leaves in one partition for minutes: age is the limit that matters to readers. */
const DEFAULT_MAX_LAG = 1_000_000;

function addStatus(program: Command, perform: Perform<Operations>): void {
  program
    .command('status')
    .description('lag, freshness, what stopped and why, dead letters, dashboards, model versions')
    .option('--projector <url>', 'admin port of a projector to ask; may be repeated', webUrl, [])
    .option('--max-age <seconds>', 'the oldest that a partition may be', wholeNumber, DEFAULT_MAX_AGE_SECONDS)
    .option('--max-lag <records>', 'the most records that a partition may be behind', wholeNumber, DEFAULT_MAX_LAG)
    .action(async (given: StatusArguments, command: Command) => {
      await perform(isJson(command), async ({ operations, terminal }) => {
        const limits = { maxAgeMs: given.maxAge * 1_000, maxLag: given.maxLag };
        const found = await operations.status(given.projector, limits);
        terminal.result(found, statusText(found));
        return needsAttention(found) ? EXIT.attention : EXIT.done;
      });
    });
}

function wholeNumber(given: string): number {
  if (!/^[0-9]{1,9}$/.test(given)) throw new InvalidArgumentError('It must be a whole number of at most nine digits.');
  return Number(given);
}

function webUrl(given: string, before: readonly string[]): readonly string[] {
  const url = URL.parse(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new InvalidArgumentError('It must be a web URL.');
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError('It must not hold a password.');
  return [...before, url.origin];
}

import { Command, CommanderError } from 'commander';
import { addAudit } from './audit/audit-commands.ts';
import type { Perform } from './command-context.ts';
import type { System } from './composition-root.ts';
import { addDeadLetters } from './dead-letters/dead-letter-commands.ts';
import { addErase } from './erase/erase-commands.ts';
import { EXIT, type ExitStatus } from '@fundlens/runtime/run-command';
import { addExplain } from './explain/explain-commands.ts';
import { addGenerations, addRebuild } from './generations/generation-commands.ts';
import { addStatus } from './status-commands.ts';
import { createTerminal, type TerminalOptions } from './terminal.ts';
import { addVerify } from './verify/verify-commands.ts';

const COMMANDS = [addStatus, addDeadLetters, addExplain, addAudit, addVerify, addErase, addGenerations, addRebuild];

type CommandLineOptions = Omit<TerminalOptions, 'json'> & {
  /** Opens the connections, for commands that need them. `onRemark` takes lines of their log. */
  readonly open: (onRemark: (line: string) => void) => Promise<System>;
};

/**
 * Runs one command of an operator and gives its exit status. What changes something asks first, or needs `--yes`; every
 * command prints one JSON document with `--json`. @throws what ended it: see `failureOf`
 */
export async function runCommandLine(args: readonly string[], options: CommandLineOptions): Promise<ExitStatus> {
  let status: ExitStatus = EXIT.done;
  const { sanitize } = options;
  const perform: Perform =
    (run) =>
    async (...all) => {
      const [given, command] = [all.slice(0, -1) as never[], all.at(-1) as Command];
      const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
      const terminal = createTerminal({ ...options, json });
      const system = await options.open(terminal.say);
      try {
        status = await run({ system, terminal }, ...given);
      } catch (error) {
        throw system.advised(error);
      } finally {
        terminal.endLine();
        await system.close();
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
  for (const add of COMMANDS) add(program, perform);

  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help ends the same way as wrong arguments, but with 0.
    return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

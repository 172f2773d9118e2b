import { isKafkaRefusal } from '@fundlens/contracts/kafka/kafka-refusal';
import { isDistrusted } from '@fundlens/runtime/connection-advice';
import { Command, CommanderError } from 'commander';
import type { Perform } from './command-context.ts';
import { addAudit } from './audit/audit-commands.ts';
import { addIndexes } from './audit/indexes-command.ts';
import { addErase } from './erase/erase-commands.ts';
import { addErasures } from './erase/erasures-command.ts';
import { EXIT, type ExitStatus, explain } from './exit-status.ts';
import { addExplain } from './explain/explain-commands.ts';
import { addDeadLetters } from './dead-letters/dead-letter-commands.ts';
import type { Operations } from './composition-root.ts';
import { addGenerations } from './generations/generation-commands.ts';
import { addStatus } from './status/status-commands.ts';
import { failureCode, failureKind, InvalidError, RetryableError } from '@fundlens/runtime/errors';
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
  const perform: Perform<Operations> = async (command, run) => {
    const { json = false } = command.optsWithGlobals<{ json?: boolean }>();
    const terminal = createTerminal({ ...options, json });
    const operations = await options.open(terminal.say);
    try {
      status = await run({ operations, terminal });
    } catch (error) {
      const advice = operations.advice(error);
      if (advice === null) throw error;
      // What the server refuses for good is a matter of the configuration.
      throw failureKind(error) === 'retryable' && !isDistrusted(error) && !isKafkaRefusal(error)
        ? new RetryableError(failureCode(error), advice, { cause: error })
        : new InvalidError(failureCode(error), advice, { cause: error });
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
  addExplain(program, perform);
  addAudit(program, perform);
  addIndexes(program, perform);
  addVerify(program, perform);
  addErase(program, perform);
  addErasures(program, perform);
  addGenerations(program, perform);

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

import type { Command } from 'commander';
import type { System } from './composition-root.ts';
import type { ExitStatus } from '@fundlens/runtime/run-command';
import type { Terminal } from './terminal.ts';

/** What a command works with, and the terminal for its results. */
export type Context = { readonly system: System; readonly terminal: Terminal };

/** What a command does with its arguments and options, which commander gives as its own types say. */
type Run = (context: Context, ...given: never[]) => Promise<ExitStatus>;

/** The action of a command: opens the connections, runs it with them, closes them, and keeps its exit status. */
export type Perform = (run: Run) => (...given: readonly unknown[]) => Promise<void>;

/** What is given to a command that changes something. */
export type Change = { readonly dryRun?: boolean; readonly yes?: boolean };

export function withChangeOptions(command: Command): Command {
  return command.option('--dry-run', 'say what would be done, change nothing').option('--yes', 'do not ask');
}

/** Asks for confirmation, unless nothing changes or `--yes` is given. */
export async function mayChange(question: string, { dryRun, yes }: Change, terminal: Terminal): Promise<boolean> {
  if (dryRun === true || yes === true || (await terminal.confirm(question))) return true;
  terminal.fail('Nothing was changed. Answer y, or give --yes.');
  return false;
}

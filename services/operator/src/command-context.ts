import type { Command } from 'commander';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** The operations of a command, and the terminal for its results. */
export type CommandContext<Operations> = { readonly operations: Operations; readonly terminal: Terminal };

/** Opens the connections, runs a command with them, closes them, and keeps its exit status. */
export type Perform<Operations> = (
  json: boolean,
  run: (context: CommandContext<Operations>) => Promise<ExitStatus>,
) => Promise<void>;

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

import type { Command } from 'commander';
import type { ExitStatus } from './exit-status.ts';
import type { Operations } from './operations.ts';
import type { Terminal } from './terminal.ts';

/** What every command is given. */
export type CommandContext = { readonly operations: Operations; readonly terminal: Terminal };

/** Opens the connections, runs a command with them, closes them, and keeps its exit status. */
export type Perform = (json: boolean, run: (context: CommandContext) => Promise<ExitStatus>) => Promise<void>;

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

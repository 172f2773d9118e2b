import type { Command } from 'commander';
import type { ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** What a command is given: the operations that it asks for, and where it shows what came of them. */
export type CommandContext<Operations> = { readonly operations: Operations; readonly terminal: Terminal };

/** Opens the connections, runs a command with them, closes them, and keeps its exit status. */
export type Perform<Operations> = (
  json: boolean,
  run: (context: CommandContext<Operations>) => Promise<ExitStatus>,
) => Promise<void>;

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true;
}

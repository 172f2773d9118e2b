import type { MadeIndexes } from '@fundlens/read-models/query-indexes';
import type { Command } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';

/** Asks nothing: it removes no index and no entry, and may be repeated. */
export function addIndexes(program: Command, perform: Perform<{ makeIndexes(): Promise<MadeIndexes> }>): void {
  program
    .command('indexes')
    .description('makes the indexes of audit and quotas, which the query service may not make itself')
    .action(async (_given: object, command: Command) => {
      await perform(command, async ({ operations, terminal }) => {
        const made = await operations.makeIndexes();
        terminal.result(
          { indexes: made },
          Object.entries(made)
            .map(([collection, names]) => `${collection}: ${names.join(', ')}`)
            .join('\n'),
        );
        return EXIT.done;
      });
    });
}

import type { Command } from 'commander';
import { isJson, type Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { comparisonText } from './generation-commands.ts';
import type { Rebuild } from './rebuild.ts';

type Given = { readonly acceptDifferences?: boolean; readonly dryRun?: boolean; readonly yes?: boolean };

export type RebuildOperations = { readonly rebuild: Rebuild };

export function addRebuild(program: Command, perform: Perform<RebuildOperations>): void {
  program
    .command('rebuild')
    .description(
      'on one machine: makes a further generation from the logs, compares it, switches to it, removes the one before',
    )
    .option('--accept-differences', 'switch although it differs from what readers use')
    .option('--dry-run', 'say what would be done, change nothing')
    .option('--yes', 'do not ask')
    .action(async ({ acceptDifferences = false, dryRun = false, yes = false }: Given, command: Command) => {
      await perform(isJson(command), async ({ operations, terminal }) => {
        const question = 'Make every document anew from the logs, and switch to that?';
        if (dryRun) {
          terminal.result({ wouldAsk: question }, `It would ask: ${question}`);
          return EXIT.done;
        }
        if (!yes && !(await terminal.confirm(question))) {
          terminal.fail('Nothing was changed. Answer y, or give --yes.');
          return EXIT.unconfirmed;
        }
        const result = await operations.rebuild({
          say: terminal.say,
          progress: terminal.progress,
          acceptDifferences,
          mayDrop: async (number) =>
            yes || (await terminal.confirm(`Remove generation ${number}, which was used before?`)),
        });
        const { generation, comparison, outcome } = result;
        const end =
          outcome === 'done'
            ? `Done: readers use generation ${generation}.`
            : `Nothing is switched. Look at the differences, then repeat it with --accept-differences, or "generations drop ${generation}".`;
        terminal.result(result, `${comparisonText(comparison)}\n${end}`);
        return outcome === 'done' ? EXIT.done : EXIT.attention;
      });
    });
}

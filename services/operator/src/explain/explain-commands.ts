import type { Command } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { explain } from './explain.ts';
import { explanationText } from './explain-text.ts';

export function addExplain(program: Command, perform: Perform): void {
  program
    .command('explain')
    .description('what is stored of an entity and how far its partition is; or what became of a record of the log')
    .argument('<what...>', 'a key (contact:LOCATION:CONTACT), or a position (TOPIC:PARTITION:OFFSET)')
    .action(async (what: readonly string[], _: object, command: Command) => {
      await perform(command, async ({ system, terminal }) => {
        const explanation = await explain(system, what.join(' '));
        terminal.result(explanation, explanationText(explanation));
        return explanation.found ? EXIT.done : EXIT.attention;
      });
    });
}

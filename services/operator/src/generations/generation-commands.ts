import { isoText, plural } from '@fundlens/projection/status/figure-text';
import type { Command } from 'commander';
import { wholeNumber } from '../arguments.ts';
import { type Change, type Context, mayChange, type Perform, withChangeOptions } from '../command-context.ts';
import { type Comparison, differencesText } from '../comparison.ts';
import { EXIT, type ExitStatus } from '@fundlens/runtime/run-command';
import { table } from '../table.ts';
import type { GenerationReport } from './generations.ts';
import type { Rebuilding } from './rebuild.ts';

const generationNumber = wholeNumber({ from: 1, to: 9_999_999 });

export function addGenerations(program: Command, perform: Perform): void {
  const generations = program
    .command('generations')
    .description('the complete sets of documents that there are, and which one readers use')
    .helpCommand(false)
    .action(
      perform(async ({ system, terminal }) => {
        const { listGenerations } = await import('./generations.ts');
        const found = await listGenerations(system);
        terminal.result({ generations: found }, listText(found));
        return EXIT.done;
      }),
    );
  const numbered = (name: string, description: string) =>
    generations.command(name).argument('<number>', '', generationNumber).description(description);

  numbered('compare', 'compares a generation with the one that readers use, document by document').action(
    perform(async (context, number: number) => {
      const { compareGeneration } = await import('./generation-comparison.ts');
      const found = await compareGeneration(context, number);
      context.terminal.result(found, comparisonText(found));
      return found.differences.length + found.moving.length === 0 ? EXIT.done : EXIT.attention;
    }),
  );

  const adding = generations
    .command('add')
    .description(
      'registers a further generation, made by the rules of this command; a projector with its number fills it',
    );
  withChangeOptions(adding).action(
    perform((context, given: Change) =>
      asked('Add a generation?', given, context, async ({ system, terminal }) => {
        const generation = await system.generations.add(system.fingerprint, system.clock());
        terminal.result(
          { generation },
          `Generation ${generation} is added. Start a projector with GENERATION=${generation}.`,
        );
      }),
    ),
  );

  withChangeOptions(numbered('switch', 'makes readers use another generation, forward or back')).action(
    perform((context, generation: number, given: Change) =>
      asked(`Make readers use generation ${generation}?`, given, context, async ({ system, terminal }) => {
        const { switchTo } = await import('./generations.ts');
        await switchTo(system, generation);
        terminal.result({ generation }, `Readers use generation ${generation} within a second.`);
      }),
    ),
  );

  withChangeOptions(numbered('drop', 'removes a generation that readers do not use')).action(
    perform((context, generation: number, given: Change) => {
      const question = `Remove every document of generation ${generation}? There is then no way back to it.`;
      return asked(question, given, context, async ({ system, terminal }) => {
        const { drop } = await import('./generations.ts');
        await drop(system, generation);
        terminal.result({ generation }, `Generation ${generation} is removed.`);
      });
    }),
  );
}

export function addRebuild(program: Command, perform: Perform): void {
  const rebuilding = program
    .command('rebuild')
    .description(
      'on one machine: makes a further generation from the logs, compares it, switches to it, removes the one before',
    )
    .option('--accept-differences', 'switch although it differs from what readers use');
  const question = 'Make every document anew from the logs, and switch to that?';
  withChangeOptions(rebuilding).action(
    perform((context, given: Rebuilding) => asked(question, given, context, () => rebuilt(given, context))),
  );
}

/** Says with `--dry-run` what would be asked. @param act returns what there is to attend to, if anything */
async function asked(
  question: string,
  given: Change,
  context: Context,
  act: (context: Context) => Promise<ExitStatus | undefined>,
): Promise<ExitStatus> {
  const { terminal } = context;
  if (given.dryRun !== true) {
    return (await mayChange(question, given, terminal)) ? ((await act(context)) ?? EXIT.done) : EXIT.unconfirmed;
  }
  terminal.result({ wouldAsk: question }, `It would ask: ${question}`);
  return EXIT.done;
}

async function rebuilt(given: Rebuilding, context: Context): Promise<ExitStatus> {
  const { rebuild } = await import('./rebuild.ts');
  const result = await rebuild(context, given);
  const { generation, comparison, outcome } = result;
  const end =
    outcome === 'done'
      ? `Done: readers use generation ${generation}.`
      : `Nothing is switched. Look at the differences, then repeat it with --accept-differences, or "generations drop ${generation}".`;
  context.terminal.result(result, `${comparisonText(comparison)}\n${end}`);
  return outcome === 'done' ? EXIT.done : EXIT.attention;
}

function listText(found: readonly GenerationReport[]): string {
  return table(
    ['generation', 'read', 'made', 'added', 'applied', 'lag', 'age', 'dead letters'],
    found.map(({ number, isActive, difference, addedAt, applied, lag, ageMs, deadLetters }) => [
      String(number),
      isActive ? 'yes' : '',
      difference ?? 'as here',
      isoText(addedAt),
      String(applied),
      String(lag),
      ageMs === null ? '-' : `${Math.round(ageMs / 1_000)} s`,
      String(deadLetters),
    ]),
  ).join('\n');
}

function comparisonText(comparison: Comparison): string {
  return [`${plural(comparison.documents, 'document')} compared.`, ...differencesText(comparison, 'compare')].join(
    '\n',
  );
}

import { plural } from '@fundlens/projection/status/figure-text';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, isJson, type Perform } from '../command-context.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { table } from '../table.ts';
import type { Comparison } from './comparison.ts';
import type { GenerationOperations, GenerationReport } from './generation-operations.ts';

type Change = { readonly dryRun?: boolean; readonly yes?: boolean };

/** The text lists this many differences and counts the others. */
const MAX_SHOWN = 20;

type Operations = { readonly generations: GenerationOperations };

export function addGenerations(program: Command, perform: Perform<Operations>): void {
  const generations = program
    .command('generations')
    .description('the complete sets of documents that there are, and which one readers use')
    .helpCommand(false)
    .action(async (_given: unknown, command: Command) => {
      await perform(isJson(command), async ({ operations, terminal }) => {
        const found = await operations.generations.list();
        terminal.result({ generations: found }, listText(found));
        return EXIT.done;
      });
    });

  generations
    .command('compare <number>')
    .description('compares a generation with the one that readers use, document by document')
    .action(async (given: string, _options: unknown, command: Command) => {
      const number = generationNumber(given);
      await perform(isJson(command), async ({ operations, terminal }) => {
        const progress = (documents: number) => terminal.progress('comparing', documents, null);
        const found = await operations.generations.compare(number, progress);
        terminal.result(found, comparisonText(found));
        return found.differences.length + found.moving.length === 0 ? EXIT.done : EXIT.attention;
      });
    });

  for (const change of CHANGES) addChange(generations, change, perform);
}

/** A change of the generations: said with --dry-run, asked for before, done. `number`: as it is given; 0 for `add`. */
type GenerationChange = {
  readonly command: string;
  readonly description: string;
  readonly question: (number: number) => string;
  readonly done: (number: number) => string;
  /** @returns the generation that it was about. */
  readonly act: (operations: GenerationOperations, number: number) => Promise<number>;
};

const CHANGES: readonly GenerationChange[] = [
  {
    command: 'add',
    description:
      'registers a further generation, made by the rules of this command; a projector with its number fills it',
    question: () => 'Add a generation?',
    done: (number) => `Generation ${number} is added. Start a projector with GENERATION=${number}.`,
    act: (operations) => operations.add(),
  },
  {
    command: 'switch <number>',
    description: 'makes readers use another generation, forward or back',
    question: (number) => `Make readers use generation ${number}?`,
    done: (number) => `Readers use generation ${number} within a second.`,
    async act(operations, number) {
      await operations.switchTo(number);
      return number;
    },
  },
  {
    command: 'drop <number>',
    description: 'removes a generation that readers do not use',
    question: (number) => `Remove every document of generation ${number}? There is then no way back to it.`,
    done: (number) => `Generation ${number} is removed.`,
    async act(operations, number) {
      await operations.drop(number);
      return number;
    },
  },
];

function addChange(generations: Command, change: GenerationChange, perform: Perform<Operations>): void {
  generations
    .command(change.command)
    .description(change.description)
    .option('--dry-run', 'say what would be done, change nothing')
    .option('--yes', 'do not ask')
    .action(async (...given: unknown[]) => {
      const [first] = given;
      const own = given.at(-1) as Command;
      const number = typeof first === 'string' ? generationNumber(first) : 0;
      await perform(isJson(own), (context) => changed(change, number, own.optsWithGlobals<Change>(), context));
    });
}

async function changed(
  { question, done, act }: GenerationChange,
  number: number,
  { dryRun, yes }: Change,
  { operations, terminal }: CommandContext<Operations>,
): Promise<ExitStatus> {
  if (dryRun === true) {
    terminal.result({ wouldAsk: question(number) }, `It would ask: ${question(number)}`);
    return EXIT.done;
  }
  if (yes !== true && !(await terminal.confirm(question(number)))) {
    terminal.fail('Nothing was changed. Answer y, or give --yes.');
    return EXIT.unconfirmed;
  }
  const made = await act(operations.generations, number);
  terminal.result({ generation: made }, done(made));
  return EXIT.done;
}

export function generationNumber(given: string): number {
  const number = Number(given);
  if (!/^\d{1,7}$/.test(given) || number < 1) throw new InvalidArgumentError('It must be the number of a generation.');
  return number;
}

function listText(found: readonly GenerationReport[]): string {
  return table(
    ['generation', 'read', 'made', 'added', 'applied', 'lag', 'age', 'dead letters'],
    found.map(({ number, isActive, difference, addedAt, applied, lag, ageMs, deadLetters }) => [
      String(number),
      isActive ? 'yes' : '',
      difference ?? 'as here',
      new Date(addedAt).toISOString(),
      String(applied),
      String(lag),
      ageMs === null ? '-' : `${Math.round(ageMs / 1_000)} s`,
      String(deadLetters),
    ]),
  ).join('\n');
}

export function comparisonText({ documents, differences, moving }: Comparison): string {
  return [
    `${plural(documents, 'document')} compared.`,
    ...differences.slice(0, MAX_SHOWN).map(({ document, part }) => `${document}: ${part}`),
    ...(differences.length > MAX_SHOWN ? [`… and ${differences.length - MAX_SHOWN} more`] : []),
    differences.length === 0 ? 'No difference.' : `${differences.length} differ.`,
    ...(moving.length === 0 ? [] : [`${moving.length} changed all the while: compare again.`]),
  ].join('\n');
}

import { redactText } from '@fundlens/redaction/redact-text';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError } from '@fundlens/runtime/errors';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type {
  DeadLetterRepository,
  DeadLetterSelection,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { deadLetterPages } from '@fundlens/projection/replay/dead-letter-pages';
import type {
  DeadLetterPlace,
  DeadLetterRecord,
  ReplayDeadLetter,
  ReplayResult,
} from '@fundlens/projection/replay/replay';
import { type Change, type CommandContext, mayChange, type Perform, withChangeOptions } from '../command-context.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { deadLettersText, deadLetterText } from './dead-letter-text.ts';
import { accountOption, ownAccount, wholeNumber } from '../arguments.ts';
import { undecodedBytes } from './undecoded-bytes.ts';

/** A listing is held in memory. */
const MAX_LISTED = 999_999;
/** A result names this many; the others are counted. */
const MAX_SHOWN = 1_000;
const MAX_REASON_CHARACTERS = 500;
const LISTED = ['open', 'replayed', 'discarded', 'all'] as const;

type Selected = { readonly reason?: string; readonly all?: boolean };
type Resolve = Selected & Change & { readonly by?: string };

type Operations = {
  readonly deadLetters: Pick<DeadLetterRepository, 'count' | 'list' | 'find' | 'setAsideSince' | 'discard'> & {
    /** As the log has it. */
    record(place: DeadLetterPlace): Promise<DeadLetterRecord>;
    readonly replay: ReplayDeadLetter;
  };
};
type Context = CommandContext<Operations>;

export function addDeadLetters(program: Command, perform: Perform<Operations>): void {
  const deadLetters = program
    .command('dead-letters')
    .description('what is set aside because it is invalid')
    .helpCommand(false);

  deadLetters
    .command('list')
    .description('dead letters in the order of the logs, without payloads')
    .addOption(new Option('--status <status>', 'in which state').choices(LISTED).default('open'))
    .option('--reason <code>', 'only those with this reason code')
    .option('--limit <n>', 'at most so many', wholeNumber({ from: 1, to: MAX_LISTED }), 50)
    .option('--follow', 'then go on with those that are set aside from now on, until interrupted')
    .action(
      async (
        given: Selected & { status: (typeof LISTED)[number]; limit: number; follow?: boolean },
        command: Command,
      ) => {
        await perform(command, async ({ operations, terminal }) => {
          const selection = { ...reasonOf(given), ...(given.status === 'all' ? {} : { status: given.status }) };
          const found = await operations.deadLetters.list(selection, { limit: given.limit, after: null });
          const total = await operations.deadLetters.count(selection);
          terminal.result({ deadLetters: found, total }, deadLettersText(found, total));
          if (given.follow === true) await follow(selection, { operations, terminal });
          return EXIT.done;
        });
      },
    );

  deadLetters
    .command('show')
    .description('one dead letter; its payload only when it is asked for')
    .argument('<id>', 'as the list gives it: topic:partition:offset')
    .option(
      '--payload',
      'with the redacted event, or the beginning of a record that cannot be decoded: names and addresses',
    )
    .action(async (id: string, given: { readonly payload?: boolean }, command: Command) => {
      await perform(command, async ({ operations, terminal }) => {
        const found = await operations.deadLetters.find(id);
        if (found === null) throw new InvalidError('unknown_dead_letter', 'There is no such dead letter.');
        const { payload: stored, ...deadLetter } = found;
        if (given.payload !== true) {
          terminal.result(deadLetter, deadLetterText(deadLetter, null));
          return EXIT.done;
        }
        const payload = stored ?? (await undecoded(deadLetter, operations));
        terminal.result({ ...deadLetter, payload }, deadLetterText(deadLetter, payload));
        return EXIT.done;
      });
    });

  addSelection(
    deadLetters
      .command('replay')
      .description('takes open dead letters from the log once more, by the way that every event goes; in any order'),
  ).action(async (ids: string[], given: Resolve, command: Command) => {
    await perform(command, (context) => replay(selectionOf(ids, given), given, context));
  });

  addSelection(
    deadLetters
      .command('discard')
      .description('closes open dead letters for good: what they say never reaches the read models')
      .requiredOption('--because <text>', 'why; stored with them, redacted', reasonText),
  ).action(async (ids: string[], given: Resolve & { readonly because: string }, command: Command) => {
    await perform(command, (context) => discard(selectionOf(ids, given), given, context));
  });
}

/** How often new ones are looked for. */
const FOLLOW_MS = 2_000;
/** The clocks of projectors differ, and what one has met may be stored after what another has met later. */
const OVERLAP_MS = 15_000;

/** Shows what is set aside, or met once more, until the command is interrupted. */
async function follow(selection: DeadLetterSelection, { operations, terminal }: Context): Promise<void> {
  const { setAsideSince } = operations.deadLetters;
  let { last } = await setAsideSince(selection, null);
  let before = new Set((await setAsideSince(selection, last - OVERLAP_MS)).deadLetters.map(keyOf));
  while (await sleep(FOLLOW_MS)) {
    const found = await setAsideSince(selection, last - OVERLAP_MS);
    const news = found.deadLetters.filter((deadLetter) => !before.has(keyOf(deadLetter)));
    before = new Set(found.deadLetters.map(keyOf));
    last = found.last;
    if (news.length > 0) terminal.result({ deadLetters: news }, deadLettersText(news, news.length));
  }
}

function keyOf({ _id, attempts }: DeadLetter): string {
  return `${_id} ${attempts}`;
}

/** Of an event that could be decoded, an absent payload means that it must not be shown. */
const NOT_DECODED: ReadonlySet<string> = new Set([
  'undecodable',
  'unknown_schema_id',
  'unreadable_schema',
  'incompatible_schema',
  'wrong_record_type',
]);

/** The beginning of the record as the log has it, without digits. Null for what may not be shown, or is gone. */
async function undecoded(deadLetter: Omit<DeadLetter, 'payload'>, { deadLetters }: Operations): Promise<string | null> {
  if (deadLetter.status !== 'open' || !NOT_DECODED.has(deadLetter.reason)) return null;
  const found = await deadLetters.record(deadLetter);
  return 'record' in found && found.record.value !== null ? `\n${undecodedBytes(found.record.value)}` : null;
}

function addSelection(command: Command): Command {
  const selecting = command
    .addArgument(new Argument('[ids...]', 'as the list gives them: topic:partition:offset'))
    .option('--reason <code>', 'all open ones with this reason code')
    .option('--all', 'all open ones')
    .addOption(accountOption());
  return withChangeOptions(selecting);
}

async function replay(
  selection: DeadLetterSelection,
  given: Resolve,
  { operations, terminal }: Context,
): Promise<ExitStatus> {
  const total = await operations.deadLetters.count(selection);
  if (total > 0 && !(await mayChange(`Replay ${plural(total)}?`, given, terminal))) return EXIT.unconfirmed;

  const results: ReplayResult[] = [];
  const outcomes: Record<string, number> = {};
  let done = 0;
  for await (const deadLetter of deadLetterPages(operations.deadLetters, selection)) {
    const how = { by: given.by ?? ownAccount(), dryRun: given.dryRun === true };
    const result = await operations.deadLetters.replay(deadLetter, how);
    outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1;
    if (results.length < MAX_SHOWN) results.push(result);
    done += 1;
    terminal.progress('replaying', done, total);
  }
  const lines = [
    ...results.map(({ id, outcome, reason }) => `${id}  ${outcome}${reason === null ? '' : ` (${reason})`}`),
    ...(done > results.length ? [`… and ${done - results.length} more`] : []),
    summary(outcomes),
  ];
  terminal.result({ results, outcomes }, lines.join('\n'));
  const unwell = done - (outcomes.replayed ?? 0) - (outcomes.would_replay ?? 0);
  return unwell === 0 && (await allKnown(selection, { operations, terminal })) ? EXIT.done : EXIT.attention;
}

/** What a reason selects may let in a client that it should keep out: those that block are discarded by their ids alone. */
async function discard(
  asked: DeadLetterSelection,
  given: Resolve & { readonly because: string },
  { operations, terminal }: Context,
): Promise<ExitStatus> {
  const selection = asked.ids === undefined ? { ...asked, blocking: false } : asked;
  const left = asked.ids === undefined ? await operations.deadLetters.count({ ...asked, blocking: true }) : 0;
  if (left > 0) terminal.say(`${plural(left)} left: they block an access entity. Name their ids to discard them.`);
  const total = await operations.deadLetters.count(selection);
  const question = `Discard ${plural(total)}? What they say never reaches the read models, and what they block is trusted again.`;
  if (total > 0 && !(await mayChange(question, given, terminal))) return EXIT.unconfirmed;
  let [done, discarded] = [0, 0];
  for await (const deadLetter of deadLetterPages(operations.deadLetters, selection)) {
    const how = { at: Date.now(), by: given.by ?? ownAccount(), because: redactText(given.because) };
    if (given.dryRun === true || (await operations.deadLetters.discard(deadLetter._id, how))) discarded += 1;
    done += 1;
    terminal.progress('discarding', done, total);
  }
  const outcomes = {
    [given.dryRun === true ? 'would_discard' : 'discarded']: discarded,
    ...(left === 0 ? {} : { left_blocking: left }),
  };
  terminal.result({ outcomes }, summary(outcomes));
  return left === 0 && (await allKnown(selection, { operations, terminal })) ? EXIT.done : EXIT.attention;
}

/** An id of a resolved dead letter is accepted; an unknown id is a mistake. */
async function allKnown({ ids }: DeadLetterSelection, { operations, terminal }: Context): Promise<boolean> {
  if (ids === undefined) return true;
  const unknown = ids.length - (await operations.deadLetters.count({ ids }));
  if (unknown > 0) terminal.say(`${unknown} of the ids name no dead letter.`);
  return unknown === 0;
}

function selectionOf(ids: readonly string[], { reason, all }: Selected): DeadLetterSelection {
  const ways = [ids.length > 0, reason !== undefined, all === true].filter(Boolean).length;
  if (ways !== 1) throw new InvalidError('selection', 'Name ids, or --reason, or --all: exactly one of them.');
  return { status: 'open', ...(ids.length > 0 && { ids: [...new Set(ids)] }), ...(reason !== undefined && { reason }) };
}

function reasonOf({ reason }: Selected): DeadLetterSelection {
  return reason === undefined ? {} : { reason };
}

function reasonText(given: string): string {
  const text = given.trim();
  if (text === '' || text.length > MAX_REASON_CHARACTERS) {
    throw new InvalidArgumentError(`It must have 1 to ${MAX_REASON_CHARACTERS} characters.`);
  }
  return text;
}

function summary(outcomes: Readonly<Record<string, number>>): string {
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`);
  return parts.length === 0 ? 'No dead letter is selected.' : parts.join(', ');
}

function plural(total: number): string {
  return total === 1 ? '1 dead letter' : `${total} dead letters`;
}

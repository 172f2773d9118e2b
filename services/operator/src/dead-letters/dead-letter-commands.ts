import type { DeadLetterSelection } from '@fundlens/projection/dead-letters/dead-letter-store';
import { plural } from '@fundlens/projection/status/figure-text';
import type { ReplayResult } from '@fundlens/projection/replay/replay';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { Argument, type Command, Option } from 'commander';
import { accountOption, matching, ownAccount, wholeNumber } from '../arguments.ts';
import { type Change, type Context, mayChange, type Perform, withChangeOptions } from '../command-context.ts';
import { EXIT, type ExitStatus } from '@fundlens/runtime/run-command';
import { deadLettersText, deadLetterText } from './dead-letter-text.ts';

/** A listing is held in memory. */
const MAX_LISTED = 999_999;
/** A result names this many; the others are counted. */
const MAX_SHOWN = 1_000;
const MAX_REASON_CHARACTERS = 500;
const reasonText = matching(/\S/, `It must have 1 to ${MAX_REASON_CHARACTERS} characters.`, MAX_REASON_CHARACTERS);
const LISTED = ['open', 'replayed', 'discarded', 'all'] as const;

type Selected = { readonly reason?: string; readonly all?: boolean };
type Listing = Selected & { readonly status: (typeof LISTED)[number]; readonly limit: number };
type Resolve = Selected & Change & { readonly by?: string };
type Discard = Resolve & { readonly because: string };

export function addDeadLetters(program: Command, perform: Perform): void {
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
    .action(
      perform(async ({ system, terminal }, { status, reason, limit }: Listing) => {
        const selection = { ...(reason !== undefined && { reason }), ...(status !== 'all' && { status }) };
        const found = await system.deadLetters.list(selection, limit);
        const total = await system.deadLetters.count(selection);
        terminal.result({ deadLetters: found, total }, deadLettersText(found, total));
        return EXIT.done;
      }),
    );

  deadLetters
    .command('show')
    .description('one dead letter; its payload only when it is asked for')
    .argument('<id>', 'as the list gives it: topic:partition:offset')
    .option('--payload', 'with the redacted event: names and addresses')
    .action(
      perform(async ({ system, terminal }, id: string, given: { readonly payload?: boolean }) => {
        const found = await system.deadLetters.find(id);
        if (found === null) throw new InvalidError('unknown_dead_letter', 'There is no such dead letter.');
        const { payload, ...deadLetter } = found;
        if (given.payload === true) terminal.result(found, deadLetterText(deadLetter, payload));
        else terminal.result(deadLetter, deadLetterText(deadLetter, null));
        return EXIT.done;
      }),
    );

  const replaying = deadLetters
    .command('replay')
    .description('takes open dead letters from the log once more, by the way that every event goes; in any order');
  withSelection(replaying).action(perform(replay));

  const discarding = deadLetters
    .command('discard')
    .description('closes open dead letters for good: what they say never reaches the read models')
    .requiredOption('--because <text>', 'why; stored with them, redacted', reasonText);
  withSelection(discarding).action(perform(discard));
}

function withSelection(command: Command): Command {
  const selecting = command
    .addArgument(new Argument('[ids...]', 'as the list gives them: topic:partition:offset'))
    .option('--reason <code>', 'all open ones with this reason code')
    .option('--all', 'all open ones')
    .addOption(accountOption());
  return withChangeOptions(selecting);
}

async function replay(context: Context, ids: readonly string[], given: Resolve): Promise<ExitStatus> {
  const { system, terminal } = context;
  const { deadLetters } = system;
  const selection = selectionOf(ids, given);
  const total = await deadLetters.count(selection);
  if (total > 0 && !(await mayChange(`Replay ${plural(total, 'dead letter')}?`, given, terminal)))
    return EXIT.unconfirmed;

  const { writableGenerations } = await import('@fundlens/projection/generations/fingerprint');
  const { createReplay } = await import('@fundlens/projection/replay/replay');
  const generations = async () => writableGenerations(await system.generations.pointer(), system.fingerprint);
  const replayOne = createReplay({ ...system, generations });
  const how = { by: given.by ?? ownAccount(), dryRun: given.dryRun === true };
  const results: ReplayResult[] = [];
  const outcomes: Record<string, number> = {};
  let done = 0;
  for await (const deadLetter of deadLetters.each(selection)) {
    const result = await replayOne(deadLetter, how);
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
  const isWell = done === (outcomes.replayed ?? 0) + (outcomes.would_replay ?? 0);
  return isWell && (await allKnown(selection, context)) ? EXIT.done : EXIT.attention;
}

/** What a reason selects may let in a client that it should keep out: those that block are discarded by their ids alone. */
async function discard(context: Context, ids: readonly string[], given: Discard): Promise<ExitStatus> {
  const { terminal, system } = context;
  const { deadLetters } = system;
  const asked = selectionOf(ids, given);
  const selection = asked.ids === undefined ? { ...asked, blocking: false } : asked;
  const left = asked.ids === undefined ? await deadLetters.count({ ...asked, blocking: true }) : 0;
  if (left > 0) terminal.say(`${plural(left, 'dead letter')} left: they block access. Name their ids to discard them.`);
  const total = await deadLetters.count(selection);
  const question = `Discard ${plural(total, 'dead letter')}? What they say never reaches the read models, and what they block is trusted again.`;
  if (total > 0 && !(await mayChange(question, given, terminal))) return EXIT.unconfirmed;
  const how = { at: Date.now(), by: given.by ?? ownAccount(), because: redactText(given.because) };
  let [done, discarded] = [0, 0];
  for await (const { _id } of deadLetters.each(selection)) {
    if (given.dryRun === true || (await deadLetters.discard(_id, how))) discarded += 1;
    done += 1;
    terminal.progress('discarding', done, total);
  }
  const outcome = given.dryRun === true ? 'would_discard' : 'discarded';
  const outcomes = { [outcome]: discarded, ...(left === 0 ? {} : { left_blocking: left }) };
  terminal.result({ outcomes }, summary(outcomes));
  return left === 0 && (await allKnown(selection, context)) ? EXIT.done : EXIT.attention;
}

/** The operator may name a resolved dead letter; an unknown id, or one that is open in other generations alone, is the operator's mistake. */
async function allKnown({ ids }: DeadLetterSelection, { system, terminal }: Context): Promise<boolean> {
  if (ids === undefined) return true;
  const unknown = ids.length - (await system.deadLetters.count({ ids }));
  if (unknown > 0) terminal.say(`${unknown} of the ids name no dead letter.`);
  const elsewhere = await system.deadLetters.count({ ids, status: 'open_elsewhere' });
  if (elsewhere > 0)
    terminal.say(`${plural(elsewhere, 'dead letter')} left: open only in a generation that is not read.`);
  return unknown + elsewhere === 0;
}

function selectionOf(ids: readonly string[], { reason, all }: Selected): DeadLetterSelection {
  const ways = [ids.length > 0, reason !== undefined, all === true].filter(Boolean).length;
  if (ways !== 1) throw new InvalidError('selection', 'Name ids, or --reason, or --all: exactly one of them.');
  return { status: 'open', ...(ids.length > 0 && { ids: [...new Set(ids)] }), ...(reason !== undefined && { reason }) };
}

function summary(outcomes: Readonly<Record<string, number>>): string {
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`);
  return parts.length === 0 ? 'No dead letter is selected.' : parts.join(', ');
}

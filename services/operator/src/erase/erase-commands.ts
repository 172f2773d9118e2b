import { isoText } from '@fundlens/projection/status/figure-text';
import type { Erasure, ErasureMark, Subject } from '@fundlens/read-models/erasure';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Command } from 'commander';
import { accountOption, contactId, locationId, ownAccount } from '../arguments.ts';
import { type Change, type Context, mayChange, type Perform, withChangeOptions } from '../command-context.ts';
import { EXIT, type ExitStatus } from '@fundlens/runtime/run-command';
import { table } from '../table.ts';
import type { EraseResult } from './eraser.ts';

type Given = Change & {
  readonly location?: string;
  readonly pending?: boolean;
  readonly contact?: string;
  readonly by?: string;
};

/** The text lists this many names and counts the others. */
const MAX_SHOWN = 50;

export function addErase(program: Command, perform: Perform): void {
  const erasing = program
    .command('erase')
    .description('erases a contact, or a whole location, from every read model, for good')
    .option('--location <id>', 'the location, or the one that the contact belongs to', locationId)
    .option('--contact <id>', 'only this contact', contactId)
    .option('--pending', 'complete the erasures that were interrupted, or that a generation lacks')
    .addOption(accountOption());
  withChangeOptions(erasing).action(async (given: Given, command: Command) => {
    const { location, contact, pending = false } = given;
    if (pending === (location !== undefined) || (pending && contact !== undefined)) {
      throw new InvalidError('selection', 'Name --location (with --contact for a contact), or --pending: one of them.');
    }
    const subject = location === undefined ? null : { locationId: location, contactId: contact ?? null };
    await perform(command, (context) =>
      subject === null ? erasePending(given, context) : eraseOne(subject, given, context),
    );
  });

  program
    .command('erasures')
    .description('which contacts and locations are erased, the oldest first; ids and accounts, nothing personal')
    .action((_given: object, command: Command) =>
      perform(command, async ({ system, terminal }) => {
        const erasures = await system.erasures.all();
        terminal.result({ erasures }, erasuresText(erasures));
        return EXIT.done;
      }),
    );
}

async function eraseOne(subject: Subject, given: Given, { system, terminal }: Context): Promise<ExitStatus> {
  const { locationId: location, contactId: contact } = subject;
  const { by = ownAccount(), dryRun = false } = given;
  const what = contact === null ? `everything of location ${location}` : `contact ${contact} of ${location}`;
  const question = `Erase ${what}? It cannot be undone, and later events of it are erased, too.`;
  if (!(await mayChange(question, given, terminal))) return EXIT.unconfirmed;
  const progress = (documents: number) => terminal.progress('erasing', documents, null);
  const { erase } = await import('./eraser.ts');
  const result = await erase(system, subject, { by, dryRun, progress });
  terminal.result(result, eraseText(result, dryRun));
  if (!dryRun) terminal.say('The log still holds the events: their publishers have to remove them there.');
  return result.remaining.length === 0 ? EXIT.done : EXIT.attention;
}

async function erasePending(given: Given, { system, terminal }: Context): Promise<ExitStatus> {
  const { dryRun = false } = given;
  const { writableGenerations } = await import('@fundlens/projection/generations/fingerprint');
  const { erase } = await import('./eraser.ts');
  const pointer = await system.generations.pointer();
  const writable = writableGenerations(pointer, system.fingerprint);
  const found = await system.erasures.pending(pointer.generations.filter(({ number }) => writable.includes(number)));
  if (found.length > 0 && !(await mayChange(`Complete ${found.length} erasures?`, given, terminal))) {
    return EXIT.unconfirmed;
  }
  const remaining: string[] = [];
  let [documents, deadLetters] = [0, 0];
  for (const [done, { _id, by }] of found.entries()) {
    terminal.progress('erasing', done, found.length);
    const result = await erase(system, subjectOf(_id), { by, dryRun, progress: () => undefined });
    documents += result.documents;
    deadLetters += result.deadLetters;
    remaining.push(...result.remaining);
  }
  const total = { erasures: found.length, documents, deadLetters, remaining: [...new Set(remaining)] };
  terminal.result(total, `${found.length} erasures were pending.\n${eraseText(total, dryRun)}`);
  return remaining.length === 0 ? EXIT.done : EXIT.attention;
}

function subjectOf(mark: ErasureMark): Subject {
  const [, location = '', contact = null] = mark.split(':');
  return { locationId: location, contactId: contact };
}

function eraseText({ documents, deadLetters, remaining }: EraseResult, dryRun: boolean): string {
  const lines = [
    `${dryRun ? 'Would erase' : 'Erased'} ${documents} documents and ${deadLetters} dead letters.`,
    ...remaining.slice(0, MAX_SHOWN).map((name) => `still there: ${name}`),
    ...(remaining.length > MAX_SHOWN ? [`… and ${remaining.length - MAX_SHOWN} more`] : []),
  ];
  if (!dryRun)
    lines.push(remaining.length === 0 ? 'Looked again: nothing is left.' : 'It is not complete: erase again.');
  return lines.join('\n');
}

function erasuresText(erasures: readonly Erasure[]): string {
  const rows = erasures.map(({ _id, at, by }) => {
    const { locationId: location, contactId: contact } = subjectOf(_id);
    return [isoText(at), location, contact ?? 'all of it', by];
  });
  return table(['time', 'location', 'contact', 'by'], rows).join('\n');
}

import { isoText, plural } from '@fundlens/projection/status/figure-text';
import type { Erasure, ErasureMark, Subject } from '@fundlens/read-models/erasure';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Command } from 'commander';
import { accountOption, contactId, locationId, ownAccount } from '../arguments.ts';
import { type Change, type Context, mayChange, type Perform, withChangeOptions } from '../command-context.ts';
import { EXIT, type ExitStatus } from '@fundlens/runtime/run-command';
import type { System } from '../composition-root.ts';
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
  withChangeOptions(erasing).action(perform(eraseThem));

  program
    .command('erasures')
    .description('which contacts and locations are erased, the oldest first; ids and accounts, nothing personal')
    .action(
      perform(async ({ system, terminal }) => {
        const erasures = await system.erasures.all();
        terminal.result({ erasures }, erasuresText(erasures));
        return EXIT.done;
      }),
    );
}

async function eraseThem({ system, terminal }: Context, given: Given): Promise<ExitStatus> {
  const { location, contact, pending = false, dryRun = false } = given;
  if (pending === (location !== undefined) || (pending && contact !== undefined)) {
    throw new InvalidError('selection', 'Name --location (with --contact for a contact), or --pending: one of them.');
  }
  const named = `${location} ${contact}`;
  // No document has one, and the mark would hold it.
  if (redactText(named) !== named) throw new InvalidError('selection', 'An id reads as a Social Security number.');
  const one = { subject: { locationId: location ?? '', contactId: contact ?? null }, by: given.by ?? ownAccount() };
  const chosen = pending ? await pendingOnes(system) : [one];
  const what = contact === undefined ? `everything of location ${location}` : `contact ${contact} of ${location}`;
  const question = pending
    ? `Complete ${chosen.length} erasures?`
    : `Erase ${what}? It cannot be undone, and later events of it are erased, too.`;
  if (chosen.length > 0 && !(await mayChange(question, given, terminal))) return EXIT.unconfirmed;
  const { erase } = await import('./eraser.ts');
  const remaining = new Set<string>();
  let [documents, deadLetters] = [0, 0];
  for (const { subject, by } of chosen) {
    const progress = (found: number) => terminal.progress('erasing', documents + found, null);
    const result = await erase(system, subject, { by, dryRun, progress });
    documents += result.documents;
    deadLetters += result.deadLetters;
    for (const name of result.remaining) remaining.add(name);
  }
  const total = { erasures: chosen.length, documents, deadLetters, remaining: [...remaining] };
  terminal.result(total, eraseText(total, dryRun));
  if (!dryRun) terminal.say('The log still holds the events: their publishers have to remove them there.');
  return remaining.size === 0 ? EXIT.done : EXIT.attention;
}

/** Those that were interrupted, or that a generation lacks which this process may write. */
async function pendingOnes({ generations, fingerprint, erasures }: System) {
  const { writableGenerations } = await import('@fundlens/projection/generations/fingerprint');
  const pointer = await generations.pointer();
  const writable = writableGenerations(pointer, fingerprint);
  const found = await erasures.pending(pointer.generations.filter(({ number }) => writable.includes(number)));
  return found.map(({ _id, by }) => ({ subject: subjectOf(_id), by }));
}

function subjectOf(mark: ErasureMark): Subject {
  const [, location = '', contact = null] = mark.split(':');
  return { locationId: location, contactId: contact };
}

function eraseText(result: EraseResult & { readonly erasures: number }, dryRun: boolean): string {
  const { erasures, documents, deadLetters, remaining } = result;
  const more = remaining.length > MAX_SHOWN ? [`… and ${remaining.length - MAX_SHOWN} more`] : [];
  const end = remaining.length === 0 ? 'Looked again: nothing is left.' : 'It is not complete: erase again.';
  return [
    `${dryRun ? 'Would erase' : 'Erased'} ${documents} documents and ${deadLetters} dead letters of ${plural(erasures, 'subject')}.`,
    ...remaining.slice(0, MAX_SHOWN).map((name) => `still there: ${name}`),
    ...more,
    ...(dryRun ? [] : [end]),
  ].join('\n');
}

function erasuresText(erasures: readonly Erasure[]): string {
  const rows = erasures.map(({ _id, at, by }) => {
    const { locationId: location, contactId: contact } = subjectOf(_id);
    return [isoText(at), location, contact ?? 'all of it', by];
  });
  return table(['time', 'location', 'contact', 'by'], rows).join('\n');
}

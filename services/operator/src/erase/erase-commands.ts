import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/limits';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Erasure, ErasureMark, Subject } from '@fundlens/read-models/erasure';
import { type Command, InvalidArgumentError } from 'commander';
import { eraseText, MAX_SHOWN } from './erase-text.ts';
import type { Erase } from './eraser.ts';
import { type CommandContext, isJson, type Perform } from '../command-context.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { accountOption, ownAccount } from '../operator-account.ts';
import { locationId } from '../verify/verify-commands.ts';

type Given = {
  readonly location?: string;
  readonly pending?: boolean;
  readonly contact?: string;
  readonly by?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

export type EraseOperations = {
  readonly erase: Erase;
  /** Erasures that were not completed in every generation. */
  pendingErasures(): Promise<readonly Erasure[]>;
};

export function addErase(program: Command, perform: Perform<EraseOperations>): void {
  program
    .command('erase')
    .description('erases a contact, or a whole location, from every read model, for good')
    .option('--location <id>', 'the location, or the one that the contact belongs to', locationId)
    .option('--contact <id>', 'only this contact', contactId)
    .option('--pending', 'complete the erasures that were interrupted, or that a generation lacks')
    .addOption(accountOption())
    .option('--dry-run', 'say what would be erased, change nothing')
    .option('--yes', 'do not ask')
    .action(async (given: Given, command: Command) => {
      const { location, contact, pending } = given;
      if (pending === true) {
        if (location !== undefined || contact !== undefined) throw selection();
        return await perform(isJson(command), (context) => erasePending(given, context));
      }
      if (location === undefined) throw selection();
      await perform(isJson(command), (context) => erase({ ...given, location }, context));
    });
}

function selection(): InvalidError {
  return new InvalidError('selection', 'Name --location (with --contact for a contact), or --pending: one of them.');
}

async function erase(
  given: Given & { readonly location: string },
  { operations, terminal }: CommandContext<EraseOperations>,
): Promise<ExitStatus> {
  const { location, contact, dryRun = false, yes = false } = given;
  const subject = { locationId: location, contactId: contact ?? null };
  const what = contact === undefined ? `everything of location ${location}` : `contact ${contact} of ${location}`;
  if (
    !dryRun &&
    !yes &&
    !(await terminal.confirm(`Erase ${what}? It cannot be undone, and later events of it are erased, too.`))
  ) {
    terminal.fail('Nothing was changed. Answer y, or give --yes.');
    return EXIT.unconfirmed;
  }
  const how = { by: given.by ?? ownAccount(), dryRun };
  const result = await operations.erase(subject, how, (documents) => terminal.progress('erasing', documents, null));
  terminal.result(result, eraseText(result, dryRun));
  if (!dryRun) terminal.say('The log still holds the events: their publishers have to remove them there.');
  return result.remaining.length === 0 ? EXIT.done : EXIT.attention;
}

async function erasePending(
  { dryRun = false, yes = false }: Given,
  { operations, terminal }: CommandContext<EraseOperations>,
): Promise<ExitStatus> {
  const found = await operations.pendingErasures();
  if (found.length > 0 && !dryRun && !yes && !(await terminal.confirm(`Complete ${found.length} erasures?`))) {
    terminal.fail('Nothing was changed. Answer y, or give --yes.');
    return EXIT.unconfirmed;
  }
  const remaining = new Set<string>();
  let [documents, deadLetters] = [0, 0];
  for (const [done, { _id, by }] of found.entries()) {
    terminal.progress('erasing', done, found.length);
    const result = await operations.erase(subjectOf(_id), { by, dryRun }, () => undefined);
    documents += result.documents;
    deadLetters += result.deadLetters;
    for (const name of result.remaining) if (remaining.size <= MAX_SHOWN) remaining.add(name);
  }
  const total = { erasures: found.length, documents, deadLetters, remaining: [...remaining] };
  terminal.result(total, `${found.length} erasures were pending.\n${eraseText(total, dryRun)}`);
  return remaining.size === 0 ? EXIT.done : EXIT.attention;
}

function subjectOf(mark: ErasureMark): Subject {
  const [, locationId = '', contactId = null] = mark.split(':');
  return { locationId, contactId };
}

function contactId(given: string): string {
  if (given.length > MAX_ID_LENGTH || !ID_PATTERN.test(given)) {
    throw new InvalidArgumentError('It must be the id of a contact.');
  }
  return given;
}

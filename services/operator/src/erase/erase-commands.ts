import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/limits';
import { type Command, InvalidArgumentError } from 'commander';
import type { Erase, EraseResult } from './eraser.ts';
import { type CommandContext, isJson, type Perform } from '../command-context.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { accountOption, ownAccount } from '../operator-account.ts';
import { locationId } from '../verify/verify-commands.ts';

type Given = {
  readonly location: string;
  readonly contact?: string;
  readonly by?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
};

/** The text lists this many names and counts the others. */
const MAX_SHOWN = 50;

export type EraseOperations = { readonly erase: Erase };

export function addErase(program: Command, perform: Perform<EraseOperations>): void {
  program
    .command('erase')
    .description('erases a contact, or a whole location, from every read model, for good')
    .requiredOption('--location <id>', 'the location, or the one that the contact belongs to', locationId)
    .option('--contact <id>', 'only this contact', contactId)
    .addOption(accountOption())
    .option('--dry-run', 'say what would be erased, change nothing')
    .option('--yes', 'do not ask')
    .action(async (given: Given, command: Command) => {
      await perform(isJson(command), (context) => erase(given, context));
    });
}

async function erase(given: Given, { operations, terminal }: CommandContext<EraseOperations>): Promise<ExitStatus> {
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

function eraseText({ documents, pdfs, deadLetters, remaining }: EraseResult, dryRun: boolean): string {
  const lines = [
    `${dryRun ? 'Would erase' : 'Erased'} ${documents} documents, ${pdfs} PDFs and ${deadLetters} dead letters.`,
    ...remaining.slice(0, MAX_SHOWN).map((name) => `still there: ${name}`),
    ...(remaining.length > MAX_SHOWN ? [`… and ${remaining.length - MAX_SHOWN} more`] : []),
  ];
  if (!dryRun)
    lines.push(remaining.length === 0 ? 'Looked again: nothing is left.' : 'It is not complete: erase again.');
  return lines.join('\n');
}

function contactId(given: string): string {
  if (given.length > MAX_ID_LENGTH || !ID_PATTERN.test(given)) {
    throw new InvalidArgumentError('It must be the id of a contact.');
  }
  return given;
}

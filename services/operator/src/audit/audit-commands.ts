import { AUDITED_ID } from '@fundlens/read-models/audit';
import { InvalidError } from '@fundlens/runtime/errors';
import { type Command, InvalidArgumentError } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { instant, wholeNumber } from '../arguments.ts';
import type { AuditReader, AuditSelection } from './audit-reader-store.ts';
import { auditText } from './audit-text.ts';

type Given = {
  readonly contact?: string;
  readonly location?: string;
  readonly credential?: string;
  readonly company?: string;
  readonly operation?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly limit?: number;
  readonly export?: boolean;
};

const DEFAULT_LIMIT = 50;
/** A listing is held in memory; an export is not. */
const MAX_LISTED = 10_000;
/** MongoDB's limit is a 32-bit number. */
const MAX_EXPORTED = 1_000_000_000;

export function addAudit(program: Command, perform: Perform<{ readonly audit: AuditReader }>): void {
  program
    .command('audit')
    .description('which credential read what: requests of the API, the newest first; ids and codes, no personal values')
    .option('--contact <id>', 'only requests that named this contact', auditedId)
    .option('--location <id>', 'only requests for this location', auditedId)
    .option('--credential <id>', 'only requests of this credential, and its refusals by the second', auditedId)
    .option('--company <id>', 'only requests of credentials of this company', auditedId)
    .option('--operation <name>', 'only this operation, e.g. credit-reports.find', operationName)
    .option('--since <time>', 'not before: 2026-03-14, 2026-03-14T09:00Z, or 30m, 24h, 7d ago', instant)
    .option('--until <time>', 'only before: the same forms', instant)
    .option(
      '--limit <n>',
      `at most so many; default ${DEFAULT_LIMIT}, with --export all`,
      wholeNumber({ from: 1, to: MAX_EXPORTED }),
    )
    .option('--export', 'every entry as a line of JSON on standard output, the oldest first')
    .action(async (given: Given, command: Command) => {
      const selection = selectionOf(given);
      await perform(command, async ({ operations, terminal }) => {
        if (given.export === true) {
          const written = await terminal.rows(operations.audit.oldest(selection, given.limit ?? 0));
          terminal.say(`${written} entries`);
          return EXIT.done;
        }
        const limit = listedLimit(given);
        const found = await operations.audit.newest(selection, limit + 1);
        const entries = found.slice(0, limit);
        const more = found.length > limit;
        terminal.result({ entries, more }, auditText(entries, more));
        return EXIT.done;
      });
    });
}

function selectionOf({ contact, location, credential, company, operation, since, until }: Given): AuditSelection {
  const period = { since: since ?? new Date(0), until: until ?? new Date(Date.now() + CLOCKS_APART_MS) };
  if (period.since >= period.until) throw new InvalidError('period', '--since must be before --until.');
  return {
    ...(contact === undefined ? {} : { contactId: contact }),
    ...(location === undefined ? {} : { locationId: location }),
    ...(credential === undefined ? {} : { credentialId: credential }),
    ...(company === undefined ? {} : { companyId: company }),
    ...(operation === undefined ? {} : { operation }),
    ...period,
  };
}

/** Entries have the time of their query service, whose clock may be ahead. */
const CLOCKS_APART_MS = 3_600_000;

function listedLimit({ limit = DEFAULT_LIMIT }: Given): number {
  if (limit > MAX_LISTED) throw new InvalidError('limit', `--limit is at most ${MAX_LISTED}; --export has no bound.`);
  return limit;
}

function auditedId(given: string): string {
  if (!AUDITED_ID.test(given)) throw new InvalidArgumentError('It must be an id: letters, digits and . _ ~ @ -');
  return given;
}

function operationName(given: string): string {
  if (!/^[a-z-]{1,40}\.[a-z-]{1,40}$/.test(given))
    throw new InvalidArgumentError('It must be a name like contacts.list.');
  return given;
}

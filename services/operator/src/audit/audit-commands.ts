import { AUDITED_ID, type StoredAuditEntry } from '@fundlens/read-models/audit';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Command } from 'commander';
import { instant, matching, wholeNumber } from '../arguments.ts';
import type { Perform } from '../command-context.ts';
import { EXIT } from '@fundlens/runtime/run-command';
import { table } from '../table.ts';
import type { AuditSelection } from './audit-log-store.ts';

type Given = { readonly [Name in keyof typeof FIELDS]?: string } & {
  readonly since?: Date;
  readonly until?: Date;
  readonly limit?: number;
  readonly export?: boolean;
};

/** The field of an entry that an option selects by. */
const FIELDS = {
  contact: 'arguments.contactId',
  location: 'locationId',
  credential: 'credentialId',
  company: 'companyId',
  operation: 'operation',
};

const DEFAULT_LISTED = 50;
/** A listing is held in memory; an export is not. */
const MAX_LISTED = 10_000;
/** MongoDB's limit is a 32-bit number. */
const MAX_EXPORTED = 1_000_000_000;
/** Entries have the time of their query service, whose clock may be ahead. */
const CLOCKS_APART_MS = 3_600_000;

const auditedId = matching(AUDITED_ID, 'It must be an id: letters, digits and . _ ~ @ -');
const operationName = matching(/^[a-z-]{1,40}\.[a-z-]{1,40}$/, 'It must be a name like contacts.list.');

export function addAudit(program: Command, perform: Perform): void {
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
      `at most so many; default ${DEFAULT_LISTED}, with --export all`,
      wholeNumber({ from: 1, to: MAX_EXPORTED }),
    )
    .option('--export', 'every entry as a line of JSON on standard output, the oldest first')
    .action(
      perform(async ({ system: { db }, terminal }, given: Given) => {
        const selection = selectionOf(given);
        const { auditEntries } = await import('./audit-log-store.ts');
        if (given.export === true) {
          const oldest = auditEntries(db, selection, { newestFirst: false, limit: given.limit ?? 0 });
          terminal.say(`${await terminal.rows(oldest)} entries`);
          return EXIT.done;
        }
        const { limit = DEFAULT_LISTED } = given;
        const found: StoredAuditEntry[] = [];
        const newest = auditEntries(db, selection, { newestFirst: true, limit: limit + 1 });
        for await (const entry of newest) found.push(entry);
        const entries = found.slice(0, limit);
        const more = found.length > limit;
        terminal.result({ entries, more }, entriesText(entries, more));
        return EXIT.done;
      }),
    );

  program
    .command('indexes')
    // Asks nothing: it removes no index and no entry, and may be repeated.
    .description('makes the indexes of audit and quotas, which the query service may not make itself')
    .action(
      perform(async ({ system: { db }, terminal }) => {
        const { ensureQueryIndexes } = await import('@fundlens/read-models/store-indexes');
        const { mapMongoErrors } = await import('@fundlens/runtime/mongodb-errors');
        const indexes = await mapMongoErrors(() => ensureQueryIndexes(db));
        const lines = Object.entries(indexes).map(([collection, names]) => `${collection}: ${names.join(', ')}`);
        terminal.result({ indexes }, lines.join('\n'));
        return EXIT.done;
      }),
    );
}

function selectionOf(given: Given): AuditSelection {
  const { since = new Date(0), until = new Date(Date.now() + CLOCKS_APART_MS), limit = DEFAULT_LISTED } = given;
  if (since >= until) throw new InvalidError('period', '--since must be before --until.');
  if (limit > MAX_LISTED && given.export !== true) {
    throw new InvalidError('limit', `--limit is at most ${MAX_LISTED}; --export has no bound.`);
  }
  const fields = Object.entries(FIELDS).flatMap(([name, field]) => {
    const value = given[name as keyof typeof FIELDS];
    return value === undefined ? [] : [[field, value] as const];
  });
  return { fields: Object.fromEntries(fields), since, until };
}

/** @param more there are older ones */
function entriesText(entries: readonly StoredAuditEntry[], more: boolean): string {
  if (entries.length === 0) return 'No entries.';
  const head = ['time', 'status', 'operation', 'location', 'arguments', 'credential', 'company', 'ms', 'request'];
  const lines = table(head, entries.map(cells));
  return [...lines, ...(more ? ['… older ones: --limit, --until or --export'] : [])].join('\n');
}

function cells(entry: StoredAuditEntry): string[] {
  const at = entry.at.toISOString();
  if (entry.kind === 'count') {
    return [at, `${entry.status} × ${entry.count}`, '', '', '', entry.credentialId ?? 'not known', '', '', ''];
  }
  const given = Object.entries(entry.arguments).map(([name, value]) => `${name}=${value}`);
  return [
    at,
    entry.code === null ? String(entry.status) : `${entry.status} ${entry.code}`,
    entry.operation,
    entry.locationId ?? '',
    given.join(' '),
    entry.credentialId,
    entry.companyId ?? '',
    String(entry.durationMs),
    entry._id,
  ];
}

import type { Erasure } from '@fundlens/read-models/erasure';
import type { Command } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { instant, wholeNumber } from '../arguments.ts';
import { table } from '../table.ts';
import type { ErasureReader } from './erasure-reader-store.ts';

type Given = { readonly since?: Date; readonly limit: number; readonly export?: boolean };

const DEFAULT_LIMIT = 50;
/** A listing is held in memory; an export is not. */
const MAX_LISTED = 10_000;

export function addErasures(program: Command, perform: Perform<{ readonly erasures: ErasureReader }>): void {
  program
    .command('erasures')
    .description('which contacts and locations are erased, the newest first; ids and accounts, nothing personal')
    .option('--since <time>', 'not before: 2026-03-14, 2026-03-14T09:00Z, or 30m, 24h, 7d ago', instant)
    .option('--limit <n>', 'at most so many', wholeNumber({ from: 1, to: MAX_LISTED }), DEFAULT_LIMIT)
    .option('--export', 'every one as a line of JSON on standard output, the oldest first')
    .action(async ({ since, limit, export: exporting }: Given, command: Command) => {
      const at = since?.getTime() ?? 0;
      await perform(command, async ({ operations, terminal }) => {
        if (exporting === true) {
          const written = await terminal.rows(operations.erasures.oldest(at));
          terminal.say(`${written} erasures`);
          return EXIT.done;
        }
        const found = await operations.erasures.newest(at, limit + 1);
        const erasures = found.slice(0, limit);
        const more = found.length > limit;
        terminal.result({ erasures, more }, erasuresText(erasures, more));
        return EXIT.done;
      });
    });
}

function erasuresText(erasures: readonly Erasure[], more: boolean): string {
  if (erasures.length === 0) return 'No erasures.';
  const rows = erasures.map(({ _id, at, by }) => {
    const [, location = '', contact = 'all of it'] = _id.split(':');
    return [new Date(at).toISOString(), location, contact, by];
  });
  return [
    ...table(['time', 'location', 'contact', 'by'], rows),
    ...(more ? ['… older ones: --limit or --export'] : []),
  ].join('\n');
}

import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** A listing is held in memory; an export is not. */
export const MAX_LISTED = 10_000;
export const DEFAULT_LISTED = 50;

type RowsOptions<Row> = {
  /** Rows by their time. `limit` 0: all. */
  readonly find: (order: { readonly newestFirst: boolean; readonly limit: number }) => AsyncIterable<Row>;
  readonly name: string;
  readonly text: (rows: readonly Row[]) => readonly string[];
};

/** Lists rows, the newest first, or exports all as lines of JSON, the oldest first. */
export async function showRows<Row>(
  terminal: Terminal,
  { limit, export: exporting = false }: { readonly limit?: number | undefined; readonly export?: boolean | undefined },
  { find, name, text }: RowsOptions<Row>,
): Promise<ExitStatus> {
  if (exporting) {
    const written = await terminal.rows(find({ newestFirst: false, limit: limit ?? 0 }));
    terminal.say(`${written} ${name}`);
    return EXIT.done;
  }
  const listed = limit ?? DEFAULT_LISTED;
  const found: Row[] = [];
  for await (const row of find({ newestFirst: true, limit: listed + 1 })) found.push(row);
  const rows = found.slice(0, listed);
  const more = found.length > listed;
  const lines =
    rows.length === 0 ? [`No ${name}.`] : [...text(rows), ...(more ? ['… older ones: --limit or --export'] : [])];
  terminal.result({ [name]: rows, more }, lines.join('\n'));
  return EXIT.done;
}

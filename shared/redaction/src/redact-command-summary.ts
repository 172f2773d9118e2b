import type { RuleName } from './edits.ts';
import type { Piece } from './redact-command-feed.ts';

export type Summary = {
  readonly add: (piece: Piece) => void;
  readonly found: () => number;
  readonly refused: () => number;
  /** For people: how many by which rule at which path because of which words, and what was refused; never a value. */
  readonly lines: () => string[];
};

/** Paths of a hostile file are data; so many of them tell enough. */
const MAX_ROWS = 200;
const MAX_REFUSED = 20;

/** @param name of the file, cleaned */
export function createSummary(name: string): Summary {
  const rows = new Map<
    string,
    { readonly rule: RuleName; readonly path: string; readonly because: string | null; count: number }
  >();
  const refusals: string[] = [];
  let found = 0;
  let beyond = 0;
  let refused = 0;
  return {
    add(piece) {
      if (piece.kind === 'refused') {
        refused++;
        const where = piece.line === null ? '' : `line ${piece.line}: `;
        if (refused <= MAX_REFUSED) refusals.push(`  refused ${where}${piece.code}: ${piece.reason}`);
        return;
      }
      for (const { rule, path, because } of piece.findings) {
        found++;
        const key = `${rule} ${path} ${because}`;
        const row = rows.get(key);
        if (row !== undefined) row.count++;
        else if (rows.size < MAX_ROWS) rows.set(key, { rule, path, because, count: 1 });
        else beyond++;
      }
    },
    found: () => found,
    refused: () => refused,
    lines() {
      const state = found > 0 ? `${found} removed` : refused > 0 ? 'not read to its end' : 'clean';
      const sorted = [...rows.values()].sort((a, b) => b.count - a.count || a.path.localeCompare(b.path));
      return [
        `${name}: ${state}${refused > 0 ? `, ${refused} refused` : ''}`,
        ...sorted.map(
          ({ rule, path, because, count }) =>
            `  ${String(count).padStart(6)}  ${rule.padEnd(12)}  ${path}${because === null ? '' : `  (${because})`}`,
        ),
        ...(beyond > 0 ? [`  ${String(beyond).padStart(6)}  at other paths`] : []),
        ...refusals,
        ...(refused > MAX_REFUSED ? [`  and ${refused - MAX_REFUSED} refused more`] : []),
      ];
    },
  };
}

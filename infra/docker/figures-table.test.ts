import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { figuresTable } from './figures-table.ts';

it('has a row for each image, with what was measured of it and nothing in the place of what was not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'figures-'));
  try {
    const start = { firstStartMs: 3_000, startMs: 1_500, stopMs: 200, starts: 6 };
    writeFileSync(join(folder, 'start-query.json'), JSON.stringify(start));
    const built = { image: 'i', bytes: 229_600_000, components: 70, seconds: 12 } as const;
    const rows = figuresTable(
      [
        { ...built, service: 'query' },
        { ...built, service: 'operator' },
      ],
      folder,
    ).split('\n');
    expect(rows.slice(2)).toEqual([
      '| query | 230 | 70 | 12 s | 3000 ms | 1500 ms | 200 ms |',
      '| operator | 230 | 70 | 12 s |  |  |  |',
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

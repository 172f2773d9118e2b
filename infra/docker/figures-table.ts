import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltImage } from './service-image.ts';

const MEGABYTE = 1_000_000;
const HEADINGS = ['image', 'MB', 'components', 'built', 'first start', 'start (median)', 'stop (median)'];

type Start = { readonly firstStartMs?: number; readonly startMs: number; readonly stopMs?: number };

/** What was measured of the images: sizes and bills from the build, starts from files that the tests have left in `folder`. */
export function figuresTable(built: readonly BuiltImage[], folder: string): string {
  const rows = built.map(({ service, bytes, components, seconds }) => {
    const file = join(folder, `start-${service}.json`);
    const start = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Start) : undefined;
    return [
      service,
      (bytes / MEGABYTE).toFixed(0),
      String(components),
      `${seconds} s`,
      ...[start?.firstStartMs, start?.startMs, start?.stopMs].map((ms) => (ms === undefined ? '' : `${ms} ms`)),
    ];
  });
  const lines = [HEADINGS, HEADINGS.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

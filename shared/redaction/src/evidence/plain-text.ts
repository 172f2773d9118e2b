import type { Finding, Span } from '../edits.ts';
import { isRowOfOthers, readTextTables } from './text-rows.ts';
import { normalized } from '../normalized.ts';
import { readFields } from './fields.ts';
import { readProse } from './prose.ts';
import { Reader } from './reader.ts';

/**
 * What goes from a text without structure of its own: its tables, and its prose.
 *
 * @param about a name, a label or a question outside of the text that speaks of SSNs
 * @returns in order, disjoint
 */
export function readPlainText(text: string, about: string | null): readonly Finding[] {
  const plain = normalized(text);
  const tables = readTextTables(plain);
  const all = readProse(plain, about).filter((finding) => finding.rule !== 'pattern' || !isRowOfOthers(plain, finding));
  if (tables === null) return all;
  const found = readFields(new Reader(tables.structure), 0, new Map()).findings;
  const taken: Span[] = [...found, ...tables.others].sort((a, b) => a.start - b.start);
  let next = 0;
  const prose = all.filter(({ start, end }) => {
    while (next < taken.length && (taken[next] as Span).end <= start) next++;
    return (taken[next]?.start ?? plain.length) >= end;
  });
  return [...prose, ...found].sort((a, b) => a.start - b.start);
}

import type { Finding } from '../edits.ts';
import { normalized } from '../normalized.ts';
import { readProse } from './prose.ts';
import { NumberRows, readTextTables } from './text-tables.ts';

/**
 * What goes from a text without structure of its own: its tables, and its prose.
 *
 * @param about a name, a label or a question outside of the text that speaks of SSNs
 * @returns in order, disjoint
 */
export function readPlainText(text: string, about: string | null): readonly Finding[] {
  const plain = normalized(text);
  const { findings, others } = readTextTables(plain);
  const rows = new NumberRows(plain);
  const taken = [...findings, ...others].sort((a, b) => a.start - b.start);
  let next = 0;
  const prose = readProse(plain, about).filter((finding) => {
    while (next < taken.length && (taken[next] as Finding).end <= finding.start) next++;
    if ((taken[next]?.start ?? plain.length) < finding.end) return false;
    return finding.rule !== 'pattern' || !rows.has(finding);
  });
  return findings.length === 0 ? prose : [...prose, ...findings].sort((a, b) => a.start - b.start);
}

import type { DocumentContent } from '@fundlens/read-models/document';
import { canonicalJson, hasSameVersion } from '@fundlens/read-models/slot';

/**
 * In what two documents differ, in the sense of design §2 (slots, index fields, views; no bookkeeping); null when they
 * are equal. Names the part and never shows content.
 */
export function documentDifference(a: DocumentContent, b: DocumentContent): string | null {
  for (const name of new Set([...a.slots.keys(), ...b.slots.keys()])) {
    const [left, right] = [a.slots.get(name), b.slots.get(name)];
    if (left === undefined || right === undefined) return `slot ${name} is missing on one side`;
    if (!hasSameVersion(left, right)) return `slot ${name} differs`;
    if (canonicalJson(left.value) !== canonicalJson(right.value)) return `value of slot ${name} differs`;
  }
  for (const name of new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])) {
    if (JSON.stringify(a.fields[name]) !== JSON.stringify(b.fields[name])) return `field ${name} differs`;
  }
  for (const name of new Set([...a.views.keys(), ...b.views.keys()])) {
    const [left, right] = [a.views.get(name), b.views.get(name)];
    if (left === undefined || right === undefined) return `view ${name} is missing on one side`;
    if (Buffer.compare(left, right) !== 0) return `view ${name} differs`;
  }
  return null;
}

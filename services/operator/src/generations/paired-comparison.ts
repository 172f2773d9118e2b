import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { readModels } from '@fundlens/read-models/definitions';
import { isErased } from '@fundlens/read-models/erasure';
import { hasSameVersion } from '@fundlens/read-models/slot';
import { type Compared, portionsOf } from '../comparison.ts';
import type { DocumentPair, DocumentPairs, PairedDocument } from './document-pairs-store.ts';

/** Documents compared again at a time: a dozen reports are some megabytes each. */
const AT_ONCE = 12;

const COMPARED = readModels.filter(({ streams }) => streams.length > 0).map(({ name }) => name);

/**
 * The documents of two generations.
 * @param sameRules they are made by the same rules: everything must be equal. Otherwise only which states of which entities
 *   there are.
 */
export async function* comparedPairs(
  pairs: DocumentPairs,
  sameRules: boolean,
  only: readonly string[] | null,
): AsyncGenerator<Compared> {
  const difference = sameRules ? partThatDiffers : stateThatDiffers;
  const compared = (name: string, { key, from, to }: DocumentPair): Compared => ({
    document: `${name}/${key}`,
    part: difference(from, to),
    revisions: `${from?.revision ?? '-'} ${to?.revision ?? '-'}`,
  });
  if (only === null) {
    for (const name of COMPARED) for await (const pair of pairs.scan(name)) yield compared(name, pair);
    return;
  }
  for (const { name, keys } of portionsOf(only, AT_ONCE)) {
    for (const pair of await pairs.read(name, keys)) yield compared(name, pair);
  }
}

function partThatDiffers(from: PairedDocument | null, to: PairedDocument | null): string | null {
  const only = from ?? to;
  if (from !== null && to !== null) return documentDifference(from.content, to.content);
  return only === null || isNothing(only) ? null : 'is missing on one side';
}

/** Only which version of each slot there is. */
function stateThatDiffers(from: PairedDocument | null, to: PairedDocument | null): string | null {
  const [left, right] = [slotsIn(from), slotsIn(to)];
  for (const slot of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(slot), right.get(slot)];
    if (a === undefined || b === undefined) {
      const only = a ?? b;
      if (only !== undefined && !isErased(only)) return `slot ${slot} is missing on one side`;
    } else if (!hasSameVersion(a, b)) return `slot ${slot} differs`;
  }
  return null;
}

function slotsIn(document: PairedDocument | null): PairedDocument['content']['slots'] {
  return document?.content.slots ?? new Map();
}

/** An erasure is written into every generation, also where there was nothing of the subject. */
function isNothing({ content }: PairedDocument): boolean {
  return [...content.slots.values()].every(isErased);
}

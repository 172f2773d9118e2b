import { documentDifference } from '@fundlens/projection/fold/document-difference';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { isErased } from '@fundlens/read-models/erasure';
import { hasSameVersion } from '@fundlens/read-models/slot';
import type { DocumentPair, DocumentPairs, PairedDocument } from './document-pairs-store.ts';

/** Names a document and a part of it, never content. */
export type Difference = { readonly document: string; readonly part: string };

export type Comparison = {
  readonly documents: number;
  readonly differences: readonly Difference[];
  /** Documents that changed between all rounds: whether they differ is not known. */
  readonly moving: readonly string[];
};

type CompareOptions = {
  readonly pairs: DocumentPairs;
  readonly models: readonly ReadModelName[];
  /** Made by the same rules: everything must be equal. Otherwise only which states of which entities there are. */
  readonly sameRules: boolean;
  /** Resolves when both generations have all that the logs hold now, or do not come so far in time. */
  readonly caughtUp: () => Promise<void>;
  readonly progress: (documents: number) => void;
};

const ROUNDS = 5;
/** Documents compared again at a time: a dozen reports are some megabytes each. */
const AT_ONCE = 12;
/** With more suspects the generations differ as a whole, and the comparison ends early. */
const MAX_SUSPECTS = 10_000;

type Suspect = {
  readonly name: ReadModelName;
  readonly key: string;
  readonly part: string;
  readonly revisions: string;
};

/**
 * Compares each document of two generations while events arrive. A first difference may only mean that one side is late, so
 * the document is read again after both have caught up; only one that stays unchanged on both sides and still differs is a
 * difference.
 */
export async function compareGenerations(options: CompareOptions): Promise<Comparison> {
  const { pairs, models, sameRules, caughtUp, progress } = options;
  let documents = 0;
  let suspects: Suspect[] = [];
  for (const name of models) {
    for await (const pair of pairs.scan(name)) {
      documents += 1;
      if (documents % AT_ONCE === 0) progress(documents);
      suspects.push(...suspectIn(name, pair, sameRules));
      if (suspects.length > MAX_SUSPECTS) break;
    }
  }
  let stayed: readonly Suspect[] = [];
  for (let round = 1; round < ROUNDS && suspects.length > stayed.length; round += 1) {
    await caughtUp();
    const before = new Map(suspects.map((suspect) => [nameOf(suspect), suspect.revisions]));
    suspects = await readAgain(suspects, pairs, sameRules);
    stayed = suspects.filter((suspect) => before.get(nameOf(suspect)) === suspect.revisions);
  }
  const isStayed = new Set(stayed.map(nameOf));
  return {
    documents,
    differences: stayed.map((suspect) => ({ document: nameOf(suspect), part: suspect.part })),
    moving: suspects.map(nameOf).filter((name) => !isStayed.has(name)),
  };
}

async function readAgain(suspects: readonly Suspect[], pairs: DocumentPairs, sameRules: boolean): Promise<Suspect[]> {
  const found: Suspect[] = [];
  for (const [name, members] of Map.groupBy(suspects, (suspect) => suspect.name)) {
    for (let start = 0; start < members.length; start += AT_ONCE) {
      const keys = members.slice(start, start + AT_ONCE).map(({ key }) => key);
      for (const pair of await pairs.read(name, keys)) found.push(...suspectIn(name, pair, sameRules));
    }
  }
  return found;
}

function suspectIn(name: ReadModelName, { key, from, to }: DocumentPair, sameRules: boolean): Suspect[] {
  const part = sameRules ? partThatDiffers(from, to) : stateThatDiffers(from, to);
  return part === null ? [] : [{ name, key, part, revisions: `${from?.revision ?? '-'} ${to?.revision ?? '-'}` }];
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

function nameOf({ name, key }: Pick<Suspect, 'name' | 'key'>): string {
  return `${name}/${key}`;
}

import type { ReadModelName } from '@fundlens/read-models/definition';

export type Comparison = {
  readonly documents: number;
  /** Documents and a part of each, by name; never what either side holds. */
  readonly differences: readonly { readonly document: string; readonly part: string }[];
  /** Documents that changed between all rounds: whether they differ is not known. */
  readonly moving: readonly string[];
  /** False: one side has not come as far as the other, so that what differs may only be late. */
  readonly isCaughtUp: boolean;
};

/** A document of which both sides were compared. */
export type Compared = {
  /** `<read model>/<_id>` */
  readonly document: string;
  /** What differs; null: nothing. */
  readonly part: string | null;
  /** Of both sides; null: it is about to change. */
  readonly revisions: string | null;
};

type Suspect = Compared & { readonly part: string };

type CompareOptions = {
  /** Compares these documents; null: all. */
  readonly compared: (only: readonly string[] | null) => AsyncIterable<Compared>;
  /** Resolves when both sides have come further: true when neither waits for what the other has. */
  readonly caughtUp: () => Promise<boolean>;
  readonly progress?: (documents: number) => void;
};

const ROUNDS = 5;
/** With more suspects the sides differ as a whole, and the comparison ends early. */
const MAX_SUSPECTS = 10_000;
const PROGRESS_EVERY = 12;

/**
 * Compares documents while events arrive. A first difference may only mean that one side is late, so the document is compared
 * again after both have caught up; only one that stays unchanged on both sides and still differs is a difference.
 */
export async function compareDocuments({ compared, caughtUp, progress }: CompareOptions): Promise<Comparison> {
  let documents = 0;
  async function differing(only: readonly string[] | null): Promise<ReadonlyMap<string, Suspect>> {
    const found = new Map<string, Suspect>();
    for await (const { document, part, revisions } of compared(only)) {
      if (only === null) documents += 1;
      if (only === null && documents % PROGRESS_EVERY === 0) progress?.(documents);
      if (part !== null) found.set(document, { document, part, revisions });
      if (found.size > MAX_SUSPECTS) break;
    }
    return found;
  }

  let suspects = await differing(null);
  let stayed: ReadonlySet<string> = new Set();
  let isCaughtUp = true;
  for (let round = 1; round < ROUNDS && suspects.size > 0; round += 1) {
    isCaughtUp = await caughtUp();
    const before = suspects;
    suspects = await differing([...before.keys()]);
    const isSame = ({ document, revisions }: Suspect) =>
      revisions !== null && before.get(document)?.revisions === revisions;
    stayed = new Set([...suspects.values()].filter(isSame).map(({ document }) => document));
    if (isCaughtUp && stayed.size === suspects.size) break;
  }
  const found = [...suspects.values()].sort((a, b) => (a.document < b.document ? -1 : 1));
  return {
    documents,
    differences: found.filter(({ document }) => stayed.has(document)).map(({ document, part }) => ({ document, part })),
    moving: found.map(({ document }) => document).filter((document) => !stayed.has(document)),
    isCaughtUp,
  };
}

/** Documents that are requested by their keys in one query. */
const KEYS_AT_ONCE = 500;

/** The keys of documents by read model, in portions for one query each. */
export function* portionsOf(
  documents: readonly string[],
): Generator<{ readonly name: ReadModelName; readonly chosen: { readonly keys: readonly string[] } }> {
  const modelOf = (document: string) => document.slice(0, document.indexOf('/')) as ReadModelName;
  for (const [name, members] of Map.groupBy(documents, modelOf)) {
    const keys = members.map((document) => document.slice(name.length + 1));
    for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
      yield { name, chosen: { keys: keys.slice(start, start + KEYS_AT_ONCE) } };
    }
  }
}

/** The text lists this many differences and counts the others. */
const MAX_SHOWN = 200;

export function differencesText(found: Omit<Comparison, 'documents'>, repeat: string): string[] {
  const { differences, moving, isCaughtUp } = found;
  return [
    ...differences.slice(0, MAX_SHOWN).map(({ document, part }) => `${document}: ${part}`),
    ...(differences.length > MAX_SHOWN ? [`… and ${differences.length - MAX_SHOWN} more`] : []),
    differences.length === 0 ? 'No difference.' : `${differences.length} differ.`,
    ...(moving.length === 0 ? [] : [`${moving.length} changed all the while: ${repeat} again.`]),
    ...(isCaughtUp ? [] : [`A projector is behind, so what differs may only be late: ${repeat} again.`]),
  ];
}

import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { fingerprintDifference } from '@fundlens/projection/generations/fingerprint';
import { contentIn } from '@fundlens/projection/writer/stored-content';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { type StoredDocument, slotsOf } from '@fundlens/read-models/document';
import { isErased } from '@fundlens/read-models/erasure';
import { generationOf } from '@fundlens/read-models/generation';
import { hasSameVersion, type Slots } from '@fundlens/read-models/slot';
import { InvalidError } from '@fundlens/runtime/errors';
import type { Context } from '../command-context.ts';
import { type Compared, type Comparison, compareDocuments, portionsOf } from '../comparison.ts';
import { type Chosen, storedDocuments } from '../documents-store.ts';
import { caughtUp } from '../log-progress.ts';

const COMPARED = readModels
  .filter(({ streams }) => streams.length > 0)
  .map(({ name }) => ({ name, chosen: 'all' as const }));

/**
 * Compares a generation with the one that readers use. Where both are made by the same rules everything must be equal,
 * otherwise only which states of which entities there are. @throws InvalidError `unknown_generation`
 */
export async function compareGeneration({ system, terminal }: Context, number: number): Promise<Comparison> {
  const progress = (documents: number) => terminal.progress('comparing', documents, null);
  const pointer = await system.generations.pointer();
  const [read, other] = [generationOf(pointer, pointer.active), generationOf(pointer, number)];
  if (other === undefined || read === undefined) {
    throw new InvalidError('unknown_generation', `There is no generation ${number}.`);
  }
  const sameRules = fingerprintDifference(read.fingerprint, other.fingerprint) === null;
  const difference = sameRules ? partThatDiffers : stateThatDiffers;
  return await compareDocuments({ compared, caughtUp: () => caughtUp(system, [read.number, number]), progress });

  async function* compared(only: readonly string[] | null): AsyncGenerator<Compared> {
    for (const { name, chosen } of only === null ? COMPARED : portionsOf(only)) {
      for await (const [from, to] of pairs(name, chosen)) {
        yield {
          document: `${name}/${(from ?? to)?._id}`,
          part: difference(from, to),
          revisions: `${from?.revision ?? '-'} ${to?.revision ?? '-'}`,
        };
      }
    }
  }

  /** Every document of either generation, merged by key. */
  async function* pairs(name: ReadModelName, chosen: Chosen): AsyncGenerator<[Side, Side]> {
    const side = (generation: number) => storedDocuments(system.db, { name, generation }, chosen);
    const taken = async (from: ReturnType<typeof side>): Promise<Side> => (await from.next()).value ?? null;
    const sides = [side(pointer.active), side(number)] as const;
    try {
      let [from, to] = await Promise.all([taken(sides[0]), taken(sides[1])]);
      while (from !== null || to !== null) {
        // As MongoDB sorts, by bytes of UTF-8: ids are ASCII, for which code units are the same.
        const isFrom = from !== null && (to === null || from._id <= to._id);
        const isTo = to !== null && (from === null || to._id <= from._id);
        yield [isFrom ? from : null, isTo ? to : null];
        [from, to] = await Promise.all([isFrom ? taken(sides[0]) : from, isTo ? taken(sides[1]) : to]);
      }
    } finally {
      for (const side of sides) await side.return(undefined);
    }
  }
}

/** Null: there is no such document. */
type Side = StoredDocument | null;

function partThatDiffers(from: Side, to: Side): string | null {
  if (from !== null && to !== null) return documentDifference(contentIn(from), contentIn(to));
  // An erasure is written into every generation, also where there was nothing of the subject.
  return [...slotsIn(from ?? to).values()].every(isErased) ? null : 'is missing on one side';
}

/** Only which version of each slot there is. */
function stateThatDiffers(from: Side, to: Side): string | null {
  const [left, right] = [slotsIn(from), slotsIn(to)];
  for (const slot of new Set([...left.keys(), ...right.keys()])) {
    const [a, b] = [left.get(slot), right.get(slot)];
    if (a === undefined || b === undefined) {
      const only = a ?? b;
      if (only !== undefined && !isErased(only)) return `slot ${slot} is missing on one side`;
    } else if (!hasSameVersion(a, b) && !(isErased(a) && isErased(b))) return `slot ${slot} differs`;
  }
  return null;
}

function slotsIn(document: Side): Slots {
  return slotsOf(document?.slots ?? {});
}

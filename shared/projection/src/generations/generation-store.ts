import { CHECKPOINTS, type Checkpoint } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { PARTITION_STATES } from '@fundlens/read-models/partition-state';
import { collectionName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import {
  type Fingerprint,
  GENERATIONS,
  type GenerationPointer,
  generationOf,
  POINTER_ID,
} from '@fundlens/read-models/generation';
import { readPointer } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { withMappedErrors } from '@fundlens/runtime/mongodb-errors';
import type { Db } from 'mongodb';
import { partitionKey } from '../log/source.ts';

/** Lost compare-and-swaps of the pointer: only operators' commands change it. */
const MAX_ROUNDS = 5;

/** What a projector has applied it has acknowledged by then. Readers go over within a second, too. */
const CATCH_UP_MS = 1_000;
const LOOK_MS = 50;

/** Those that this user may read: that needs no right of its own. */
async function collectionNames(db: Db): Promise<string[]> {
  const found = await db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray();
  return found.map(({ name }) => name);
}

/**
 * What an operator's command does with generations. Every change is one compare-and-swap of the pointer.
 * `db` must read and write with majority concern: see composition-root.
 */
export function createGenerationStore(db: Db) {
  const pointers = db.collection<GenerationPointer>(GENERATIONS);

  /** Up to which offset a generation has each partition, by `<topic>:<partition>`. */
  async function reached(generation: number): Promise<ReadonlyMap<string, number>> {
    const found = await db.collection<Checkpoint>(CHECKPOINTS).find({ generation }).toArray();
    return new Map(found.map((checkpoint) => [partitionKey(checkpoint), checkpoint.nextOffset]));
  }

  /** @throws InvalidError `not_set_up` where no projector has ever started. */
  async function pointer(): Promise<GenerationPointer> {
    const found = await readPointer(db);
    if (found === null) throw new InvalidError('not_set_up', 'No projector has ever started on this database.');
    return found;
  }

  async function change(
    next: (present: GenerationPointer) => Partial<GenerationPointer> | Promise<Partial<GenerationPointer>>,
  ): Promise<GenerationPointer> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const present = await pointer();
      const changed = { ...present, ...(await next(present)), revision: present.revision + 1 };
      const filter = { _id: POINTER_ID, revision: present.revision } as const;
      const { matchedCount } = await pointers.replaceOne(filter, changed);
      if (matchedCount === 1) return changed;
    }
    throw new RetryableError('generations_contended', 'Others keep changing the generations.');
  }

  return withMappedErrors({
    pointer,

    /** @returns the number of the new generation. */
    async add(fingerprint: Fingerprint, at: number): Promise<number> {
      const { last } = await change(async (present) => {
        const number = Math.max(present.last, ...(await numbersWritten(db))) + 1;
        return { last: number, generations: [...present.generations, { number, fingerprint, addedAt: at }] };
      });
      return last;
    },

    /**
     * Makes readers use another generation.
     * @throws InvalidError `unknown_generation`; `generation_behind` when one of its checkpoints is missing, or lies before
     *   where that of the active generation was a second ago: readers would go back.
     */
    async switchTo(number: number): Promise<void> {
      await change(async (present) => {
        assertKnown(present, number);
        const left = await leftBehind(() => reached(number), await reached(present.active));
        if (left.length > 0) {
          throw new InvalidError(
            'generation_behind',
            `Generation ${number} has not come as far as generation ${present.active}, which readers use, in ${left.join(', ')}.`,
          );
        }
        return { active: number };
      });
    },

    /**
     * Forgets the generation: it is written and read no more. Its documents are removed by `tidy`.
     * @throws InvalidError `unknown_generation`, `generation_in_use`
     */
    async drop(number: number): Promise<void> {
      await change((present) => {
        // One that was dropped before is dropped: a command that was interrupted may be given again.
        if (number > present.last) assertKnown(present, number);
        // While readers use one that does not exist, any of the others may be the one to go back to.
        assertKnown(present, present.active);
        if (present.active === number) {
          throw new InvalidError('generation_in_use', `Readers use generation ${number}: switch to another one first.`);
        }
        return { generations: present.generations.filter((generation) => generation.number !== number) };
      });
    },

    reached,
    /** Removes documents and checkpoints of numbers that no generation has: also what a suspended process has written since. */
    tidy: async (): Promise<void> => removeDropped(db, await pointer()),
  });
}

/** The partitions in which it does not come this far, though others go on meanwhile. */
async function leftBehind(
  reached: () => Promise<ReadonlyMap<string, number>>,
  there: ReadonlyMap<string, number>,
): Promise<string[]> {
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const here = await reached();
    const left = [...there].flatMap(([partition, offset]) => ((here.get(partition) ?? -1) < offset ? partition : []));
    if (left.length === 0 || waitedMs >= CATCH_UP_MS) return left;
    await sleep(LOOK_MS);
  }
}

const OF_GENERATION = new RegExp(`^(?:${readModels.map(({ name }) => name).join('|')})_(\\d+)$`);

/** Those that a restored backup does not know have left documents, which other rules may have made. */
async function numbersWritten(db: Db): Promise<number[]> {
  return (await collectionNames(db)).map((name) => Number(OF_GENERATION.exec(name)?.[1] ?? 0));
}

async function removeDropped(db: Db, { active, generations, last }: GenerationPointer): Promise<void> {
  const kept = new Set([active, ...generations.map(({ number }) => number)]);
  const present = new Set(await collectionNames(db));
  const deadLetters = db.collection<DeadLetter>(DEAD_LETTERS);
  for (let generation = 1; generation <= last; generation += 1) {
    if (kept.has(generation)) continue;
    for (const readModel of readModels) {
      const name = collectionName(readModel.name, generation);
      if (present.has(name)) await db.dropCollection(name);
    }
    for (const collection of [CHECKPOINTS, PARTITION_STATES])
      await db.collection(collection).deleteMany({ generation });
    await deadLetters.updateMany({ generations: generation }, { $pull: { generations: generation } });
  }
  // Valid in every generation that is left.
  await deadLetters.updateMany({ status: 'open', generations: [] }, { $set: { status: 'replayed' } });
}

function assertKnown(pointer: GenerationPointer, number: number): void {
  if (generationOf(pointer, number) === undefined) {
    throw new InvalidError('unknown_generation', `There is no generation ${number}.`);
  }
}

import { fingerprintDifference } from '@fundlens/projection/generations/fingerprint';
import { type GenerationStore, partitionsBehind } from '@fundlens/projection/generations/generation-store';
import type { Logs } from '@fundlens/projection/log/source';
import type { Status } from '@fundlens/projection/status/status';
import { type Fingerprint, generationOf } from '@fundlens/read-models/generation';
import { InvalidError } from '@fundlens/runtime/errors';
import { compareDocuments, type Comparison } from '../comparison.ts';
import { comparedPairs } from './paired-comparison.ts';
import type { DocumentPairs } from './document-pairs-store.ts';

export type GenerationReport = {
  readonly number: number;
  readonly isActive: boolean;
  /** In what it is made otherwise than this command makes documents; null: in nothing. */
  readonly difference: string | null;
  readonly addedAt: number;
  /** Records that are applied, and that are not. */
  readonly applied: number;
  readonly lag: number;
  /** How old its documents may be; null while that is not known. */
  readonly ageMs: number | null;
  /** Open ones. */
  readonly deadLetters: number;
  /** Changed documents that its dashboards have not counted. */
  readonly uncounted: number;
};

export type GenerationOperations = {
  list(): Promise<GenerationReport[]>;
  /** @returns the new number. */
  add(): Promise<number>;
  /** With the generation that readers use. */
  compare(number: number, progress: (documents: number) => void): Promise<Comparison>;
  switchTo(number: number): Promise<void>;
  drop(number: number): Promise<void>;
  /** The partitions in which it has not come as far as the generation that readers use. */
  behind(number: number): Promise<string[]>;
};

export type GenerationOperationsOptions = {
  readonly pairsOf: (generations: { readonly from: number; readonly to: number }) => DocumentPairs;
  readonly generations: GenerationStore;
  /** Of this process. */
  readonly fingerprint: Fingerprint;
  readonly topics: Readonly<Record<string, string>>;
  readonly logs: Logs;
  readonly status: (generation: number) => Promise<Status>;
  /** Writes what is valid in the generation and open elsewhere once more, so that clients are told of it from now on. */
  readonly retell: (generation: number) => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
};

const CATCH_UP_LOOK_MS = 500;
/** Running projectors catch up within this time; a comparison does not wait longer for one that is stopped. */
const CATCH_UP_LOOKS = 20;
/** Projectors see within this time that their generation is dropped, and may write a batch that is in work. */
const TIDY_AFTER_MS = 3_000;

export function createGenerationOperations(options: GenerationOperationsOptions): GenerationOperations {
  const { pairsOf, generations, fingerprint, status, retell, clock, sleep } = options;

  return {
    async list() {
      const { active, generations: known } = await generations.pointer();
      const reports: GenerationReport[] = [];
      for (const { number, fingerprint: made, addedAt } of known) {
        const { partitions, askedAt, asOf, deadLetters, dashboards } = await status(number);
        reports.push({
          number,
          isActive: number === active,
          difference: fingerprintDifference(made, fingerprint),
          addedAt,
          applied: partitions.reduce((sum, { nextOffset }) => sum + (nextOffset ?? 0), 0),
          lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
          ageMs: asOf === null ? null : Math.max(0, askedAt - asOf),
          deadLetters: deadLetters.reduce((sum, { status: is, count }) => sum + (is === 'open' ? count : 0), 0),
          uncounted: dashboards.documents,
        });
      }
      return reports;
    },

    add: () => generations.add(fingerprint, clock()),

    async compare(number, progress) {
      const pointer = await generations.pointer();
      const [read, other] = [generationOf(pointer, pointer.active), generationOf(pointer, number)];
      if (other === undefined || read === undefined) {
        throw new InvalidError('unknown_generation', `There is no generation ${number}.`);
      }
      const pairs = pairsOf({ from: pointer.active, to: number });
      const sameRules = fingerprintDifference(read.fingerprint, other.fingerprint) === null;
      return await compareDocuments({
        compared: (only) => comparedPairs(pairs, sameRules, only),
        caughtUp: () => caughtUp(options, [pointer.active, number]),
        progress,
      });
    },

    async switchTo(number) {
      await generations.switchTo(number);
      await retell(number);
    },

    async drop(number) {
      await generations.drop(number);
      await sleep(TIDY_AFTER_MS);
      await generations.tidy();
    },

    async behind(number) {
      const { active } = await generations.pointer();
      return partitionsBehind(await generations.checkpoints(), active, number);
    },
  };
}

/** Until both generations have all that the logs hold now; false when they do not come as far in time. */
async function caughtUp(
  { topics, logs, generations, sleep }: GenerationOperationsOptions,
  numbers: readonly number[],
): Promise<boolean> {
  const ends = new Map<string, number>();
  for (const topic of Object.values(topics)) {
    for (const [partition, { end }] of (await logs.bounds(topic)).partitions) ends.set(`${topic}:${partition}`, end);
  }
  for (let look = 0; look < CATCH_UP_LOOKS; look += 1) {
    const stored = await generations.checkpoints();
    const isBehind = stored.some(
      ({ generation, topic, partition, nextOffset }) =>
        numbers.includes(generation) && nextOffset < (ends.get(`${topic}:${partition}`) ?? 0),
    );
    // Unchanged documents are told from changing ones by two looks that are some time apart.
    await sleep(CATCH_UP_LOOK_MS);
    if (!isBehind) return true;
  }
  return false;
}

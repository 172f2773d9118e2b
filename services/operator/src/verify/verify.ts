import type { Fingerprint, GenerationPointer } from '@fundlens/read-models/generation';
import { partitionKey } from '@fundlens/projection/log/source';
import { writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { LogRecomputation, type LogRecomputationOptions } from './log-recomputation.ts';
import { StoredComparison, type Suspects } from './stored-comparison.ts';
import type { VerifyStore } from './verify-store.ts';

/** What differs, by name and part; never what either side holds. */
export type Difference = { readonly document: string; readonly part: string };

export type VerifyResult = {
  readonly location: string;
  /** Records that were decoded and folded. */
  readonly events: number;
  /** Documents and windows that were compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Documents that changed between all rounds: whether they differ is not known. */
  readonly moving: readonly string[];
  /** Partitions of which the log no longer has the beginning: documents from there cannot be recomputed. */
  readonly shortened: readonly string[];
};

export type VerifyOptions = Omit<LogRecomputationOptions, 'store'> & {
  readonly storeOf: (generation: number) => VerifyStore;
  readonly pointer: () => Promise<GenerationPointer>;
  /** Of this process: its recomputation is comparable only with documents of the same fingerprint. */
  readonly fingerprint: Fingerprint;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Between two rounds. Default: PAUSE_MS; tests without concurrent writers need less. */
  readonly pauseMs?: number;
};

/** @throws InvalidError `fingerprint_differs` */
export type Verify = (locationId: string, progress: (done: number, total: number) => void) => Promise<VerifyResult>;

/** Comparisons of the documents that differ; before each, the recomputation reads on to the models' checkpoints. */
const ROUNDS = 5;
/** Longer than a batch of a projector, and than a refresh of a dashboard. */
const PAUSE_MS = 1_500;

/**
 * Recomputes the documents of a location from the log, as far as the generation that readers use has come, and compares. It
 * reads the whole log and decodes only the records of the location; in memory are their slots, not their texts. Documents keep
 * changing: those that differ are compared again, and only one that stays unchanged and still differs is a difference.
 */
export function createVerify(options: VerifyOptions): Verify {
  return async (locationId, progress) => {
    const pointer = await options.pointer();
    writableGenerations(pointer, options.fingerprint);
    const reading = { ...options, store: options.storeOf(pointer.active) };
    const log = await LogRecomputation.begin(reading, locationId);
    const comparing = { ...reading, locationId, recomputation: log.documents };

    await log.readOn(progress);
    const first = await StoredComparison.run(comparing, null);
    let suspects = first.suspects;
    let stayed: ReadonlySet<string> = new Set();
    for (let round = 1; round < ROUNDS && suspects.size > 0; round += 1) {
      await options.sleep(options.pauseMs ?? PAUSE_MS);
      await log.readOn(progress);
      const before = suspects;
      suspects = (await StoredComparison.run(comparing, before)).suspects;
      stayed = unchanged(before, suspects);
    }
    const found = [...suspects].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      location: locationId,
      events: log.events,
      compared: first.compared,
      differences: found.flatMap(([document, { part }]) => (stayed.has(document) ? [{ document, part }] : [])),
      moving: found.flatMap(([document]) => (stayed.has(document) ? [] : [document])),
      shortened: log.shortened().map(partitionKey),
    };
  };
}

/** The suspects that are the same document as in the round before. */
function unchanged(before: Suspects, now: Suspects): Set<string> {
  const same = [...now].filter(([name, { final, revision }]) => final && before.get(name)?.revision === revision);
  return new Set(same.map(([name]) => name));
}

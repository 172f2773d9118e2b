import type { ReadModelName } from '@fundlens/read-models/definition';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { partitionKey } from '@fundlens/projection/log/source';
import { assertSameFingerprint, fingerprintsWith } from '@fundlens/projection/versions/fingerprint';
import { LogRecomputation, type LogRecomputationOptions } from './log-recomputation.ts';
import { StoredComparison, type Suspects } from './stored-comparison.ts';
import { belongsToLocation, type Selection, selectDocuments, selectLocations } from './verify-selection.ts';
import { servedAs, type VerifyStore } from './verify-store.ts';

/** What differs, by name and part; never what either side holds. */
export type Difference = { readonly document: string; readonly part: string };

export type VerifyResult = {
  readonly locations: readonly string[];
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

export type VerifyOptions = LogRecomputationOptions & {
  readonly store: VerifyStore;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Between two rounds. Default: PAUSE_MS; tests without concurrent writers need less. */
  readonly pauseMs?: number;
};

export type Verify = {
  /** `sample`: so many documents of each read model, at random. @throws as `assertComparable` */
  (
    what: { readonly locations: readonly string[] } | { readonly sample: number },
    progress: (done: number, total: number) => void,
  ): Promise<VerifyResult>;
  /**
   * A recomputation by this process is comparable only with documents of the same fingerprint.
   * @throws InvalidError `fingerprint_differs`
   */
  assertComparable(): Promise<void>;
};

/** Comparisons of the documents that differ; before each, the recomputation reads on to the models' checkpoints. */
const ROUNDS = 5;
/** Longer than a batch of a projector, and than a refresh of a dashboard. */
const PAUSE_MS = 1_500;

/**
 * Recomputes the selected documents from the log, as far as the served models have come, and compares. It reads the whole
 * log and decodes only the records of the selection; in memory are their slots, not their texts. The models keep changing:
 * documents that differ are compared again, and only one that stays unchanged and still differs is a difference.
 */
export function createVerify(options: VerifyOptions): Verify {
  const definitions = options.projections
    .map(({ readModel }) => readModel)
    .filter(({ name }) => belongsToLocation(name));

  async function assertComparable(): Promise<void> {
    assertSameFingerprint(await options.versions(), definitions, fingerprintsWith(options.redaction));
  }

  async function draw(size: number, served: ReadonlyMap<ReadModelName, string>): Promise<Selection> {
    const drawn = new Map<string, readonly string[]>();
    for (const { name } of definitions) drawn.set(name, await options.store.draw(servedAs(name, served), size));
    return selectDocuments(drawn);
  }

  async function verify(...[what, progress]: Parameters<Verify>): ReturnType<Verify> {
    await assertComparable();
    const served = await options.store.served();
    const selection = 'sample' in what ? await draw(what.sample, served) : selectLocations(what.locations);
    const log = await LogRecomputation.begin(options, selection, served);
    const comparing = { ...options, selection, recomputation: log.documents, served };

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
      locations: selection.locations,
      events: log.events,
      compared: first.compared,
      differences: found.flatMap(([document, { part }]) => (stayed.has(document) ? [{ document, part }] : [])),
      moving: found.flatMap(([document]) => (stayed.has(document) ? [] : [document])),
      shortened: log.shortened().map(partitionKey),
    };
  }

  return Object.assign(verify, { assertComparable });
}

/** The suspects that are the same document as in the round before. */
function unchanged(before: Suspects, now: Suspects): Set<string> {
  const same = [...now].filter(([name, { final, revision }]) => final && before.get(name)?.revision === revision);
  return new Set(same.map(([name]) => name));
}

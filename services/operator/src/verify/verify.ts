import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { writableGenerations } from '@fundlens/projection/generations/fingerprint';
import { partitionKey } from '@fundlens/projection/log/source';
import { OF_NO_LOCATION } from '@fundlens/read-models/definition';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import type { Fingerprint, GenerationPointer } from '@fundlens/read-models/generation';
import { type Compared, compareDocuments, type Comparison, portionsOf } from '../comparison.ts';
import { LogRecomputation, type LogRecomputationOptions } from './log-recomputation.ts';
import type { VerifyStore } from './verify-store.ts';
import { windowDifference } from './window-difference.ts';

export type VerifyResult = Pick<Comparison, 'differences' | 'moving'> & {
  readonly location: string;
  /** Documents and windows that were compared. */
  readonly compared: number;
  /** Records that were decoded and folded. */
  readonly events: number;
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

/** Longer than a batch of a projector, and than a refresh of a dashboard. */
const PAUSE_MS = 1_500;
/** Documents that are requested by their keys in one query. */
const KEYS_AT_ONCE = 500;

/**
 * Recomputes the documents of a location from the log, as far as the generation that readers use has come, and compares. It
 * reads the whole log and decodes only the records of the location; in memory are their slots, not their texts. Before each
 * further round the recomputation reads on to the checkpoints.
 */
export function createVerify(options: VerifyOptions): Verify {
  return async (locationId, progress) => {
    const pointer = await options.pointer();
    writableGenerations(pointer, options.fingerprint);
    const store = options.storeOf(pointer.active);
    const log = await LogRecomputation.begin({ ...options, store }, locationId);
    const models = options.projections
      .map(({ readModel }) => readModel.name)
      .filter((name) => !OF_NO_LOCATION.has(name));
    const window = `${dashboardWindows.name}/${locationId}`;

    await log.readOn(progress);
    const { documents, ...found } = await compareDocuments({
      compared,
      async caughtUp() {
        await options.sleep(options.pauseMs ?? PAUSE_MS);
        await log.readOn(progress);
        // Unknown: a projector may have stored documents and wait for MongoDB before it stores their checkpoint.
        return false;
      },
    });
    const shortened = log.shortened().map(partitionKey);
    return { location: locationId, events: log.events, compared: documents, ...found, shortened };

    async function* compared(only: readonly string[] | null): AsyncGenerator<Compared> {
      const seen = new Set([window]);
      for (const { name, keys } of only === null ? models.map(whole) : portionsOf(only, KEYS_AT_ONCE)) {
        if (name === dashboardWindows.name) continue;
        for await (const { key, revision, ...stored } of store.documents(name, locationId, keys)) {
          const document = `${name}/${key}`;
          seen.add(document);
          const expected = log.documents.document(document);
          const part = expected === null ? 'should not exist' : documentDifference(stored, expected);
          yield { document, part, revisions: String(revision) };
        }
      }
      for (const document of only ?? log.documents.keys()) {
        const source = log.documents.source(document);
        if (seen.has(document) || source === null || OF_NO_LOCATION.has(source.readModel.name)) continue;
        yield { document, part: 'is missing', revisions: '-' };
      }
      if (only !== null && !only.includes(window)) return;
      const { stored, dirty } = await store.window(locationId);
      yield dirty
        ? { document: window, part: 'waits for its refresh', revisions: null }
        : {
            document: window,
            part: windowDifference(stored, log.documents, locationId),
            revisions: String(stored?.revision ?? '-'),
          };
    }
  };
}

function whole<T>(name: T): { readonly name: T; readonly keys: null } {
  return { name, keys: null };
}

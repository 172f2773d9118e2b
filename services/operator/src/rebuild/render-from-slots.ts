import type { Checkpoint } from '@fundlens/read-models/checkpoint';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentContent } from '@fundlens/read-models/document';
import { FatalError } from '@fundlens/runtime/errors';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { slotsAsEvent } from './carry.ts';
import type { RebuiltModel, RenderedUpTo } from './rebuild-run.ts';

/** A document with its slots, and where its text is nowhere else (reports) its views. */
export type SlotsDocument = {
  readonly key: string;
  readonly revision: number;
  readonly content: Pick<DocumentContent, 'slots' | 'views'>;
};

/** Documents of one version, as the majority of the servers has them. */
export type SlotsReader = {
  /** All behind `after`, in the order of their keys, some at a time. */
  batches(name: ReadModelName, version: number, after: string | null): AsyncIterable<readonly SlotsDocument[]>;
  read(name: ReadModelName, version: number, keys: readonly string[]): Promise<readonly SlotsDocument[]>;
  revisions(name: ReadModelName, version: number, keys: readonly string[]): Promise<ReadonlyMap<string, number>>;
};

export type RenderFromSlotsOptions = {
  readonly models: readonly RebuiltModel[];
  /** Those that feed the models. */
  readonly topics: readonly string[];
  readonly checkpoints: Pick<CheckpointStore, 'load' | 'advance'>;
  readonly reader: SlotsReader;
  /** Into the new versions. */
  readonly write: DocumentWriter;
  /** Waits a moment; throws when the rebuild is to end. */
  readonly pause: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** @param from where it goes on; `keep` stores how far it has come. */
export type RenderFromSlots = (from: RenderedUpTo | null, keep: (upTo: RenderedUpTo) => Promise<void>) => Promise<void>;

/**
 * Fills the new versions from the slots of those that are read, by the writer that every event goes through: it renders
 * what is not there yet and merges with what is.
 *
 * The checkpoints are copied before any document is read. So what projectors write meanwhile is either in what is read, or
 * behind a checkpoint, where the log tells of it. What else writes (erasures, replays of dead letters) writes every version:
 * a document that it changes in the version that is read is merged once more.
 */
export function createRenderFromSlots(options: RenderFromSlotsOptions): RenderFromSlots {
  const { models, reader, checkpoints, write, pause, clock } = options;

  return async (from, keep) => {
    // Once a document is stored as done they must not move on: what was read before would lack what is between.
    if (from === null) await copyCheckpoints(await checkpoints.load(options.topics));
    for (const [index, model] of models.entries()) {
      if (from !== null && index < from.models) continue;
      const after = from !== null && index === from.models ? from.after : null;
      for await (const batch of reader.batches(model.name, model.from, after)) {
        await pause();
        await merge(model, batch);
        await mergeChanged(model, batch);
        await keep({ models: index, after: batch.at(-1)?.key ?? null });
      }
      await keep({ models: index + 1, after: null });
    }
  };

  async function copyCheckpoints(found: readonly Checkpoint[]): Promise<void> {
    const copies = models.flatMap(({ name, from, to }) =>
      found
        .filter(({ model }) => model === collectionName(name, from))
        .map(({ topic, partition, nextOffset, asOf }) => {
          return { models: [collectionName(name, to)], topic, partition, checkpoint: null, nextOffset, asOf };
        }),
    );
    await checkpoints.advance(copies);
  }

  async function merge({ name }: RebuiltModel, documents: readonly SlotsDocument[]): Promise<void> {
    const at = clock();
    const events = documents.flatMap(({ key, content }) => slotsAsEvent(name, { key, content, at }) ?? []);
    const { rejected } = await write(events);
    const [first] = rejected;
    if (first === undefined) return;
    const [document] = first.event.documents;
    throw new FatalError(first.error.code, `A document of ${name} cannot be rendered anew: ${document?.key}.`);
  }

  async function mergeChanged(model: RebuiltModel, batch: readonly SlotsDocument[]): Promise<void> {
    const { name, from } = model;
    const now = await reader.revisions(
      name,
      from,
      batch.map(({ key }) => key),
    );
    const changed = batch.filter(({ key, revision }) => now.get(key) !== revision).map(({ key }) => key);
    if (changed.length > 0) await merge(model, await reader.read(name, from, changed));
  }
}

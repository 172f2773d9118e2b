import type { Checkpoint } from '@fundlens/read-models/checkpoint';
import { collectionName, type ReadModelName } from '@fundlens/read-models/definition';
import type { DocumentContent } from '@fundlens/read-models/document';
import { FatalError } from '@fundlens/runtime/errors';
import type { CheckpointStore } from '@fundlens/projection/writer/checkpoint-store';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import { slotsAsEvent } from './carry.ts';
import type { RebuiltModel, RenderedUpTo } from '@fundlens/read-models/rebuild-run';

/** A document with its slots, and for reports, whose text is only there, its views. */
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
  /** Topics of the models. */
  readonly topics: readonly string[];
  readonly checkpoints: Pick<CheckpointStore, 'load' | 'advance'>;
  readonly reader: SlotsReader;
  /** Into the new versions. */
  readonly write: DocumentWriter;
  /** Waits a moment. @throws when the process has to leave the run. */
  readonly pause: () => Promise<void>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** @param from where it continues; `keep` stores how far it has come. */
export type RenderFromSlots = (from: RenderedUpTo | null, keep: (upTo: RenderedUpTo) => Promise<void>) => Promise<void>;

/**
 * Fills the new versions from the slots of the active ones, with the document writer: it renders missing documents and
 * merges existing ones.
 *
 * The checkpoints are copied before any document is read. So a concurrent write of a projector is either in the documents
 * read, or behind a checkpoint, from which the log is replayed. Other writers (erasures, replays of dead letters) write every
 * version: a document that they change in the active version is merged once more.
 */
export function createRenderFromSlots(options: RenderFromSlotsOptions): RenderFromSlots {
  const { models, reader, checkpoints, write, pause, clock } = options;

  return async (from, keep) => {
    // Copied once only: with later checkpoints, documents that are done already would lack the events in between.
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

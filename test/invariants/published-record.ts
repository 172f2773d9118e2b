import type { TopicPartition } from '@fundlens/projection/log/source';
import { changesOf } from '@fundlens/projection/fold/fold';
import { referenceKey } from '@fundlens/projection/fold/testing/reference-fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { projections } from '@fundlens/projection/projections/projections';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { makeSlot, type Slot } from '@fundlens/read-models/slot';

/** What has to become of a record that the log has acknowledged. */
export type Expected =
  /** In the documents; `event` as projections see it. */
  | { readonly kind: 'applied'; readonly event: TypedEvent }
  /** Set aside, for this reason. */
  | { readonly kind: 'dead_letter'; readonly reason: string }
  /** Nothing: a compaction marker. */
  | { readonly kind: 'skipped' };

/** A record that the log has acknowledged. `appendedAt`: epoch milliseconds. */
export type PublishedRecord = TopicPartition & {
  readonly offset: number;
  readonly appendedAt: number;
  readonly expected: Expected;
};

/** One state of one slot that an event contributes to one document. */
export type Contribution = {
  /** Name and version of the read model: its collection, and its name in checkpoints. */
  readonly model: string;
  /** `_id` of the document. */
  readonly key: string;
  /** `<read model>/<_id>`, as the reference fold names documents. */
  readonly document: string;
  readonly slot: string;
  readonly state: Slot;
  /** The slot keeps when the log took its state: the same event, published again, is another state. */
  readonly isTimed: boolean;
};

const known = new WeakMap<TypedEvent, readonly Contribution[]>();

/** Everything that the event contributes to any document, worked out once. */
export function contributionsOf(event: TypedEvent): readonly Contribution[] {
  const present = known.get(event);
  if (present !== undefined) return present;
  const contributions = changesOf(projections, event, 0).map(({ readModel, documentId, slot, version, value }) => ({
    model: collectionName(readModel.name, 1),
    key: documentKey(documentId),
    document: referenceKey(readModel, documentId),
    slot,
    state: makeSlot(version, value),
    isTimed: readModel.changes !== undefined,
  }));
  known.set(event, contributions);
  return contributions;
}

export function appliedEvents(published: readonly PublishedRecord[]): TypedEvent[] {
  return published.flatMap(({ expected }) => (expected.kind === 'applied' ? [expected.event] : []));
}

/** `_id` of the dead letter that the record is, or would be. */
export function letterIdOf({ topic, partition, offset }: PublishedRecord): string {
  return deadLetterId({ topic, partition, offset });
}

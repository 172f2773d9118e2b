import { definitionOf as eventOf, eventTypeOfEntity } from '@fundlens/contracts/event-types';
import type { Stream } from '@fundlens/contracts/event-definition';
import { type Checkpoint, resumeOffset } from '@fundlens/read-models/checkpoint';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { documentKey } from '@fundlens/read-models/document';
import { type Erasure, marksOf } from '@fundlens/read-models/erasure';
import type { StoredPartitionState } from '@fundlens/read-models/partition-state';
import { modelsServedBy } from '../projections/registry.ts';
import type { TopicPartition } from '../log/source.ts';
import type { CheckpointStore } from '../writer/checkpoint-store.ts';
import { type EntityKey, type EntityPattern, exactKey, keyMatcher, keyText } from './entity-pattern.ts';
import { documentOf, type DocumentRef, entityIn, slotsOfEntity } from './entity-slots.ts';
import type { ExplainStore, FoundDocument } from './explain-store.ts';

export type EntityStateOptions = {
  readonly store: ExplainStore;
  readonly checkpoints: Pick<CheckpointStore, 'load' | 'now'>;
  readonly topics: Readonly<Record<Stream, string>>;
};

/** All that is stored of the entities of some patterns. */
export type EntityState = {
  /** MongoDB's clock before anything was read. */
  readonly readAt: number;
  readonly topics: readonly string[];
  /** Those that the question, the documents or the dead letters name. */
  readonly entities: readonly EntityKey[];
  readonly documents: readonly FoundDocument[];
  readonly deadLetters: readonly DeadLetter[];
  readonly erasures: readonly Erasure[];
  readonly withoutKey: number;
  readonly partitionStates: readonly StoredPartitionState[];
  /** Everything below is in the documents or a dead letter; null: a model was never there. */
  readonly nextOffset: (topicPartition: TopicPartition) => number | null;
};

/** A contact has at most so many children of one kind that are rendered; further ones are not looked up one by one. */
export const MAX_ENTITIES = 500;

/** Checkpoints are read first: what they have passed is in what is read afterwards. */
export async function readEntityState(
  patterns: readonly EntityPattern[],
  { store, checkpoints, topics }: EntityStateOptions,
): Promise<EntityState> {
  const readAt = await checkpoints.now();
  const own = topicsOf(patterns, topics);
  const stored = await checkpoints.load(own);
  const served = await store.served();
  const deadLetters = await store.deadLettersOf(patterns);
  const first = await store.documents(distinct(patterns.flatMap((pattern) => documentOf(pattern) ?? [])), served);
  const entities = entitiesOf(patterns, first, deadLetters);
  const known = new Set(first.map(nameOf));
  const further = distinct(entities.flatMap(slotsOfEntity)).filter((ref) => !known.has(nameOfRef(ref)));
  const marks = [...patterns, ...entities].flatMap(subjectMarks);
  return {
    readAt,
    topics: own,
    entities,
    documents: [...first, ...(await store.documents(further, served))],
    deadLetters,
    erasures: await store.erasures([...new Set(marks)]),
    withoutKey: await store.countWithoutKey(own),
    partitionStates: await store.partitionStates(own),
    nextOffset: nextOffsetOf(stored, served, topics),
  };
}

function topicsOf(patterns: readonly EntityPattern[], topics: Readonly<Record<Stream, string>>): string[] {
  const types = patterns.map(({ entity }) => eventTypeOfEntity(entity));
  return [...new Set(types.flatMap((type) => (type === null ? [] : [topics[eventOf(type).stream]])))];
}

function entitiesOf(
  patterns: readonly EntityPattern[],
  documents: readonly FoundDocument[],
  deadLetters: readonly DeadLetter[],
): EntityKey[] {
  const matches = keyMatcher(patterns);
  const found = new Map<string, EntityKey>();
  const add = (entity: EntityKey | null) => {
    if (entity !== null && matches(Buffer.from(keyText(entity)))) found.set(keyText(entity), entity);
  };
  for (const pattern of patterns) add(exactKey(pattern));
  for (const document of documents) {
    for (const slot of document.slots.keys()) add(entityIn(document, slot, document.slots));
  }
  for (const { entity } of deadLetters) add(entity);
  return [...found.values()].slice(0, MAX_ENTITIES);
}

/** Of the stream that carries the entity, the lowest checkpoint of the models that are read. */
function nextOffsetOf(
  stored: readonly Checkpoint[],
  served: ReadonlyMap<ReadModelName, string>,
  topics: Readonly<Record<Stream, string>>,
): EntityState['nextOffset'] {
  return ({ topic, partition }) => {
    const stream = (Object.keys(topics) as Stream[]).find((candidate) => topics[candidate] === topic);
    if (stream === undefined) return null;
    const here = stored.filter((found) => found.topic === topic && found.partition === partition);
    return resumeOffset(modelsServedBy(stream, served), here);
  };
}

/** Events of the access stream concern companies and credentials, which nothing erases. */
function subjectMarks({ entity, scope, ids }: EntityPattern) {
  const type = eventTypeOfEntity(entity);
  if (type === null || eventOf(type).stream === 'access') return [];
  const isOfContact = CONTACT_ENTITIES.has(entity);
  return marksOf({ locationId: scope, contactId: isOfContact ? (ids[0] ?? null) : null });
}

/** Their keys begin with the contact. */
const CONTACT_ENTITIES: ReadonlySet<string> = new Set([
  'contact',
  'applicant',
  'next-steps',
  'credit-report',
  'underwriting-result',
  'funding-plan',
  'deal',
]);

export function nameOf({ model, key }: Pick<FoundDocument, 'model' | 'key'>): string {
  return `${model}/${key}`;
}

function nameOfRef({ model, id }: DocumentRef): string {
  return nameOf({ model, key: documentKey(id) });
}

function distinct(refs: readonly DocumentRef[]): DocumentRef[] {
  return [...new Map(refs.map((ref) => [nameOfRef(ref), ref])).values()];
}

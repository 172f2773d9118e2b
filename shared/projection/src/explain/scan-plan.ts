import { definitionOf as eventOf, eventTypeOfEntity } from '@fundlens/contracts/event-types';
import type { Stream } from '@fundlens/contracts/event-definition';
import { isErased } from '@fundlens/read-models/erasure';
import type { Slot } from '@fundlens/read-models/slot';
import { documentKey } from '@fundlens/read-models/document';
import type { LogBounds, Logs, TimeIndex, TopicPartition } from '../log/source.ts';
import { undecidedIn } from '../log/undecided.ts';
import type { ScanBound, ScanRange, Scanned } from './backward-scan.ts';
import { type EntityKey, keyText } from './entity-pattern.ts';
import { slotsOfEntity } from './entity-slots.ts';
import { type EntityState, nameOf } from './entity-state.ts';

export type ScanPlanOptions = {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly timeIndex: TimeIndex;
  /** Where the default partitioner puts a key. */
  readonly partitionOf: (topic: string, key: string, partitions: number) => number;
};

/** How far back is read, in epoch milliseconds. `isAsked`: no further, and no less. */
export type Since = {
  readonly instant: number;
  readonly isAsked: boolean;
  /** Keys are looked for in all partitions: publishers have partitioners of their own, or the topic has grown. */
  readonly everywhere: boolean;
};

/**
 * The ranges that hold what reached the entities. Of each partition at least what is not applied yet: of everything before,
 * the documents and dead letters tell whether it named the entity. Of the partitions where its keys live, what came since
 * the log took what the documents show, found by the index of append times.
 */
export async function planScan(state: EntityState, since: Since, options: ScanPlanOptions): Promise<ScanRange[]> {
  const ranges: ScanRange[] = [];
  for (const topic of state.topics) {
    const { partitions } = await options.logs.bounds(topic);
    const homes = homesIn(topic, partitions.size, { state, since, options });
    for (const [partition, bounds] of partitions) {
      const topicPartition = { topic, partition };
      const applied = clamped(state.nextOffset(topicPartition) ?? bounds.first, bounds);
      const homed = await floorOf(topicPartition, homes.get(partition) ?? [], { state, since, options });
      const floor = homed === null ? applied : clamped(Math.min(homed.offset, applied), bounds);
      const floorIs = floor === bounds.first ? 'beginning' : (homed?.bound ?? 'applied');
      ranges.push({ topicPartition, floor, end: bounds.stable, floorIs, needed: applied });
    }
  }
  return ranges;
}

function clamped(offset: number, { first, stable }: LogBounds): number {
  return Math.min(Math.max(offset, first), stable);
}

/** Records that cannot be read yet, in the partitions where they may be about the entities; of none: in all. */
export type Undecided = TopicPartition & { readonly records: number };

export async function undecidedOf(
  { topics, entities }: Pick<EntityState, 'topics' | 'entities'>,
  { everywhere }: Since,
  options: ScanPlanOptions,
): Promise<Undecided[]> {
  const found: Undecided[] = [];
  for (const topic of topics.length === 0 ? Object.values(options.topics) : topics) {
    const { partitions } = await options.logs.bounds(topic);
    const keys = entities.filter((entity) => topicOf(entity, options.topics) === topic).map(keyText);
    const homes = new Set(keys.map((key) => options.partitionOf(topic, key, partitions.size)));
    for (const [partition, bounds] of partitions) {
      const records = undecidedIn(bounds);
      const isHome = everywhere || entities.length === 0 || homes.has(partition);
      if (records > 0 && isHome) found.push({ topic, partition, records });
    }
  }
  return found;
}

/** The entities of which something is stored, by the partitions where their keys live or dead letters of them are. */
function homesIn(topic: string, partitions: number, { state, since, options }: Planning) {
  const homes = new Map<number, EntityKey[]>();
  for (const entity of state.entities) {
    if (topicOf(entity, options.topics) !== topic || !isStored(entity, state)) continue;
    const home = options.partitionOf(topic, keyText(entity), partitions);
    for (let partition = 0; partition < partitions; partition += 1) {
      if (since.everywhere || partition === home) homes.set(partition, [...(homes.get(partition) ?? []), entity]);
    }
  }
  return homes;
}

export function topicOf({ entity }: EntityKey, topics: Readonly<Record<Stream, string>>): string | null {
  const type = eventTypeOfEntity(entity);
  return type === null ? null : topics[eventOf(type).stream];
}

function isStored(entity: EntityKey, state: EntityState): boolean {
  return storedSlots(entity, state).length > 0 || deadLettersOf(entity, state).length > 0;
}

/** The slots of the entity that are there. */
export function storedSlots(
  entity: EntityKey,
  { documents }: EntityState,
): { document: string; name: string; slot: Slot }[] {
  return slotsOfEntity(entity).flatMap(({ model, id, slot: name }) => {
    const document = nameOf({ model, key: documentKey(id) });
    const slot = documents.find((found) => nameOf(found) === document)?.slots.get(name);
    return slot === undefined ? [] : [{ document, name, slot }];
  });
}

function deadLettersOf(entity: EntityKey, { deadLetters }: EntityState) {
  return deadLetters.filter((found) => found.entity !== null && keyText(found.entity) === keyText(entity));
}

type Floor = { readonly offset: number; readonly bound: ScanBound };
type Planning = { readonly state: EntityState; readonly since: Since; readonly options: ScanPlanOptions };

/** Null: no key lives here. */
async function floorOf(
  topicPartition: TopicPartition,
  entities: readonly EntityKey[],
  { state, since, options: { timeIndex } }: Planning,
): Promise<Floor | null> {
  if (entities.length === 0) return null;
  const { topic, partition } = topicPartition;
  const at = async (instant: number) => (await timeIndex.offsetsAt(topic, instant)).get(partition) ?? 0;
  const places = entities.map((entity) => knownPlace(entity, topicPartition, state));
  if (since.isAsked || places.includes(null)) return { offset: await at(since.instant), bound: 'since' };
  const known = places.filter((place) => place !== null);
  const offsets = known.flatMap(({ offset }) => offset ?? []);
  const instants = known.flatMap(({ instant }) => instant ?? []);
  if (instants.length > 0) offsets.push(await at(Math.min(...instants)));
  return { offset: Math.min(...offsets), bound: 'known' };
}

type Place = { readonly offset?: number; readonly instant?: number };

/** Where the log has what is shown of the entity, as far as that is stored; null: it is not. */
function knownPlace(entity: EntityKey, { topic, partition }: TopicPartition, state: EntityState): Place | null {
  const deadLetters = deadLettersOf(entity, state).filter(
    (found) => found.topic === topic && found.partition === partition,
  );
  const lowest = Math.min(...deadLetters.map(({ offset }) => offset));
  const slots = storedSlots(entity, state).map(({ slot }) => slot);
  if (slots.length === 0) return Number.isFinite(lowest) ? { offset: lowest } : null;
  if (slots.some(isErased)) return null;
  const timed = slots.find(({ at }) => at !== undefined);
  if (timed?.at === undefined) return null;
  if (timed.late !== true) return { instant: timed.at };
  const replayed = deadLetters.find(({ status, eventId }) => status === 'replayed' && eventId === timed.eventId);
  return replayed === undefined ? null : { offset: replayed.offset };
}

/** Records that are known to matter and lie outside of what was scanned. */
export type Spot = { readonly topicPartition: TopicPartition; readonly from: number; readonly to: number };

/** A slot whose record was not found. `at`: when the log took it; null: not recorded. */
export type MissingState = { readonly topic: string; readonly at: number | null };

/** So many single looks; each is a seek. */
const MAX_SPOTS = 32;
/** Records that the log took in the same millisecond. */
const MAX_SPOT_RECORDS = 10_000;

/**
 * Dead letters of the entities that were not read and, of slots whose state was not found, what the log took at the time
 * that the slot keeps: in every partition, because a publisher may have a partitioner of its own.
 */
export async function spotsOf(
  state: EntityState,
  { scanned, missing }: { readonly scanned: readonly Scanned[]; readonly missing: readonly MissingState[] },
  { logs, timeIndex }: ScanPlanOptions,
): Promise<Spot[]> {
  const spots: Spot[] = [];
  for (const { topic, partition, offset } of state.deadLetters) {
    spots.push({ topicPartition: { topic, partition }, from: offset, to: offset + 1 });
  }
  for (const { topic, at } of missing) {
    if (at === null) continue;
    const [from, to] = [await timeIndex.offsetsAt(topic, at), await timeIndex.offsetsAt(topic, at + 1)];
    for (const [partition, first] of from) {
      spots.push({
        topicPartition: { topic, partition },
        from: first,
        to: Math.min(to.get(partition) ?? first, first + MAX_SPOT_RECORDS),
      });
    }
  }
  const bounds = new Map<string, ReadonlyMap<number, LogBounds>>();
  for (const topic of state.topics) bounds.set(topic, (await logs.bounds(topic)).partitions);
  return spots.flatMap((spot) => unread(spot, { scanned, bounds })).slice(0, MAX_SPOTS);
}

type Within = {
  readonly scanned: readonly Scanned[];
  readonly bounds: ReadonlyMap<string, ReadonlyMap<number, LogBounds>>;
};

function unread({ topicPartition, from, to }: Spot, { scanned, bounds }: Within): Spot[] {
  const { topic, partition } = topicPartition;
  const log = bounds.get(topic)?.get(partition);
  const done = scanned.find((found) => found.topic === topic && found.partition === partition);
  if (log === undefined) return [];
  const [first, last] = [Math.max(from, log.first), Math.min(to, log.stable, done?.from ?? log.stable)];
  return first < last ? [{ topicPartition, from: first, to: last }] : [];
}

import { type DeadLetter, deadLetterId } from '@fundlens/read-models/dead-letter';
import { isErased } from '@fundlens/read-models/erasure';
import type { ReadEventsOptions } from '../consumer/read-events.ts';
import type { SourceRecord, TopicPartition } from '../log/source.ts';
import { type Scanned, type ScanLimits, type ScanOptions, scanBackwards } from './backward-scan.ts';
import { type EntityPattern, keyMatcher } from './entity-pattern.ts';
import { type EntityState, type EntityStateOptions, nameOf, readEntityState } from './entity-state.ts';
import { type EventFound, type EventSearch, searchEvent } from './event-search.ts';
import type { Explanation } from './explanation.ts';
import { explanationOf } from './explanation-parts.ts';
import { type FoundRecord, FoundRecords } from './found-records.ts';
import type { Question } from './question.ts';
import { type LogRecord, recordOutcomes } from './record-outcomes.ts';
import {
  type MissingState,
  planScan,
  type ScanPlanOptions,
  type Since,
  spotsOf,
  storedSlots,
  topicOf,
  undecidedOf,
} from './scan-plan.ts';

export type ExplainOptions = EntityStateOptions &
  ScanPlanOptions &
  ReadEventsOptions &
  Pick<ScanOptions, 'reader' | 'monotonic'> & { readonly store: EntityStateOptions['store'] };

export type ExplainBounds = {
  /** Epoch milliseconds; null: as far as the documents tell, else `defaultMs` back. */
  readonly since: number | null;
  readonly defaultMs: number;
  /** See `Since`. */
  readonly everywhere: boolean;
  readonly limits: ScanLimits;
};

export type Explain = (
  question: Question,
  bounds: ExplainBounds,
  progress?: (read: number, total: number) => void,
) => Promise<Explanation>;

/**
 * What reached an entity and what became of it: stored state → ranges of the log → records → outcomes. It reads only, in a
 * consumer group of its own, and neither uses nor moves the positions of projectors.
 *
 * The stored state is read once more after the log, so that what was applied meanwhile counts as applied.
 */
export function createExplain(options: ExplainOptions): Explain {
  return async (question, { since, defaultMs, everywhere, limits }, progress = () => undefined) => {
    const { monotonic } = options;
    const began = monotonic();
    const now = await options.checkpoints.now();
    const back: Since = { instant: since ?? now - defaultMs, isAsked: since !== null, everywhere };
    const asked: Asked = { question, back, limits, progress };
    if (question.kind === 'entities') return await explainEntities(question.patterns, asked, null, options);
    const search = await searchEvent(question.eventId, back, { ...options, limits, progress });
    const entity = search.found?.entity ?? null;
    const left = { ...asked, limits: leftOf(limits, { records: search.records, milliseconds: monotonic() - began }) };
    return await explainEntities(entity === null ? [] : [entity], left, search, options);
  };
}

function leftOf(limits: ScanLimits, spent: { readonly records: number; readonly milliseconds: number }): ScanLimits {
  const { records, milliseconds } = limits;
  return {
    ...limits,
    records: Math.max(0, records - spent.records),
    milliseconds: milliseconds === null ? null : Math.max(0, milliseconds - spent.milliseconds),
  };
}

type Asked = {
  readonly question: Question;
  readonly back: Since;
  readonly limits: ScanLimits;
  readonly progress: (read: number, total: number) => void;
};

async function explainEntities(
  patterns: readonly EntityPattern[],
  { question, back, limits, progress }: Asked,
  search: EventSearch | null,
  options: ExplainOptions,
): Promise<Explanation> {
  const found = new FoundRecords(options);
  const wants = wanted(patterns, search?.found ?? null);
  const before = await readEntityState(patterns, options);
  const scanned = await scanBackwards(await planScan(before, back, options), {
    ...{ reader: options.reader, monotonic: options.monotonic, limits, progress },
    take: (topicPartition, records) => found.take(topicPartition, records, wants(topicPartition)),
    isDone: ({ topic }) => !back.isAsked && isAllFound(topic, found, before, options),
  });
  const missing = missingStates(before, found, options);
  const spots = await spotsOf(before, { scanned, missing }, options);
  for (const { topicPartition, from, to } of [...spots, ...spotOf(search?.found ?? null, scanned)]) {
    await options.reader.read(topicPartition, { from, to }, async (records) => {
      await found.take(topicPartition, records, wants(topicPartition));
    });
  }
  const records = found.all().map((record) => ({ ...record, afterAll: isAfterAll(record, scanned) }));
  const after = await readEntityState(patterns, options);
  const deadLetters = await deadLettersOf(records, after, options);
  return await explanationOf({
    ...{ question, state: after, deadLetters, scanned, search, since: back.instant },
    undecided: await undecidedOf(after, back, options),
    outcomes: recordOutcomes(records, storedState(after, deadLetters)),
    missing: missingStates(after, found, options).length,
    read: found.read + (search?.records ?? 0),
    bounds: options.logs.bounds,
  });
}

/** The records of the entities, and the one that was found by the id of its event, whatever its key is. */
function wanted(patterns: readonly EntityPattern[], place: EventFound | null) {
  const matches = keyMatcher(patterns);
  return ({ topic, partition }: TopicPartition) =>
    ({ key, offset }: SourceRecord) =>
      matches(key) || (place?.topic === topic && place.partition === partition && place.offset === offset);
}

function spotOf(place: EventFound | null, scanned: readonly Scanned[]) {
  if (place === null) return [];
  const { topic, partition, offset } = place;
  const isRead = scanned.some(
    (range) => range.topic === topic && range.partition === partition && range.from <= offset && offset < range.end,
  );
  return isRead ? [] : [{ topicPartition: { topic, partition }, from: offset, to: offset + 1 }];
}

/**
 * Whether the records were found that brought what the documents show of the entities of a topic. What an erased slot
 * held is not known, so nothing that could be found ends the reading there.
 */
function isAllFound(topic: string, found: FoundRecords, state: EntityState, options: ExplainOptions): boolean {
  const here = state.entities.filter((entity) => topicOf(entity, options.topics) === topic);
  const slots = here.flatMap((entity) => storedSlots(entity, state));
  return slots.length > 0 && slots.every(({ document, name, slot }) => found.has(document, name, slot));
}

/** Live and deleted slots whose record was not found. */
function missingStates(state: EntityState, found: FoundRecords, { topics }: ExplainOptions): MissingState[] {
  return state.entities.flatMap((entity) => {
    const topic = topicOf(entity, topics);
    if (topic === null) return [];
    return storedSlots(entity, state).flatMap(({ document, name, slot }) => {
      if (isErased(slot) || found.has(document, name, slot)) return [];
      return [{ topic, at: slot.late === true ? null : (slot.at ?? null) }];
    });
  });
}

function isAfterAll({ topic, partition }: FoundRecord, scanned: readonly Scanned[]): boolean {
  return scanned.some((range) => range.topic === topic && range.partition === partition && range.from === 0);
}

/** Also those whose keys are not shown. */
async function deadLettersOf(
  records: readonly LogRecord[],
  state: EntityState,
  { store }: ExplainOptions,
): Promise<Map<string, DeadLetter>> {
  const ids = records.map(({ topic, partition, read }) =>
    deadLetterId({ topic, partition, offset: read.record.offset }),
  );
  const found = [...state.deadLetters, ...(await store.deadLettersAt(ids))];
  return new Map(found.map((deadLetter) => [deadLetter._id, deadLetter]));
}

function storedState(state: EntityState, deadLetters: ReadonlyMap<string, DeadLetter>) {
  return {
    documents: new Map(state.documents.map((document) => [nameOf(document), document.slots])),
    deadLetters,
    erased: new Set(state.erasures.map(({ _id }) => _id)),
    nextOffset: (topicPartition: TopicPartition) => state.nextOffset(topicPartition) ?? 0,
  };
}

import { affirmEnd, affirmTaken, toldAt } from '@fundlens/projection/consumer/affirmations';
import { erasedChange } from '@fundlens/projection/erasures/erasures';
import { changesOf, type DocumentChange } from '@fundlens/projection/fold/fold';
import { contacts, deals } from '@fundlens/projection/projections/projections';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { changedAt, createLateWrites } from '@fundlens/projection/writer/late-writes';
import {
  type ChangedDocument,
  type ChangedModel,
  type ChangePosition,
  type ChangeReads,
  ChangeWalk,
  FIRST_POSITION,
} from '@fundlens/query/queries/change-walk';
import { CHANGE_TYPES, type ChangedEntity, changedEntities } from '@fundlens/read-models/changed-entity';
import { AS_OF_AHEAD_MS, completeUpTo } from '@fundlens/read-models/checkpoint';
import { definitionOf } from '@fundlens/read-models/definitions';
import * as build from '@fundlens/testing/event-builders';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { createRandom, type Random } from '@fundlens/runtime/testing/random';
import {
  entityOf,
  fold,
  type Generation,
  isErasedAhead,
  isOf,
  modelOf,
  nameOf,
  newGeneration,
  PARTITIONS,
  stateOf,
} from './followed-generation.ts';

/**
 * A history of `/changes` without servers: logs with brokers whose clocks differ, projectors that lag, redeliver and set events
 * aside, replays and erasures by processes that are suspended or end, further generations and switches to them; and a client
 * that follows by its cursor and copies what it is told of. Folding, times and the walk are the product's own.
 */

type LogRecord = { readonly event: TypedEvent; readonly appendedAt: number; readonly validFrom: number };
const PROJECTIONS = [contacts, deals];
const CONTACTS = ['c0', 'c1', 'c2', 'c3'];
/** Servers' clocks differ by less than five seconds. */
const MAX_SKEW_MS = 2_400;
/** But for those of brokers that are off. */
const MAX_OFF_MS = 20_000;
const BEGIN = 1_000_000;

export type Followed = {
  readonly told: number;
  /** Entities that the client has in another state than a full walk finds, or does not have. */
  readonly skipped: readonly string[];
  /** Changes that were told twice though nothing was rebuilt. */
  readonly repeated: readonly string[];
  readonly switches: number;
  readonly replays: number;
  readonly erasures: number;
};

export async function followHistory(
  seed: number,
  actions: number,
  { brokersAreOff = false }: { readonly brokersAreOff?: boolean } = {},
): Promise<Followed> {
  const history = new FollowedHistory(createRandom(seed), brokersAreOff);
  for (let count = 0; count < actions; count += 1) await history.act(0);
  return await history.end();
}

class FollowedHistory {
  readonly #random: Random;
  #now = BEGIN;
  #mongoSkew = 0;
  readonly #brokerSkews = Array.from({ length: PARTITIONS }, () => 0);
  readonly #log: LogRecord[][] = Array.from({ length: PARTITIONS }, () => []);
  readonly #published: { partition: number; record: LogRecord }[] = [];
  #code = 0;
  #active = newGeneration(1);
  #next: Generation | null = null;
  #lookedAt: number | null = null;
  /** By partition and offset; only those that are open. */
  readonly #deadLetters = new Map<string, LogRecord>();
  readonly #erased = new Set<string>();
  #position: ChangePosition = FIRST_POSITION;
  #sliceMs: number | null = null;
  #followed: Generation | null = null;
  #isPolling = false;
  #isOver = false;
  readonly #copy = new Map<string, string>();
  #toldSinceSwitch = new Set<string>();
  readonly #repeated: string[] = [];
  #told = 0;
  #switches = 0;
  #replays = 0;
  #erasures = 0;

  readonly #brokersAreOff: boolean;

  constructor(random: Random, brokersAreOff: boolean) {
    this.#random = random;
    this.#brokersAreOff = brokersAreOff;
  }

  /** @param depth of actions within actions. */
  async act(depth: number): Promise<void> {
    const choice = this.#random.next();
    if (choice < 0.25) await this.#poll();
    else if (choice < 0.3 && depth === 0) await this.#replayOne();
    else if (choice < 0.32 && depth === 0) await this.#erase(this.#random.pick(CONTACTS));
    else if (choice < 0.35 && depth === 0) this.#rebuildOn();
    else this.#actAtOnce();
  }

  async end(): Promise<Followed> {
    while (this.#next !== null) this.#rebuildOn();
    await this.#settle();
    this.#isOver = true;
    this.#now += 200_000;
    for (let partition = 0; partition < PARTITIONS; partition += 1) this.#apply(this.#active, partition, true);
    this.#active.asOf.fill(this.#mongoNow());
    while (await this.#poll());
    return {
      told: this.#told,
      skipped: this.#differences(),
      repeated: this.#repeated,
      switches: this.#switches,
      replays: this.#replays,
      erasures: this.#erasures,
    };
  }

  #actAtOnce(): void {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.15) this.#now += random.below(random.chance(0.1) ? 9_000 : 700);
    else if (choice < 0.5) this.#publish();
    else if (choice < 0.85) {
      const generation = this.#next !== null && random.chance(0.4) ? this.#next : this.#active;
      this.#apply(generation, random.below(PARTITIONS), false);
    } else if (choice < 0.9) this.#lookedAt = this.#mongoNow();
    else if (choice < 0.97) this.#affirm();
    else if (choice < 0.98) this.#code += 1;
    else {
      const most = this.#brokersAreOff ? MAX_OFF_MS : MAX_SKEW_MS;
      this.#brokerSkews[random.below(PARTITIONS)] = random.between(-most, most);
      if (random.chance(0.2)) this.#mongoSkew = random.between(-MAX_SKEW_MS, MAX_SKEW_MS);
    }
  }

  #mongoNow(): number {
    return this.#now + this.#mongoSkew;
  }

  #publish(): void {
    const random = this.#random;
    const partition = random.below(PARTITIONS);
    const appendedAt = this.#now + (this.#brokerSkews[partition] ?? 0);
    for (let count = random.chance(0.1) ? 12 : random.between(1, 3); count > 0; count -= 1) {
      const again = this.#published.filter((known) => known.partition === partition);
      if (again.length > 0 && random.chance(0.1)) {
        const { event, validFrom } = random.pick(again).record;
        this.#log[partition]?.push({ event, validFrom, appendedAt });
        continue;
      }
      const validFrom = random.chance(0.06) ? this.#code + 1 : 0;
      const record = { event: randomEvent(random, partition), validFrom, appendedAt };
      this.#log[partition]?.push(record);
      this.#published.push({ partition, record });
    }
  }

  #apply(generation: Generation, partition: number, isAll: boolean): void {
    const log = this.#log[partition] ?? [];
    const { positions, asOf, affirmed } = generation;
    const from = positions[partition] ?? 0;
    const to = isAll ? log.length : Math.min(log.length, from + this.#random.between(1, 5));
    for (const [index, record] of log.slice(from, to).entries()) {
      if (record.validFrom > this.#code) this.#deadLetters.set(`${partition}:${from + index}`, record);
      else {
        const at = toldAt({ offset: from + index, ...record }, affirmed[partition] ?? []);
        this.#write([generation], record.event, (documents) => documents, at);
      }
    }
    // The process ends before its checkpoint: all of it comes again.
    if (!isAll && this.#random.chance(0.1)) return;
    positions[partition] = to;
    const last = log[to - 1];
    if (last !== undefined && to > from) {
      const taken = { nextOffset: to, asOf: last.appendedAt };
      asOf[partition] = Math.max(asOf[partition] ?? Number.NEGATIVE_INFINITY, last.appendedAt);
      affirmed[partition] = affirmTaken(affirmed[partition] ?? [], taken);
    }
  }

  #write(
    generations: readonly Generation[],
    event: TypedEvent,
    timed: (documents: readonly DocumentChange[]) => readonly DocumentChange[],
    at: number,
  ): void {
    const contactId = 'contactId' in event.event ? String(event.event.contactId) : '';
    const isErased = this.#erased.has(contactId);
    const documents = timed(changesOf(PROJECTIONS, event, at)).map((change) =>
      isErased ? { ...change, ...erasedChange(change) } : change,
    );
    for (const generation of generations) for (const document of documents) fold(generation, document);
  }

  /** The process looks at the end of the log after it has looked at the clock. */
  #affirm(): void {
    const at = this.#lookedAt;
    if (at === null) return;
    for (const { positions, asOf, affirmed } of this.#generations()) {
      for (const [partition, position] of positions.entries()) {
        if (position === this.#log[partition]?.length) {
          const before = asOf[partition] ?? at;
          asOf[partition] = this.#isAhead(before) ? at : Math.max(before, at);
          affirmed[partition] = affirmEnd(affirmed[partition] ?? [], { nextOffset: position, asOf: at });
        }
      }
    }
    this.#lookedAt = null;
  }

  #generations(): Generation[] {
    return this.#next === null ? [this.#active] : [this.#active, this.#next];
  }

  async #replayOne(): Promise<void> {
    const valid = [...this.#deadLetters].filter(([, { validFrom }]) => validFrom <= this.#code);
    if (valid.length === 0) return;
    await this.#replay(this.#random.pick(valid));
  }

  async #replay([id, record]: [string, LogRecord]): Promise<void> {
    const isDone = await this.#late((time) => {
      const timed = (documents: readonly DocumentChange[]) =>
        changedAt({ appendedAt: record.appendedAt, documents, subject: null }, time).documents;
      this.#write(this.#generations(), record.event, timed, record.appendedAt);
    });
    if (!isDone) return;
    this.#deadLetters.delete(id);
    this.#replays += 1;
  }

  async #erase(contactId: string): Promise<void> {
    this.#erased.add(contactId);
    for (let isDone = false; !isDone; ) {
      const startedAt = this.#mongoNow();
      const found = this.#generations().flatMap((generation) =>
        [...generation.documents.values()].map(({ id, slots }) => {
          const own = [...slots].filter(([name]) => isOf(contactId, id, name));
          return { generation, id, slots: own.filter(([, slot]) => !isErasedAhead(slot, startedAt)) };
        }),
      );
      isDone = await this.#late((time) => {
        for (const { generation, id, slots } of found) {
          const readModel = definitionOf(modelOf(id));
          for (const [slot] of slots) {
            fold(generation, { readModel, ...erasedChange({ documentId: id, slot, time }) });
          }
        }
      });
    }
    this.#erasures += 1;
  }

  /** A write beside the log, during which other things happen. @returns false when its process ends before it is done. */
  async #late(write: (time: { at: number; late?: true }) => void): Promise<boolean> {
    const late = createLateWrites(async () => this.#mongoNow());
    try {
      await late(async (time) => {
        await this.#meanwhile();
        write(time);
        await this.#meanwhile();
        if (this.#random.chance(0.1)) throw new Error('the process ends');
      });
      return true;
    } catch {
      return false;
    }
  }

  async #meanwhile(): Promise<void> {
    for (let count = this.#random.below(4); count > 0; count -= 1) await this.act(1);
    if (this.#random.chance(0.2)) {
      // The process is suspended, while clients go on.
      this.#now += this.#random.below(130_000);
      this.#lookedAt = this.#mongoNow();
      for (const generation of this.#generations()) {
        for (let partition = 0; partition < PARTITIONS; partition += 1) this.#apply(generation, partition, true);
      }
      this.#affirm();
      while (await this.#poll());
    }
  }

  #rebuildOn(): void {
    const next = this.#next;
    if (next === null) {
      this.#next = newGeneration(this.#active.number + 1);
      return;
    }
    for (let partition = 0; partition < PARTITIONS; partition += 1) this.#apply(next, partition, true);
    this.#active = next;
    this.#next = null;
    this.#switches += 1;
    this.#toldSinceSwitch = new Set();
  }

  /** Again after a process has ended: what it wrote may have been too late for the client, and it has marked nothing as done. */
  async #settle(): Promise<void> {
    for (;;) {
      const valid = [...this.#deadLetters].filter(([, { validFrom }]) => validFrom <= this.#code);
      if (valid.length === 0) return;
      for (const letter of valid) await this.#replay(letter);
    }
  }

  /** Of MongoDB's clock: it is not believed. */
  #isAhead(asOf: number): boolean {
    return asOf > this.#mongoNow() + AS_OF_AHEAD_MS;
  }

  #watermark(): number {
    const { asOf } = this.#active;
    if (asOf.some((at) => at === null || this.#isAhead(at))) return 0;
    return completeUpTo(Math.min(...(asOf as number[])));
  }

  /** @returns whether the client has to go on at once. */
  async #poll(): Promise<boolean> {
    if (this.#isPolling) return false;
    this.#isPolling = true;
    const random = this.#random;
    const upTo = this.#watermark();
    const generation = this.#active;
    if (this.#followed !== generation) [this.#position, this.#sliceMs] = [FIRST_POSITION, null];
    const before = this.#position;
    const page = await new ChangeWalk(this.#reads(generation), {
      ...{ position: before, sliceMs: this.#sliceMs, types: new Set(CHANGE_TYPES) },
      ...{ limit: random.between(1, 8), maxDocuments: random.between(1, 5), upTo: Math.max(upTo, before.at) },
    }).page();
    let lastAt = before.at;
    for (const entity of page.changes) {
      if (entity.at < lastAt || entity.at > Math.max(upTo, before.at))
        this.#repeated.push(`out of order: ${nameOf(entity)}`);
      lastAt = entity.at;
      this.#take(entity, generation);
    }
    [this.#position, this.#sliceMs, this.#followed] = [page.position, page.sliceMs, generation];
    this.#isPolling = false;
    return page.hasMore;
  }

  #take(entity: ChangedEntity, generation: Generation): void {
    const name = nameOf(entity);
    this.#told += 1;
    if (generation === this.#active) {
      const change = `${name} at ${entity.at}`;
      if (this.#toldSinceSwitch.has(change)) this.#repeated.push(change);
      this.#toldSinceSwitch.add(change);
    }
    const state = stateOf(this.#active).get(name);
    if (state === undefined) this.#copy.delete(name);
    else this.#copy.set(name, state);
  }

  #reads({ documents }: Generation): ChangeReads {
    const documentsOf = (model: ChangedModel, hasChange: (at: number) => boolean): ChangedDocument[] =>
      [...documents.values()]
        .filter(({ id, changes }) => modelOf(id) === model && changes?.changedAt.some(hasChange))
        .map(({ id, changes }) => ({
          entityId: entityOf(id),
          entities: changedEntities(entityOf(id), changes?.changes ?? '[]'),
        }));
    return {
      between: async (model, { after, upTo }, limit) => {
        if (!this.#isOver && this.#random.chance(0.5)) this.#actAtOnce();
        const found = documentsOf(model, (at) => at > after && at <= upTo);
        return this.#random.shuffled(found).slice(0, limit);
      },
      at: async (model, at, { from, limit }) => {
        if (!this.#isOver && this.#random.chance(0.5)) this.#actAtOnce();
        const found = documentsOf(model, (other) => other === at).filter(({ entityId }) => entityId >= from);
        return found.sort((a, b) => (a.entityId < b.entityId ? -1 : 1)).slice(0, limit);
      },
    };
  }

  #differences(): string[] {
    const walked = stateOf(this.#active);
    return [...new Set([...walked.keys(), ...this.#copy.keys()])].filter(
      (name) => walked.get(name) !== this.#copy.get(name),
    );
  }
}

/** Each entity has its own partition. */
function randomEvent(random: Random, partition: number): TypedEvent {
  const meta = { version: random.between(1, 40), deleted: random.chance(0.15) };
  const contactId = random.pick(CONTACTS);
  const child = `${partition}-${random.below(3)}`;
  switch (partition) {
    case 0:
      return assumeRedacted(build.contactChanged({ contactId, meta, city: random.pick(['Here', 'There']) }));
    case 1:
      return assumeRedacted(build.dealChanged({ contactId, dealId: `d${random.below(4)}`, meta }));
    case 2:
      return assumeRedacted(
        random.chance(0.5) ? build.applicantChanged({ contactId, meta }) : build.nextStepsChanged({ contactId, meta }),
      );
    default:
      return assumeRedacted(
        random.chance(0.5)
          ? build.fundingPlanChanged({ contactId, planId: `${child}-${contactId}`, meta })
          : build.underwritingCompleted({ contactId, resultId: `${child}-${contactId}`, meta }),
      );
  }
}

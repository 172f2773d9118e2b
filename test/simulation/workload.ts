import type { Stream } from '@fundlens/contracts/definition/event-definition';
import { type AnyEvent, definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { uncheckedRecord } from '@fundlens/projection/testing/wire-records';
import { eventsAround } from '@fundlens/dashboards/testing/window-histories';
import * as build from '@fundlens/testing/event-builders';
import { history } from '@fundlens/testing/history-arbitraries';
import fc from 'fast-check';
import type { Expected } from '../invariants/published-record.ts';
import { FIRST_UNKNOWN_SCHEMA, type Laboratory } from './laboratory.ts';
import type { Random } from '@fundlens/runtime/testing/random';

/** A record that is to be published, and what must become of it. */
export type Draft = {
  readonly stream: Stream;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly expected: Expected;
  /** The event as published, when its location's windows are compared with the plain recount. */
  readonly recounted?: AnyEvent;
};

/** Its windows are compared with the plain recount: all of its events are made for that. */
export const RECOUNTED_LOCATION = 'windows-1';

/** Days around which clocks do something, in several zones. */
const BEGINNINGS = ['2026-03-08', '2026-11-01', '2026-04-05', '2018-11-04', '2012-01-01', '2024-12-31'] as const;
const DAY_MS = 86_400_000;
/** Instants of made-up events lie at most so far ahead of their time; an event may not be older than what it tells. */
const FURTHEST_AHEAD_MS = 42 * DAY_MS;

const MOST_POISON = 8;

/** Made up: numbers that must be found nowhere. */
export const PLANTED = new Map([
  ['912470123', 'the ssn of a contact'],
  ['931752046', 'a name that holds a number'],
]);

export function beginning(random: Random): number {
  return Date.parse(random.pick(BEGINNINGS)) + random.between(-1_440, 1_440) * 60_000;
}

/**
 * Records of one world in the order of publication: a history in which late events, ties, epochs and deletions meet in the
 * same few entities, events for the windows of one location, some of both again, markers, and poison.
 */
export async function workload(seed: number, random: Random, laboratory: Laboratory, now: number): Promise<Draft[]> {
  const events = longest(fc.sample(history, { numRuns: 2, seed })).map(withPlantedNumbers);
  const counted = longest(fc.sample(eventsAround(now), { numRuns: 3, seed })).map((event) => toldBy(event, now));
  const drafts: Draft[] = [];
  for (const event of events) drafts.push(await draftOf(event, laboratory));
  for (const event of counted) drafts.push({ ...(await draftOf(event, laboratory)), recounted: event });
  const again = drafts.filter(() => random.chance(0.1));
  const poison = await poisonOf(random, laboratory);
  // Mostly in the order of publication, with some that come late; or in any order at all.
  if (random.chance(0.3)) return random.shuffled([...drafts, ...again, ...poison]);
  const positions = new Map([...drafts, ...again].map((draft, index) => [draft, index + random.below(8)]));
  const inOrder = [...drafts, ...again].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  for (const bad of poison) inOrder.splice(random.below(inOrder.length + 1), 0, bad);
  return inOrder;
}

function longest<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists.reduce((best, list) => (list.length > best.length ? list : best));
}

async function draftOf({ type, event }: AnyEvent, laboratory: Laboratory): Promise<Draft> {
  const { topic, key, value } = await laboratory.codec.encode(type as EventType, event as never);
  const projected = await laboratory.read({ topic, key: Buffer.from(key), value });
  const { stream } = definitionOf(type as EventType);
  return { stream, key: Buffer.from(key), value, expected: { kind: 'applied', event: projected } };
}

/** The event with the planted numbers, when it is about a contact. */
export function withPlantedNumbers(typed: AnyEvent): AnyEvent {
  if (typed.type !== 'ContactChanged' || typed.event.meta.deleted) return typed;
  return { ...typed, event: { ...typed.event, ssn: '912-47-0123', companyName: 'Owner 931-75-2046' } };
}

/** The event about the recounted location, told when all that it tells has happened. */
function toldBy<E extends AnyEvent>(typed: E, now: number): E {
  const occurredAt = Math.max(now, build.USUAL_INSTANT) + FURTHEST_AHEAD_MS;
  const meta = { ...typed.event.meta, locationId: RECOUNTED_LOCATION, occurredAt };
  return { ...typed, event: { ...typed.event, meta } };
}

/** Some records that cannot be applied, each with the reason for which it has to be set aside. */
async function poisonOf(random: Random, laboratory: Laboratory): Promise<Draft[]> {
  const { codec } = laboratory;
  const valid = build.contactChanged({ contactId: 'poison', ssn: '912-47-0123' });
  const good = await codec.encode(valid.type, valid.event);
  const key = Buffer.from(good.key);
  const dead = (stream: Stream, record: Pick<Draft, 'key' | 'value'>, reason: string): Draft => {
    return { stream, ...record, expected: { kind: 'dead_letter', reason } };
  };
  const lateInstant = build.USUAL_INSTANT + 48 * 3_600_000;
  const late = await uncheckedRecord(codec, valid, { createdAt: lateInstant });
  const unknownSchema = Buffer.from(good.value);
  unknownSchema.writeUInt32BE(FIRST_UNKNOWN_SCHEMA + random.below(1_000_000), 1);
  const company = await codec.encode('CompanyChanged', build.companyChanged().event);
  const noAvro = Buffer.from('no avro 912-47-0123');

  // Each time anew: what was decoded is remembered by the record's bytes.
  const kinds: readonly (() => Draft)[] = [
    () => dead('crm', { key, value: Buffer.from(noAvro) }, 'undecodable'),
    () => dead('crm', { key, value: Buffer.from(good.value.subarray(0, -7)) }, 'undecodable'),
    () => dead('crm', { key, value: tooBig(good.value) }, 'undecodable'),
    () => dead('crm', { key, value: unknownSchema }, 'unknown_schema_id'),
    () => dead('crm', { key: Buffer.from('contact:loc-1:other'), value: Buffer.from(good.value) }, 'key_mismatch'),
    () => dead('crm', { key: Buffer.from(late.key), value: Buffer.from(late.value) }, 'instant_ahead'),
    () => dead('funding', { key, value: Buffer.from(good.value) }, 'wrong_record_type'),
    () => ({ stream: 'crm', key, value: null, expected: { kind: 'skipped' } }),
    // Blocks the company, whose state is not known any more.
    () => dead('access', { key: Buffer.from(company.key), value: Buffer.from(noAvro) }, 'undecodable'),
    // Unattributable: its partition waits for the operator.
    () => dead('access', { key: Buffer.from('?'), value: Buffer.from(noAvro) }, 'undecodable'),
  ];
  return Array.from({ length: random.below(MOST_POISON + 1) }, () => random.pick(kinds)());
}

/** Of the Confluent wire format, and of the record's first field, a UUID with its length. */
const BEFORE_OCCURRED_AT = 5 + 37;

/** The same record with an `occurredAt` beyond the integers that a number holds exactly. */
function tooBig(value: Buffer): Buffer {
  let after = BEFORE_OCCURRED_AT;
  while (((value[after] ?? 0) & 0x80) !== 0) after += 1;
  const tooLarge = Buffer.from([0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x3f]);
  return Buffer.concat([value.subarray(0, BEFORE_OCCURRED_AT), tooLarge, value.subarray(after + 1)]);
}

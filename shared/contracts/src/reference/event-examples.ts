import full from './event-examples.json' with { type: 'json' };
import { definitionOf, type EventType, eventTypes } from '../event-types.ts';
import { sampleEvent } from './sample-events.ts';

/** One event as a publisher writes it: what has a default may be left out, instants are milliseconds. */
export type EventExample = {
  readonly name: string;
  readonly summary: string;
  readonly key: string;
  readonly payload: Fields;
};

type Fields = Readonly<Record<string, unknown>>;

const DELETION_ID = '0e3a77c0-0000-4000-8000-000000000002';

/** Of each event: one that says much, one that says no more than it must, and a deletion. */
export const eventExamples: ReadonlyMap<EventType, readonly EventExample[]> = new Map(
  eventTypes.map((type) => [
    type,
    [
      example(type, 'full', 'An event that says much.', full[type]),
      example(type, 'least', 'No more than the event must have.', plain(sampleEvent(type))),
      example(type, 'deletion', 'The entity is gone.', deletionOf(type)),
    ],
  ]),
);

function example(type: EventType, name: string, summary: string, payload: Fields): EventExample {
  return { name, summary, key: definitionOf(type).keyOf(payload as never), payload };
}

/** Its ids, and what its key and scope are made of. */
function deletionOf(type: EventType): Fields {
  const { avro, required } = definitionOf(type);
  const kept = new Set(avro.fields.filter(({ default: fallback }) => fallback === undefined).map(({ name }) => name));
  const { meta, ...fields } = plain(sampleEvent(type));
  const ids = Object.entries(fields).filter(([name]) => kept.has(name) || !required.includes(name));
  return {
    meta: { ...(meta as Fields), eventId: DELETION_ID, version: 2, deleted: true },
    ...Object.fromEntries(ids),
  };
}

/** As publishers write it: bytes are text, and what says no more than its default is left out. */
function plain(value: object): Fields {
  const said = Object.entries(value).filter(([name, member]) => !isDefault(name, member));
  return Object.fromEntries(
    said.map(([name, member]) => [name, name === 'meta' ? plain(member as object) : text(member)]),
  );
}

function text(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value;
}

function isDefault(name: string, value: unknown): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return true;
  return (name === 'epoch' && value === 0) || (name === 'deleted' && value === false);
}

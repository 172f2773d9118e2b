import type { EntityRef } from '@fundlens/contracts/definition/event-definition';
import { withDefaults } from '@fundlens/contracts/event-defaults';
import { definitionOf, type EventOf, type EventType, eventTypeOfEntity } from '@fundlens/contracts/event-types';
import { readKey } from '@fundlens/projection/dead-letters/readable-key';
import { InvalidError } from '@fundlens/runtime/errors';

/** A record of the log. */
export type Place = { readonly topic: string; readonly partition: number; readonly offset: number };

/** An entity, or the record of an event. */
export type Question =
  | { readonly entity: EntityRef; readonly deletion: Deletion; readonly place: null }
  | { readonly entity: null; readonly place: Place };

/** The event that would delete an entity: the projections say of it in which slots the entity's state is kept. */
export type Deletion = { readonly type: EventType; readonly event: EventOf<EventType> };

/**
 * Every notation that the product prints: `topic:3:81200` of dead letters, `topic/3/81200` of publishers and
 * `X-Wait-For-Position`, `topic 3 81200` of the columns of `status`, `topic partition 3 offset 81200` of `publish`.
 */
const PLACE =
  /^(?<topic>[A-Za-z0-9._-]{1,249})[:/ ](?:partition )?(?<partition>[0-9]{1,6})[:/ ](?:offset )?(?<offset>[0-9]{1,15})$/;

/** @throws InvalidError `question`, which names the rule and never the text. */
export function readQuestion(text: string, topics: readonly string[]): Question {
  const asked = text.trim();
  const place = PLACE.exec(asked)?.groups;
  if (place !== undefined && topics.includes(place.topic ?? '')) {
    const { topic = '', partition, offset } = place;
    return { entity: null, place: { topic, partition: Number(partition), offset: Number(offset) } };
  }
  const entity = readKey(Buffer.from(asked));
  const deletion = entity === null ? null : deletionOf(entity);
  if (entity !== null && deletion !== null) return { entity, deletion, place: null };
  throw new InvalidError(
    'question',
    `It must be a key such as contact:LOCATION:CONTACT, or a position such as TOPIC:PARTITION:OFFSET with one of the topics ${topics.join(', ')}.`,
  );
}

/** Null where no event has such a key. */
function deletionOf({ entity, scope, ids }: EntityRef): Deletion | null {
  const type = eventTypeOfEntity(entity);
  if (type === null) return null;
  const nothing = { companyId: null, eventId: '', occurredAt: 0, epoch: 0, version: 0, source: '' };
  const fields = definitionOf(type).ids;
  if (fields.length !== ids.length) return null;
  const named = Object.fromEntries(fields.map((field, index) => [field, ids[index]]));
  return {
    type,
    event: withDefaults(type, { meta: { ...nothing, locationId: scope, deleted: true }, ...named } as never),
  };
}

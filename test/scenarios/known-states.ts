import { isDeepStrictEqual } from 'node:util';
import { type Position, positionText } from '@fundlens/contracts/publishing/positions';
import { contacts, deals } from '@fundlens/projection/projections/projections';
import { changesOf, contentOf } from '@fundlens/projection/fold/fold';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { contactView } from '@fundlens/read-models/contacts/views/contact';
import { dealView } from '@fundlens/read-models/deals/deals';
import { compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import type { Random } from '@fundlens/runtime/testing/random';

/** Something that is read through the API and shows one slot, so that every state of it is known from one event. */
export type Entity = {
  readonly locationId: string;
  /** Below the base URL, encoded, with its query. */
  readonly target: string;
};

/** A write that was acknowledged; a client that sends its position must read this state or a newer one. */
export type OwnWrite = { readonly entity: Entity; readonly position: string; readonly slot: Slot };

export type KnownStates = {
  /** Before the event is published: from now on a reader may see it. */
  sent(event: TypedEvent): void;
  acknowledged(event: TypedEvent, position: Position): void;
  /** Null while there is none. */
  anyEntity(random: Random): Entity | null;
  lastWrite(): OwnWrite | null;
  /** Whether the entity was once as it was read; null: it was absent. With `atLeast`: at that state or a newer one. */
  wasOnce(entity: Entity, data: unknown, atLeast?: Slot): boolean;
  /** The states in which the entity reads like this; null when they are forgotten. */
  statesLike(entity: Entity, data: unknown): readonly Slot[] | null;
};

type State = { readonly slot: Slot; readonly data: unknown };
type Known = { readonly entity: Entity; readonly states: State[] };

/** Entities of earlier worlds do not change any more; reading the latest is enough, and bounds what is remembered. */
const MOST_ENTITIES = 300;

/** @param isReadable of a location: those whose entities are read. */
export function createKnownStates(isReadable: (locationId: string) => boolean): KnownStates {
  const known = new Map<string, Known>();
  let last: OwnWrite | null = null;

  function statesOf(event: TypedEvent): { entity: Entity; state: State }[] {
    const entity = entityOf(event);
    if (entity === null || !isReadable(entity.locationId)) return [];
    return changesOf([contacts, deals], event, 0).map(({ readModel, documentId: id, ...change }) => {
      const slot = makeSlot(change.version, change.value);
      const { views } = contentOf(readModel, { id, slots: new Map([[change.slot, slot]]) });
      const body = views.get(event.type === 'ContactChanged' ? contactView.name : dealView.name);
      const data = body === undefined ? null : (JSON.parse(String(Buffer.from(body))) as unknown);
      return { entity, state: { slot, data } };
    });
  }

  function statesLike({ target }: Entity, data: unknown): readonly Slot[] | null {
    const states = known.get(target)?.states;
    return states?.flatMap(({ slot, data: rendered }) => (isDeepStrictEqual(rendered, data) ? [slot] : [])) ?? null;
  }

  return {
    sent(event) {
      for (const { entity, state } of statesOf(event)) {
        const present = known.get(entity.target) ?? { entity, states: [] };
        known.set(entity.target, present);
        if (!present.states.some(({ slot }) => compareSlots(slot, state.slot) === 0)) present.states.push(state);
        const [oldest] = known.keys();
        if (known.size > MOST_ENTITIES && oldest !== undefined) known.delete(oldest);
      }
    },
    acknowledged(event, position) {
      for (const { entity, state } of statesOf(event))
        last = { entity, position: positionText(position), slot: state.slot };
    },
    anyEntity: (random) => (known.size === 0 ? null : random.pick([...known.values()]).entity),
    lastWrite: () => last,
    wasOnce(entity, data, atLeast) {
      const states = statesLike(entity, data);
      // Forgotten meanwhile: nothing can be said of it.
      if (states === null || (data === null && atLeast === undefined)) return true;
      return states.some((slot) => atLeast === undefined || compareSlots(slot, atLeast) >= 0);
    },
    statesLike,
  };
}

function entityOf({ type, event }: TypedEvent): Entity | null {
  const { locationId } = event.meta;
  if (locationId === null) return null;
  const query = `?locationId=${encodeURIComponent(locationId)}`;
  if (type === 'ContactChanged')
    return { locationId, target: `/contacts/${encodeURIComponent(event.contactId)}${query}` };
  if (type === 'DealChanged') return { locationId, target: `/deals/${encodeURIComponent(event.dealId)}${query}` };
  return null;
}

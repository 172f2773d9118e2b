import { definitionOf, type EventType } from '@fundlens/contracts/event-types';
import { documentKey } from '@fundlens/read-models/document';
import { kindOf } from '@fundlens/read-models/slot';
import { assumeRedacted } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf } from '../fold/fold.ts';
import { referenceFold } from '../fold/testing/reference-fold.ts';
import { projections } from '../projections/registry.ts';
import { keyMatcher, keyText, readEntityKey } from './entity-pattern.ts';
import { documentOf, entityIn, patternsIn, slotsOfEntity } from './entity-slots.ts';

const run = { ...propertySeed(), numRuns: 200 };
const keyOf = ({ type, event }: { type: EventType; event: unknown }) => definitionOf(type).keyOf(event as never);

test('the slots of an entity are those that its events change, for every type of event', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(history, (events) => {
      for (const event of events) {
        const key = readEntityKey(keyOf(event));
        if (key === null) throw new Error('a key of a valid event is read');
        const changed = changesOf(projections, assumeRedacted(event), 0).flatMap(
          ({ readModel, key: document, changes }) => changes.map(({ slot }) => `${readModel.name}/${document} ${slot}`),
        );
        const named = slotsOfEntity(key).map(({ model, id, slot }) => `${model}/${documentKey(id)} ${slot}`);
        expect(named.toSorted()).toEqual(changed.toSorted());
        const first = documentOf(key);
        expect(named[0]?.split(' ')[0]).toBe(`${first?.model}/${first && documentKey(first.id)}`);
        seen.add(event.type);
      }
    }),
    run,
  );
  expect(seen.size).toBe(13);
});

test('a slot names the entity again, and the patterns of its document match the entity', () => {
  fc.assert(
    fc.property(history, (events) => {
      const keys = new Set(events.map(keyOf));
      for (const { readModel, id, slots } of referenceFold(events.map((event) => assumeRedacted(event))).values()) {
        for (const slot of slots.keys()) {
          const ref = { model: readModel.name, id };
          const entity = entityIn(ref, slot, slots);
          if (entity === null) continue;
          expect(keys).toContain(keyText(entity));
          const matches = keyMatcher(patternsIn(ref, [kindOf(slot)]));
          expect(matches(Buffer.from(keyText(entity)))).toBe(true);
        }
      }
    }),
    run,
  );
});

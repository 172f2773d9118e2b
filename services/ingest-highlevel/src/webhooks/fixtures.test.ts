import { validEvent } from '@fundlens/contracts/validation';
import { describe, expect, it } from 'vitest';
import type { EntityKind } from '../entity-ref.ts';
import { statementOf } from '../mapping/entity-mapping.ts';
import { contentOfSaid } from '../marks/content.ts';
import { eventsOf } from '../marks/events-of-content.ts';
import type { EntityMark } from '../marks/mark.ts';
import { parseDelivery } from './delivery.ts';
import { type MarkOfDelivery, marksOf } from './marks-of-delivery.ts';
import { webhookFixture } from './testing/fixtures.ts';
import { webhookKinds } from './webhook-types.ts';

const RECEIVED_AT = Date.parse('2026-03-02T09:15:01Z');

/** The marks of a fixture, and the events that its object becomes when the API answers with it. */
async function mapped(body: object) {
  const cut: string[] = [];
  const onCut = (kind: string, fields: readonly string[]) => cut.push(...fields.map((field) => `${kind}.${field}`));
  const given = parseDelivery(Buffer.from(JSON.stringify(body)), RECEIVED_AT);
  const delivery = { ...given, timestamp: given.timestamp ?? RECEIVED_AT };
  const marks = await marksOf(delivery, { installations: async () => [], withAccess: true });
  const contentOf = ({ ref, said }: MarkOfDelivery) => {
    if (said !== undefined) return contentOfSaid({ ref, known: null } as EntityMark, said);
    return statementOf(ref, delivery.body, { occurredAt: RECEIVED_AT, onCut });
  };
  const events = marks.flatMap((mark) => {
    const content = contentOf(mark);
    const { ref } = mark;
    const stated = { ref, occurredAt: RECEIVED_AT, contactIds: [], epoch: 0, version: 7 };
    return content === null ? [] : eventsOf({ ...stated, content });
  });
  return { marks, events: events.map(({ type, event }) => ({ type, event: validEvent(type, event) })), cut };
}

/** Of the types that tell of the same object one has a fixture. */
const FIXTURES: { readonly [Kind in EntityKind]?: string } = {
  contact: 'ContactDndUpdate',
  opportunity: 'OpportunityUpdate',
  location: 'LocationUpdate',
};

describe('webhooks as HighLevel publishes them', () => {
  it.each([...Object.values(FIXTURES), 'INSTALL'])(
    '%s marks entities, which become events of the contract',
    async (name) => {
      const found = await mapped(webhookFixture(name));
      await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`fixtures/mapped/${name}.json`);
    },
  );

  it.each(Object.entries(webhookKinds).filter(([type]) => !type.endsWith('INSTALL')))(
    '%s marks the %s that it names',
    async (type, kind) => {
      const body = webhookFixture(FIXTURES[kind] ?? '');
      const { id, locationId = id } = body;
      expect((await mapped({ ...body, type })).marks).toEqual([{ ref: { kind, locationId, id } }]);
    },
  );
});

import { validEvent } from '@fundlens/contracts/validation';
import { describe, expect, it } from 'vitest';
import { statementOf } from '../mapping/entity-mapping.ts';
import { contentOfSaid } from '../marks/content.ts';
import { eventsOf } from '../marks/events-of-content.ts';
import type { EntityMark } from '../marks/mark.ts';
import { parseDelivery } from './delivery.ts';
import { type MarkOfDelivery, marksOf } from './marks-of-delivery.ts';
import { webhookFixture } from './testing/fixtures.ts';

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

describe('webhooks as HighLevel publishes them', () => {
  it.each(['ContactDndUpdate', 'OpportunityUpdate', 'LocationUpdate', 'INSTALL'])(
    '%s marks entities, which become events of the contract',
    async (name) => {
      const found = await mapped(webhookFixture(name));
      await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(`fixtures/mapped/${name}.json`);
    },
  );

  it.each([
    ['ContactDndUpdate', { dnd: undefined }, { dnd: false }],
    ['OpportunityUpdate', { status: 'Won', monetaryValue: 55_000 }, { status: 'won', amountCents: 5_500_000 }],
  ])('%s with %j says so', async (name, changed, said) => {
    expect(await mapped({ ...webhookFixture(name), ...changed })).toMatchObject({ events: [{ event: said }], cut: [] });
  });

  it.each([
    ['contact', 'ContactDndUpdate', 'Create Update TagUpdate DndUpdate Delete'],
    [
      'opportunity',
      'OpportunityUpdate',
      'Create Update StageUpdate StatusUpdate MonetaryValueUpdate AssignedToUpdate Delete',
    ],
    ['location', 'LocationUpdate', 'Create Update'],
  ])('mark the %s that they name, whatever has changed', async (kind, name, changes) => {
    const body = webhookFixture(name);
    const { id, locationId = id } = body;
    const object = /^[A-Z][a-z]+/.exec(name)?.[0];
    for (const change of changes.split(' ')) {
      const { marks } = await mapped({ ...body, type: `${object}${change}` });
      expect(marks, change).toEqual([{ ref: { kind, locationId, id } }]);
    }
  });
});

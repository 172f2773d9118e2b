import { validEvent } from '@fundlens/contracts/validation';
import { describe, expect, it } from 'vitest';
import { statementOf } from '../mapping/entity-mapping.ts';
import { contentOfSaid } from '../marks/content.ts';
import { eventsOf } from '../marks/events-of-content.ts';
import type { EntityMark } from '../marks/mark.ts';
import { parseDelivery } from './delivery.ts';
import { type MarkOfDelivery, marksOf } from './marks-of-delivery.ts';
import { webhookFixture, webhookFixtures } from './testing/fixtures.ts';
import { webhookKinds } from './webhook-types.ts';

const RECEIVED_AT = Date.parse('2026-03-02T09:15:01Z');

/** The marks of a fixture, and the events that its object becomes when the API answers with it. */
async function mapped(body: Buffer) {
  const cut: string[] = [];
  const onCut = (kind: string, fields: readonly string[]) => cut.push(...fields.map((field) => `${kind}.${field}`));
  const given = parseDelivery(body, RECEIVED_AT);
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

/** One of each object has its events on file; the other types tell of the same objects. */
const ON_FILE = [
  'ContactDndUpdate',
  'INSTALL',
  'INSTALL.company',
  'LocationUpdate',
  'OpportunityUpdate',
  'UNINSTALL.company',
];

describe('webhooks as HighLevel publishes them', () => {
  it('has a fixture for every type that is taken', () => {
    const types = webhookFixtures().map(({ name }) => name.replace('.company', ''));
    expect([...new Set(types)]).toEqual(Object.keys(webhookKinds).toSorted());
  });

  it.each(webhookFixtures().filter(({ name }) => ON_FILE.includes(name)))(
    '$name marks entities, which become events of the contract',
    async ({ name, body }) => {
      await expect(`${JSON.stringify(await mapped(body), null, 2)}\n`).toMatchFileSnapshot(
        `fixtures/mapped/${name}.json`,
      );
    },
  );

  it.each(webhookFixtures().filter(({ name }) => !name.includes('INSTALL')))(
    '$name marks the entity that it names',
    async ({ name, body }) => {
      const { id, locationId = id } = webhookFixture(name);
      const kind = /^[A-Z][a-z]+/.exec(name)?.[0].toLowerCase();
      expect(await mapped(body)).toMatchObject({ marks: [{ ref: { kind, locationId, id } }], events: [{}], cut: [] });
    },
  );
});

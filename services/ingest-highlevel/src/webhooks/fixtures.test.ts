import { validEvent } from '@fundlens/contracts/validation';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '../versioning/events-of-content.ts';
import { parseDelivery } from './delivery.ts';
import { observationsOf } from './observed-delivery.ts';
import { webhookFixtures } from './testing/fixtures.ts';
import { appWebhooks, entityWebhooks } from './webhook-types.ts';

const RECEIVED_AT = Date.parse('2026-03-02T09:15:01Z');

/** The observations of a fixture, and the events that a first sight of them becomes. */
function mapped(body: Buffer) {
  const cut: string[] = [];
  const onCut = (kind: string, fields: readonly string[]) => cut.push(...fields.map((field) => `${kind}.${field}`));
  const observations = observationsOf(parseDelivery(body, RECEIVED_AT), { toleranceMs: 60_000, onCut });
  const events = observations.flatMap(({ ref, content, occurredAt }) => {
    if (content.is === 'unsaid') return [];
    const contactIds = content.is === 'deleted' && content.contactId !== null ? [content.contactId] : [];
    return eventsOf({ ref, content, occurredAt, contactIds, epoch: 0, version: 7 });
  });
  const complete = observations.map(({ content }) => content.is !== 'live' || content.complete);
  return { events: events.map(({ type, event }) => ({ type, event: validEvent(type, event) })), complete, cut };
}

describe('webhooks as HighLevel publishes them', () => {
  it('has a fixture for every type that is taken', () => {
    const types = webhookFixtures().map(({ name }) => name.replace('.company', ''));
    expect([...new Set(types)]).toEqual([...Object.keys(entityWebhooks), ...appWebhooks].toSorted());
  });

  it.each(webhookFixtures())('$name becomes the events of the contract', async ({ name, body }) => {
    await expect(`${JSON.stringify(mapped(body), null, 2)}\n`).toMatchFileSnapshot(`fixtures/mapped/${name}.json`);
  });
});

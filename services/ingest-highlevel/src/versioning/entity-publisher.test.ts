import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import { beforeEach, describe, expect, it } from 'vitest';
import type { EntityRef } from '../entity-ref.ts';
import { contentOf } from '../mapping/entity-mapping.ts';
import type { Content, Observation } from './crm-state.ts';
import { ABANDONED_AFTER_MS } from './state-publisher.ts';
import { createTestPublisher, TEST_NOW, TEST_TOLERANCE_MS } from './testing/recording-log.ts';

const contact: EntityRef = { kind: 'contact', locationId: 'loc-1', id: 'c-1' };
const deal: EntityRef = { kind: 'opportunity', locationId: 'loc-1', id: 'o-1' };
const MINUTE = 60_000;
const base = { dateAdded: '2026-01-05T10:00:00Z' };
const dealBase = { ...base, contactId: 'c-1', pipelineId: 'p-1', pipelineStageId: 's-1', status: 'open', name: 'Deal' };
const DELETED: Content = { is: 'deleted', contactId: null };

let parts: ReturnType<typeof createTestPublisher>;
beforeEach(() => {
  parts = createTestPublisher();
});

/** A webhook that was sent at this minute. */
function webhook(ref: EntityRef, minute: number, said: Record<string, unknown> | Content): Observation {
  const at = TEST_NOW + minute * MINUTE;
  const content = 'is' in said ? (said as Content) : contentOf(ref, said, { occurredAt: at, onCut: () => undefined });
  const seen = { from: at - TEST_TOLERANCE_MS, to: at + TEST_TOLERANCE_MS };
  return { ref, authority: 'webhook', seen, content, occurredAt: at };
}

const found = (entity: Record<string, unknown>) => {
  parts.api.reading = { outcome: 'found', entity };
};
const states = () => parts.log.map(({ event }) => event);
const versions = () => states().map(({ meta }) => meta.version);
const later = (minutes: number) => {
  parts.now.ms = TEST_NOW + minutes * MINUTE;
};

describe('a webhook', () => {
  it('that was sent clearly later is published without asking', async () => {
    await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }));
    await parts.publisher.observe(webhook(contact, 5, { ...base, firstName: 'Bea' }));
    expect(states()).toMatchObject([{ firstName: 'Ann' }, { firstName: 'Bea' }]);
    expect(versions()[1]).toBeGreaterThan(versions()[0] ?? 0);
    expect(parts.asked).toEqual([]);
  });

  it('of another change within the tolerance is read back', async () => {
    await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }));
    found({ ...base, firstName: 'Cas' });
    expect(await parts.publisher.observe(webhook(contact, 1, { ...base, firstName: 'Bea' }))).toBe('read');
    expect(states()).toMatchObject([{ firstName: 'Ann' }, { firstName: 'Cas' }]);
  });

  it('is ordered by the time of change, where both have it', async () => {
    const dated = (firstName: string, dateUpdated: string) => ({ ...base, firstName, dateUpdated });
    await parts.publisher.observe(webhook(contact, 0, dated('Bea', '2026-03-02T09:00:02Z')));
    expect(await parts.publisher.observe(webhook(contact, 0, dated('Ann', '2026-03-02T09:00:01Z')))).toBe('older');
    expect(await parts.publisher.observe(webhook(contact, 0, dated('Cas', '2026-03-02T09:00:03Z')))).toBe('published');
    expect(parts.asked).toEqual([]);
  });

  it('that no longer has a field is read back: HighLevel leaves fields out', async () => {
    await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann', email: 'a@example.com' }));
    found({ ...base, firstName: 'Bea', email: 'a@example.com' });
    expect(await parts.publisher.observe(webhook(contact, 9, { ...base, firstName: 'Bea' }))).toBe('read');
    expect(states().at(-1)).toMatchObject({ firstName: 'Bea', email: 'a@example.com' });
  });

  it('that lacks what is always there is read back at first sight', async () => {
    found(dealBase);
    const { contactId: _, ...lacking } = dealBase;
    expect(await parts.publisher.observe(webhook(deal, 0, lacking))).toBe('read');
    expect(states()).toMatchObject([{ contactId: 'c-1', name: 'Deal' }]);
  });
});

describe('a deleted entity', () => {
  beforeEach(async () => {
    await parts.publisher.observe(webhook(deal, 0, dealBase));
    await parts.publisher.observe(webhook(deal, 10, DELETED));
    parts.log.length = 0;
  });

  it('stays deleted after the update that HighLevel sends beside the deletion', async () => {
    parts.api.reading = { outcome: 'absent' };
    expect(await parts.publisher.observe(webhook(deal, 30, dealBase))).toBe('read');
    expect(states()).toEqual([]);
  });

  it('is stated again when it is there again', async () => {
    found(dealBase);
    await parts.publisher.observe(webhook(deal, 30, dealBase));
    expect(states()).toMatchObject([{ name: 'Deal', meta: { deleted: false } }]);
  });

  it('stays deleted where nobody can be asked', async () => {
    expect(await parts.publisher.observe(webhook(deal, 30, dealBase))).toBe('unconfirmed');
    expect(states()).toEqual([]);
  });
});

describe('an opportunity', () => {
  it('has the exact instants of its stage after a read-back that follows by itself', async () => {
    await parts.publisher.observe(webhook(deal, 0, dealBase));
    await parts.publisher.observe(webhook(deal, 10, { ...dealBase, pipelineStageId: 's-2' }));
    expect(states().at(-1)).toMatchObject({ stageId: 's-2', stageChangedAt: TEST_NOW + 10 * MINUTE });
    later(11);
    expect(await parts.states.due(parts.now.ms, 10)).toEqual([deal]);
    const exact = TEST_NOW + 9.9 * MINUTE;
    found({ ...dealBase, pipelineStageId: 's-2', lastStageChangeAt: new Date(exact).toISOString() });
    await parts.publisher.readBack(deal);
    expect(states().at(-1)).toMatchObject({ stageId: 's-2', stageChangedAt: exact });
    later(30);
    await parts.publisher.observe(webhook(deal, 30, { ...dealBase, pipelineStageId: 's-2', name: 'Renamed' }));
    expect(states().at(-1)).toMatchObject({ name: 'Renamed', stageChangedAt: exact });
    expect(await parts.states.due(parts.now.ms, 10)).toEqual([]);
  });
});

describe('when something is away', () => {
  it('an event that Kafka did not take is read back and published by whichever instance looks next', async () => {
    parts.broker.failure = new RetryableError('kafka_unavailable', 'Kafka is away.');
    await expect(parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }))).rejects.toThrow('away');
    parts.broker.failure = null;
    parts.now.ms += ABANDONED_AFTER_MS;
    expect(await parts.states.due(parts.now.ms, 10)).toEqual([contact]);
    found({ ...base, firstName: 'Ann' });
    await parts.publisher.readBack(contact);
    expect(states()).toMatchObject([{ firstName: 'Ann' }]);
    expect(await parts.states.due(parts.now.ms + ABANDONED_AFTER_MS, 10)).toEqual([]);
  });

  it('an unclear change is not answered for while HighLevel is, and later ones are read too', async () => {
    await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }));
    parts.api.reading = new RetryableError('highlevel_unavailable', 'HighLevel is away.');
    await expect(parts.publisher.observe(webhook(contact, 1, { ...base, firstName: 'Bea' }))).rejects.toThrow('away');
    found({ ...base, firstName: 'Bea' });
    expect(await parts.publisher.observe(webhook(contact, 30, { ...base, firstName: 'Bea' }))).toBe('read');
    expect(states()).toMatchObject([{ firstName: 'Ann' }, { firstName: 'Bea' }]);
  });

  it('what HighLevel refuses to tell, or tells in another way, is asked once more, and is no fault of the webhook', async () => {
    await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }));
    parts.api.reading = new InvalidError('crm_malformed', 'The response is not as expected.');
    expect(await parts.publisher.observe(webhook(contact, 1, { ...base, firstName: 'Bea' }))).toBe('unconfirmed');
    later(61);
    expect(await parts.states.due(parts.now.ms, 10)).toEqual([contact]);
    found({ ...base, firstName: 'Cas' });
    await parts.publisher.readBack(contact);
    expect(states()).toMatchObject([{ firstName: 'Ann' }, { firstName: 'Bea' }, { firstName: 'Cas' }]);
  });

  it('the later one counts where the API is not open to us', async () => {
    await parts.publisher.observe(webhook(contact, 1, { ...base, firstName: 'Bea' }));
    expect(await parts.publisher.observe(webhook(contact, 0, { ...base, firstName: 'Ann' }))).toBe('unconfirmed');
    expect(await parts.publisher.observe(webhook(contact, 2, { ...base, firstName: 'Cas' }))).toBe('unconfirmed');
    expect(states()).toMatchObject([{ firstName: 'Bea' }, { firstName: 'Cas' }]);
  });
});

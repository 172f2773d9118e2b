import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { createLogger } from '@fundlens/runtime/logger';
import { propertyRuns, propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCrmClient } from '../crm-api/crm-client.ts';
import { statementOf } from '../mapping/entity-mapping.ts';
import type { MapEntity } from '../marks/current-content.ts';
import { createDigests } from '../marks/digests.ts';
import { createMarkReader } from '../marks/mark-reader.ts';
import { createMarkReading } from '../marks/mark-reading.ts';
import { createMemoryMarks } from '../marks/testing/memory-marks.ts';
import { statedIn, wanted } from '../testing/end-state.ts';
import { inProcessRequests } from '../testing/in-process-crm.ts';
import { type Change, ModelCrm } from '../testing/model-crm.ts';
import { parseDelivery } from '../webhooks/delivery.ts';
import { marksOf } from '../webhooks/marks-of-delivery.ts';
import { createSweeping, sweepRef } from './sweep.ts';

const LOCATION = 'loc-harbor-1';
const HOUR = 3_600_000;
const NAMES = ['Ada', 'Grace', 'Katherine'] as const;

/** The adapter without servers, before a model CRM. Time passes by the hour, so that clocks decide nothing. */
function world() {
  let now = Date.parse('2026-05-01T12:00:00Z');
  const clock = () => now++;
  const crm = new ModelCrm(clock);
  const log: Publishable[] = [];
  const marks = createMemoryMarks();
  const client = createCrmClient(inProcessRequests(crm), { appId: undefined });
  const digests = createDigests('k'.repeat(32));
  const mapEntity: MapEntity = (ref, source, occurredAt) =>
    statementOf(ref, source, { occurredAt, onCut: () => undefined });
  const logger = createLogger({ service: 'test', level: 'silent', sanitize: (line) => line });
  const readMark = createMarkReading({
    ...{ marks, digests, mapEntity, clock, epoch: 0 },
    reader: client,
    publish: async (events) => log.push(...events),
  });
  const each = { clock, logger, atOnce: 100, onTrouble: () => undefined };
  const reader = createMarkReader({ ...each, marks, readMark });
  const kills = { left: 0, every: 1, steps: 0 };
  const sweeps = createMemoryMarks();
  const sweeping = createSweeping({
    ...{ client, marks, digests, mapEntity, clock, logger, maxUnlisted: 1_000, withAccess: false },
    sweeps: {
      ...sweeps,
      async settle(claimed, settlement) {
        kills.steps += 1;
        if (kills.left > 0 && kills.steps % kills.every === 0) kills.left -= 1;
        // Otherwise it is killed between the work of a step and its end.
        else await sweeps.settle(claimed, settlement);
      },
    },
  });
  const sweeper = createMarkReader({ ...each, marks: sweeps, readMark: sweeping });
  /** Until nothing is marked, and what was absent was looked for once more. */
  async function readAll(): Promise<void> {
    for (let round = 0; (await marks.oldest()) !== null && round < 20; round += 1) {
      await reader.readDue();
      now += 60_000;
    }
  }
  return {
    ...{ crm, log, kills },
    passHour() {
      now += HOUR;
    },
    async deliver({ webhooks }: Change): Promise<void> {
      for (const webhook of webhooks) {
        const delivery = parseDelivery(Buffer.from(JSON.stringify(webhook)), clock());
        const told = await marksOf(delivery, { installations: marks.installations, withAccess: false });
        for (const { ref } of told) await marks.mark(ref, { at: clock(), urgent: true });
      }
      await readAll();
    },
    async sweep(): Promise<void> {
      now += 2 * HOUR;
      await sweeps.mark(sweepRef(LOCATION), { at: clock(), urgent: false });
      for (let steps = 0; (await sweeps.oldest()) !== null && steps < 40; steps += 1) {
        await sweeper.readDue();
        now += 60_000;
      }
      await readAll();
    },
  };
}

type World = ReturnType<typeof world>;

const contactIds = fc.constantFrom('contact-1', 'contact-2', 'contact-3');
const dealIds = fc.constantFrom('deal-1', 'deal-2');
const action = fc.oneof(
  fc.record({ do: fc.constant('contact' as const), id: contactIds, name: fc.constantFrom(...NAMES) }),
  fc.record({
    do: fc.constant('deal' as const),
    id: dealIds,
    contact: contactIds,
    value: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ do: fc.constant('remove contact' as const), id: contactIds }),
  fc.record({ do: fc.constant('remove deal' as const), id: dealIds }),
  fc.record({ do: fc.constant('settings' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    do: fc.constant('sweep' as const),
    kills: fc.integer({ min: 0, max: 2 }),
    every: fc.integer({ min: 1, max: 6 }),
  }),
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function change({ crm }: World, act: Action): Change {
  switch (act.do) {
    case 'contact':
      return crm.entity(LOCATION, 'contact', act.id) === undefined
        ? crm.createContact(LOCATION, act.id, { firstName: act.name })
        : crm.updateContact(LOCATION, act.id, { firstName: act.name });
    case 'deal': {
      const fields = { contactId: act.contact, monetaryValue: act.value, pipelineId: 'p-1', pipelineStageId: 's-1' };
      return crm.entity(LOCATION, 'opportunity', act.id) === undefined
        ? crm.createOpportunity(LOCATION, act.id, fields)
        : crm.updateOpportunity(LOCATION, act.id, fields);
    }
    case 'remove contact':
      return crm.entity(LOCATION, 'contact', act.id) === undefined
        ? { webhooks: [] }
        : crm.remove(LOCATION, 'contact', act.id);
    case 'remove deal':
      return crm.entity(LOCATION, 'opportunity', act.id) === undefined
        ? { webhooks: [] }
        : crm.remove(LOCATION, 'opportunity', act.id);
    case 'settings':
      crm.put(LOCATION, 'pipeline', 'p-1', { name: act.name, stages: [{ id: 's-1', name: 'New', position: 0 }] });
      crm.put(LOCATION, 'customField', 'f-1', { name: act.name, fieldKey: 'contact.f', dataType: 'TEXT' });
      return crm.updateLocation(LOCATION, { name: act.name });
    case 'sweep':
      return { webhooks: [] };
  }
}

test('one sweep heals any set of lost webhooks, also when it is killed and resumed; the next one publishes nothing', async () => {
  const steps = fc.array(fc.record({ act: action, lost: fc.boolean() }), { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 1, max: 6 }),
      async (all, kills, every) => {
        const there = world();
        there.crm.addLocation(LOCATION);
        for (const { act, lost } of all) {
          there.passHour();
          const made = change(there, act);
          if (act.do === 'sweep') {
            Object.assign(there.kills, { left: act.kills, every: act.every });
            await there.sweep();
          } else if (!lost) await there.deliver(made);
        }
        Object.assign(there.kills, { left: kills, every });
        await there.sweep();
        expect(Object.fromEntries(statedIn(there.log))).toEqual(Object.fromEntries(wanted(there.crm, LOCATION)));
        const published = there.log.length;
        await there.sweep();
        expect(there.log).toHaveLength(published);
      },
    ),
    { ...propertySeed(), numRuns: propertyRuns(100) },
  );
}, 120_000);

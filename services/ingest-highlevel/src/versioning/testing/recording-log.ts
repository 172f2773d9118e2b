import type { Publishable } from '@fundlens/contracts/publisher';
import { validEvent } from '@fundlens/contracts/validation';
import type { CrmReader, EntityReading } from '../../crm-reader.ts';
import type { EntityRef } from '../../entity-ref.ts';
import { contentOf } from '../../mapping/entity-mapping.ts';
import { createContentDigest } from '../digest.ts';
import { createEntityPublisher } from '../entity-publisher.ts';
import { createMemoryEntityStates } from './memory-entity-states.ts';

export const TEST_NOW = Date.parse('2026-03-02T09:15:00Z');
export const TEST_TOLERANCE_MS = 60_000;

/** A publisher of entities over states in memory, a log that keeps what it is given, and an API that says what it is told. */
/** @param states those of another instance, to share them */
export function createTestPublisher(states = createMemoryEntityStates()) {
  const log: Publishable[] = [];
  const asked: EntityRef[] = [];
  const now = { ms: TEST_NOW };
  const api: { reading: EntityReading | Error; until?: Promise<void> } = { reading: { outcome: 'no_access' } };
  const broker: { failure: Error | null } = { failure: null };
  const reader: CrmReader = {
    async readEntity(ref) {
      asked.push(ref);
      await api.until;
      if (api.reading instanceof Error) throw api.reading;
      return api.reading;
    },
  };
  const publisher = createEntityPublisher({
    ...{ states, reader, clock: () => now.ms, toleranceMs: TEST_TOLERANCE_MS, epoch: 0 },
    async publish(events) {
      for (const { type, event } of events) validEvent(type, event);
      if (broker.failure !== null) throw broker.failure;
      log.push(...events);
    },
    digest: createContentDigest('a secret of the tests, 32 characters'),
    mapEntity: (ref, source, occurredAt) => contentOf(ref, source, { occurredAt, onCut: () => undefined }),
    pause: async () => undefined,
  });
  return { publisher, states, log, asked, now, api, broker };
}

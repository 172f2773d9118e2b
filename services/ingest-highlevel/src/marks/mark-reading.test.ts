import type { Publishable } from '@fundlens/contracts/publishing/publisher';
import { createLogger } from '@fundlens/runtime/logger';
import { beforeEach, expect, it } from 'vitest';
import { forbidden } from '../crm-api/crm-errors.ts';
import type { EntityReading } from '../crm-reader.ts';
import type { EntityRef } from '../entity-ref.ts';
import { statementOf } from '../mapping/entity-mapping.ts';
import { createDigests } from './digests.ts';
import { ABSENCE_AGAIN_MS } from './mark.ts';
import { createMarkReading } from './mark-reading.ts';
import { createMemoryMarks } from './testing/memory-marks.ts';

const REF: EntityRef = { kind: 'contact', locationId: 'loc-1', id: 'c-1' };
const HOUR_MS = 3_600_000;

let now: number;
let read: () => EntityReading;
let log: Publishable[];
let lines: string[];
let marks: ReturnType<typeof createMemoryMarks>;

beforeEach(() => {
  now = Date.parse('2026-03-02T09:15:00Z');
  [log, lines] = [[], []];
  marks = createMemoryMarks();
});

async function readDue(): Promise<void> {
  const write = (line: string) => lines.push(line);
  const readMark = createMarkReading({
    ...{ marks, clock: () => now, epoch: 0 },
    reader: { readEntity: async () => read() },
    publish: async (events) => log.push(...events),
    digests: createDigests('a secret of the tests, 32 characters'),
    mapEntity: async (ref, source, occurredAt) => statementOf(ref, source, { occurredAt, onCut: () => undefined }),
    logger: createLogger({ service: 'test', level: 'warn', sanitize: (line) => line, destination: { write } }),
  });
  for (const mark of await marks.due(now, { first: 'oldest', without: [], limit: 10 })) await readMark(mark);
}

const webhook = async () => {
  await marks.mark(REF, { at: now, urgent: true });
  await readDue();
};

it('a creation whose webhooks both come before the replica that answers has it is published a minute later', async () => {
  read = () => 'absent';
  await webhook();
  now += 1_000;
  await webhook();
  read = () => ({ id: 'c-1', firstName: 'Ann' });
  now += ABSENCE_AGAIN_MS;
  await readDue();
  expect(log.at(-1)).toMatchObject({ event: { firstName: 'Ann', meta: { deleted: false } } });
});

it('what is absent is looked for once more, and then no more', async () => {
  read = () => 'absent';
  await webhook();
  for (let look = 0; look < 3; look += 1) {
    now += ABSENCE_AGAIN_MS;
    await readDue();
  }
  expect(await marks.oldest()).toBeNull();
  expect(log).toHaveLength(1);
});

it('a difference that a sweep found and that could not be read for a day is one again to the next sweep', async () => {
  read = () => 'no_access';
  await marks.mark(REF, { at: now, urgent: false, listed: 'as listed' });
  await readDue();
  expect(await marks.load([REF])).toMatchObject([{ listed: 'as listed' }]);
  now += 25 * HOUR_MS;
  await readDue();
  expect(await marks.load([REF])).toMatchObject([{ token: null, listed: null }]);
});

it('says in the log why HighLevel does not show an entity, and asks again in ten minutes', async () => {
  read = () => {
    throw forbidden('/contacts/{id}');
  };
  await webhook();
  expect(lines).toEqual([expect.stringContaining('"code":"crm_forbidden"')]);
  expect(await marks.due(now + 9 * 60_000, { first: 'oldest', without: [], limit: 10 })).toEqual([]);
  expect(await marks.due(now + 10 * 60_000, { first: 'oldest', without: [], limit: 10 })).toHaveLength(1);
});

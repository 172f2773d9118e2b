import type { DataOf } from '@fundlens/client/client';
import { positionText } from '@fundlens/contracts/positions';
import { contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { runCommand } from '../harness/command-process.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';

/** The recipes of infra/guides, with the commands that they give, against whole services. */

const COMPANY = 'company-recipes';
const LOCATION = 'location-recipes';
const PARTITIONS = 4;
const BACKFILLED = 3_000;
/** Slower than any machine applies, so that the backfill lasts as long as the live changes need. */
const BACKFILL_RATE = 600;
const key = issueCredential({ credentialId: 'recipes', companyId: COMPANY, locationId: LOCATION });

let system: TestSystem;
let query: QueryService;
let publisher: Record<string, string>;
let operator: Record<string, string>;

beforeAll(async () => {
  system = await createTestSystem({ name: 'recipes', stack: inject('stack'), partitions: PARTITIONS });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event]);
  await system.applied.all();
  const { stack, topicPrefix, database } = system;
  operator = projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 1 });
  const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL = '', TOPIC_PREFIX = '' } = operator;
  publisher = { KAFKA_BROKERS, SCHEMA_REGISTRY_URL, TOPIC_PREFIX };
});
afterAll(() => system?.stop());

type Change = {
  readonly contactId: string;
  readonly lastName: string;
  readonly version: number;
  readonly epoch?: number;
};

/** As an upstream writes it for `npm run publish`. */
function line({ contactId, lastName, version, epoch = 0 }: Change): string {
  const number = String(version).padStart(6, '0');
  const eventId = `0e3a77c0-0000-4000-8000-${String(epoch)}${number}00000`;
  const meta = {
    eventId,
    occurredAt: '2026-01-15T12:00:00Z',
    epoch,
    version,
    locationId: LOCATION,
    source: 'upstream',
  };
  return JSON.stringify({ type: 'ContactChanged', meta, contactId, lastName, createdAt: '2026-01-15T12:00:00Z' });
}

async function publish(changes: readonly Change[], args: readonly string[] = []): Promise<void> {
  const run = await runCommand('publish', { args, env: publisher, input: changes.map(line).join('\n') });
  expect(run.status, `${run.stdout}${run.stderr}`).toBe(0);
}

async function contact(contactId: string, position?: string): Promise<ApiAnswer> {
  const headers = position === undefined ? {} : { 'X-Wait-For-Position': position };
  return query.get({ target: `/contacts/${contactId}`, token: key.token, headers });
}
const lastName = ({ status, body }: ApiAnswer) =>
  status === 200 ? (JSON.parse(body) as { data: DataOf<'/contacts/{contactId}'> }).data.lastName : status;

it('bulk backfill: live changes stay visible at once, and win over the backfilled past of the same contact', async () => {
  const past = Array.from({ length: BACKFILLED }, (_, index) => ({
    ...{ contactId: `old-${index % (BACKFILLED / 2)}`, lastName: `Past-${index}`, version: index + 1 },
  }));
  const backfill = publish(past, ['--max-rate', String(BACKFILL_RATE)]);
  let running = true;
  backfill.finally(() => (running = false)).catch(() => undefined);
  let changes = 0;
  while (running) {
    const contactId = `old-${changes}`;
    const version = 1_000_000 + changes;
    const meta = { locationId: LOCATION, version };
    const event = contactChanged({ meta, contactId, lastName: `Live-${changes}` });
    const [position] = await system.publish([event]);
    if (position === undefined) throw new Error('the publisher gives a position for each event');
    // An answer that has it comes within the five seconds of the wait, or it is a 500.
    expect(lastName(await contact(contactId, positionText(position)))).toBe(`Live-${changes}`);
    changes += 1;
  }
  await backfill;
  await system.applied.all();
  expect(changes).toBeGreaterThan(0);
  for (let index = 0; index < Math.min(changes, 20); index += 1) {
    expect(lastName(await contact(`old-${index}`))).toBe(`Live-${index}`);
  }
  const untouched = BACKFILLED / 2 - 1;
  expect(lastName(await contact(`old-${untouched}`))).toBe(`Past-${BACKFILLED - 1}`);
  expect(await system.db.collection('dead_letters').countDocuments()).toBe(0);
});

it('a new epoch: versions that begin again outrank all before, and late events of the old epoch change nothing', async () => {
  const contactId = 'moved';
  await publish([{ contactId, lastName: 'Before', version: 900 }]);
  await publish([{ contactId, lastName: 'Reset', version: 1 }]);
  await system.applied.all();
  // Without the epoch the lower version is an old one.
  expect(lastName(await contact(contactId))).toBe('Before');
  await publish([{ contactId, lastName: 'After', version: 1, epoch: 1 }]);
  await publish([{ contactId, lastName: 'Late', version: 950 }]);
  await system.applied.all();
  expect(lastName(await contact(contactId))).toBe('After');
  await publish([{ contactId, lastName: 'Next', version: 2, epoch: 1 }]);
  await system.applied.all();
  expect(lastName(await contact(contactId))).toBe('Next');
});

it('erasing a person: counted, erased and looked for by command; later events of the person are erased, too', async () => {
  const contactId = 'erased';
  await publish([{ contactId, lastName: 'Gone', version: 1 }]);
  await system.applied.all();
  const erase = (...more: string[]) =>
    runCommand('fundlens', { args: ['erase', '--location', LOCATION, '--contact', contactId, ...more], env: operator });
  expect(await erase('--dry-run')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Would erase 1 documents'),
  });
  expect(lastName(await contact(contactId))).toBe('Gone');
  const erased = await erase('--yes', '--by', 'ticket-1');
  expect(erased).toMatchObject({ status: 0, stdout: expect.stringContaining('Looked again: nothing is left.') });
  // A query service may keep what it knows of a contact for no longer than a request.
  expect(lastName(await contact(contactId))).toBe(404);
  await publish([{ contactId, lastName: 'Again', version: 2 }]);
  await system.applied.all();
  expect(lastName(await contact(contactId))).toBe(404);
});

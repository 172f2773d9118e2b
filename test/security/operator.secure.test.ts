import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { contactChanged, creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import { appendRaw } from '../harness/raw-events.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import type { QueryService } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { CONTACT, LOCATION, reader, refusals, type SecuredWorld, startSecuredWorld } from './secured-world.ts';

const OTHER_CONTACT = 'contact-kept';
const FAR_MS = 10 * 86_400_000;
const meta = { locationId: LOCATION };

let world: SecuredWorld;
let projector: ServiceProcess;
let query: QueryService;
/** Of an event that is invalid. */
let deadLetter: string;

const contact = (contactId: string) => query.get({ target: `/contacts/${contactId}`, token: reader.token });
const statusOf = async (contactId: string) => (await contact(contactId)).status;

/** The command's one JSON document. A refusal is never hidden behind a status. */
async function fundlens<T>(args: readonly string[], expected: number): Promise<T> {
  const { status, output, errors } = await world.fundlens(['--json', ...args]);
  expect(refusals(`${output}\n${errors}`)).toEqual([]);
  expect({ status, errors: status === expected ? '' : errors }).toEqual({ status: expected, errors: '' });
  return JSON.parse(output) as T;
}

beforeAll(async () => {
  world = await startSecuredWorld('operator');
  const { system } = world;
  projector = await system.startProjector(world.projector());
  query = await system.startQuery(world.query());
  await system.publish([
    contactChanged({ meta, contactId: CONTACT, firstName: 'Maria' }),
    contactChanged({ meta, contactId: OTHER_CONTACT, firstName: 'Ada' }),
    creditReportStored({ meta, contactId: CONTACT, requestId: 'report-secure', report: reportBytes({ score: 700 }) }),
  ]);
  const { type, event } = contactChanged({ meta, contactId: 'contact-invalid' });
  const invalid = { ...event, createdAt: event.meta.occurredAt + FAR_MS } as typeof event;
  [deadLetter = ''] = await appendRaw(system, [{ type, event: invalid }]);
  for (const contactId of [CONTACT, OTHER_CONTACT]) {
    await eventually(async () => (await statusOf(contactId)) === 200, { what: `the contact ${contactId}` });
  }
  const deadLetters = system.db.collection<{ _id: string }>(DEAD_LETTERS);
  await eventually(async () => (await deadLetters.findOne({ _id: deadLetter })) !== null, { what: 'the dead letter' });
});

afterAll(() => world?.close());

describe('with the rights of its role the operator', () => {
  it('lists, shows, replays and discards a dead letter', async () => {
    expect(await fundlens(['dead-letters', 'list'], 0)).toMatchObject({ total: 1, deadLetters: [{ _id: deadLetter }] });
    expect(await fundlens(['dead-letters', 'show', deadLetter, '--payload'], 0)).toMatchObject({ _id: deadLetter });
    // It is as invalid as before.
    await fundlens(['dead-letters', 'replay', deadLetter, '--yes'], 1);
    await fundlens(['dead-letters', 'discard', deadLetter, '--because', 'a test', '--yes'], 0);
    expect(await fundlens(['dead-letters', 'list'], 0)).toMatchObject({ total: 0 });
  });

  it('sees by the status that everything is applied', async () => {
    const { partitions } = await fundlens<{ partitions: { lag: number; trouble: string | null }[] }>(['status'], 0);
    expect(partitions.map(({ lag }) => lag)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('verifies a location against the log', async () => {
    expect(await fundlens(['verify', '--location', LOCATION], 0)).toMatchObject({ differences: [], moving: [] });
  });

  it('makes the indexes of what the query service writes', async () => {
    expect(await fundlens(['indexes'], 0)).toMatchObject({
      indexes: { audit_log: expect.arrayContaining(['expiry']) },
    });
  });

  it('reads the audit', async () => {
    const { entries } = await fundlens<{ entries: unknown[] }>(['audit', '--since', '1h', '--contact', CONTACT], 0);
    expect(entries.length).toBeGreaterThan(0);
  });

  it('heals a location', async () => {
    expect(await fundlens(['rebuild', 'contacts', '--location', LOCATION, '--yes'], 0)).toMatchObject({
      remaining: [],
    });
  });

  it.each([
    ['from the log', []],
    ['from slots', ['--from-slots']],
  ] as const)('rebuilds a read model %s, and readers are switched to it', async (_, how) => {
    const { db } = world.system;
    const active = async () =>
      (await db.collection<{ _id: string; active: number }>('read_model_versions').findOne({ _id: 'contacts' }))
        ?.active ?? 0;
    const before = await active();
    const run = await fundlens<{ models: { name: string; to: number }[] }>(
      ['rebuild', 'contacts', ...how, '--grace', '0', '--yes'],
      0,
    );
    expect(run).toMatchObject({ phase: 'finished', comparison: { different: 0 } });
    expect(await active()).toBeGreaterThan(before);
    expect(run.models.find(({ name }) => name === 'contacts')?.to).toBe(await active());
    expect(await dataOf(contact(CONTACT))).toMatchObject({ contactId: CONTACT });
  });

  it('erases a contact, and no other', async () => {
    expect(await fundlens(['erase', '--location', LOCATION, '--contact', CONTACT, '--yes'], 0)).toMatchObject({
      documents: 2,
      remaining: [],
    });
    expect(await statusOf(CONTACT)).toBe(404);
    expect(await statusOf(OTHER_CONTACT)).toBe(200);
  });

  it('lists erasures, and repeats them', async () => {
    const { status, output } = await world.fundlens(['erasures', '--export']);
    expect([status, output]).toEqual([0, expect.stringContaining(`contact:${LOCATION}:${CONTACT}`)]);
    const list = world.secretFile('erasures.ndjson', output);
    expect(await fundlens(['erase', '--from', list, '--yes'], 0)).toMatchObject({ erasures: 1, remaining: [] });
  });

  it('is not in the way of the services', () => {
    expect(refusals(projector)).toEqual([]);
    expect(refusals(query)).toEqual([]);
  });

  it('ends a rebuild with the sentence when it has no right to its consumer group', async () => {
    const args = ['rebuild', 'contacts', '--grace', '0', '--yes'];
    const { status, errors } = await world.fundlens(args, { CHANGES_GROUP_ID: 'of-others' });
    expect(errors).toMatch(/Kafka lets this user in, and refuses what it asks for\. .*kafka-acls\.json/);
    expect(status).toBe(2);
    await fundlens(['rebuild', 'abort', '--yes'], 0);
  });
});

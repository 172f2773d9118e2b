import { DEAD_LETTERS } from '@fundlens/read-models/dead-letter';
import { contactChanged, creditReportStored, reportBytes } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const statusOf = async (contactId: string) =>
  (await query.get({ target: `/contacts/${contactId}`, token: reader.token })).status;

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

/** What each command says of its work is held by the tests beside it; here, that its role lets it. In this order. */
const COMMANDS: [command: string, result: object, status?: number][] = [
  ['dead-letters list', { total: 1 }],
  ['dead-letters show LETTER --payload', { reason: 'instant_ahead' }],
  // It is as invalid as before.
  ['dead-letters replay LETTER --yes', {}, 1],
  ['dead-letters discard LETTER --because a-test --yes', {}],
  ['dead-letters list', { total: 0 }],
  ['status', {}],
  [`verify --location ${LOCATION}`, { differences: [], moving: [] }],
  ['indexes', { indexes: { audit_log: expect.arrayContaining(['expiry']) } }],
  [`audit --since 1h --contact ${CONTACT}`, { entries: expect.arrayContaining([expect.anything()]) }],
  ['generations', { generations: [{ number: 1, isActive: true, difference: null }] }],
  ['generations add --yes', { generation: 2 }],
  ['generations compare 2', { differences: expect.arrayContaining([expect.anything()]) }, 1],
  ['generations drop 2 --yes', { generation: 2 }],
  [`erase --location ${LOCATION} --contact ${CONTACT} --yes`, { documents: 2, remaining: [] }],
];

it.each(COMMANDS)('with the rights of its role the operator may: %s', async (...[command, result, expected = 0]) => {
  const args = command.split(' ').map((word) => (word === 'LETTER' ? deadLetter : word));
  const { status, output, errors } = await world.fundlens(['--json', ...args]);
  expect([refusals(`${output}\n${errors}`), status], errors).toEqual([[], expected]);
  expect(JSON.parse(output)).toMatchObject(result);
});

it('lists erasures, and completes those that are pending; the contact is gone, and no other', async () => {
  const { status, output } = await world.fundlens(['--json', 'erasures']);
  expect([status, output]).toEqual([0, expect.stringContaining(`contact:${LOCATION}:${CONTACT}`)]);
  expect(await world.fundlens(['erase', '--pending', '--yes'])).toMatchObject({ status: 0 });
  expect([await statusOf(CONTACT), await statusOf(OTHER_CONTACT)]).toEqual([404, 200]);
});

it('is not in the way of the services', () => {
  expect([refusals(projector), refusals(query)]).toEqual([[], []]);
});

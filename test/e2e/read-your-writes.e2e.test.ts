import type { DataOf } from '@fundlens/client/api-shapes';
import { positionText } from '@fundlens/contracts/positions';
import type { Publishable } from '@fundlens/contracts/publisher';
import { applicantChanged, contactChanged, dealChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../harness/api-client.ts';
import { appendRaw } from '../harness/raw-events.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';

const COMPANY = 'company-writes';
const LOCATION = 'location-writes';
const CONTACT = 'contact-writes';
const CHANGES = 20;
/** Each waits for a refresh of the dashboard. */
const DEALS = 3;
const DAY_MS = 86_400_000;
const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });

let system: TestSystem;
let query: QueryService;

beforeAll(async () => {
  system = await createTestSystem({ name: 'writes', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([
    company(COMPANY),
    ...installedLocation(LOCATION, COMPANY),
    key.event,
    renamed(1, 'First'),
    applicantChanged({ meta: { locationId: LOCATION }, contactId: CONTACT }),
  ]);
  await system.applied.all();
});
afterAll(() => system?.stop());

function renamed(version: number, lastName: string): Publishable {
  return contactChanged({ meta: { locationId: LOCATION, version }, contactId: CONTACT, lastName });
}

function won(number: number): Publishable {
  const at = Date.now() - DAY_MS;
  const instants = { createdAt: at, updatedAt: at, stageChangedAt: at, statusChangedAt: at };
  const meta = { locationId: LOCATION, occurredAt: Date.now() };
  return dealChanged({ meta, contactId: CONTACT, dealId: `deal-${number}`, status: 'won', ...instants });
}

/** Publishes, and asks at once for an answer that has it. */
async function published(event: Publishable, target: string): Promise<ApiAnswer> {
  const positions = (await system.publish([event])).map(positionText).join(',');
  return get(target, positions);
}

async function get(target: string, positions: string): Promise<ApiAnswer> {
  const answer = await query.get({ target, token: key.token, headers: { 'X-Wait-For-Position': positions } });
  expect(answer.status, answer.body).toBe(200);
  return answer;
}

const contact = ({ body }: ApiAnswer) => (JSON.parse(body) as { data: DataOf<'/contacts/{contactId}'> }).data;
const pipeline = ({ body }: ApiAnswer) => (JSON.parse(body) as { data: DataOf<'/pipeline'> }).data;
const dashboard = ({ body }: ApiAnswer) => (JSON.parse(body) as { data: DataOf<'/dashboard/stats'> }).data;

describe('a client that sends the position of what it has published', () => {
  it(`reads it, in each of ${CHANGES} changes, alternately in the contact and in the pipeline`, async () => {
    for (let change = 0; change < CHANGES; change += 1) {
      const lastName = `Number-${change}`;
      const event = renamed(change + 2, lastName);
      const name =
        change % 2 === 0
          ? contact(await published(event, `/contacts/${CONTACT}`)).name
          : pipeline(await published(event, '/pipeline')).contacts[0]?.name;
      expect(name).toBe(`Maria ${lastName}`);
    }
  });

  it(`reads it in the dashboard, after each of ${DEALS} deals`, async () => {
    for (let deal = 1; deal <= DEALS; deal += 1) {
      const { deals } = dashboard(await published(won(deal), '/dashboard/stats'));
      expect(deals.won).toBe(deal);
    }
  });

  it('is told that the log has not reached the position, and not to try again', async () => {
    const [position] = await system.publish([renamed(CHANGES + 3, `Number-${CHANGES - 1}`)]);
    if (position === undefined) throw new TypeError('a published event has a position');
    const beyond = positionText({ ...position, offset: String(Number(position.offset) + 1_000) });
    const headers = { 'X-Wait-For-Position': beyond };
    const {
      status,
      body,
      headers: sent,
    } = await query.get({ target: `/contacts/${CONTACT}`, token: key.token, headers });
    expect([status, sent.get('retry-after')]).toEqual([400, null]);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'invalid_request', reason: 'position_not_reached' } });
  });

  it('is told that it was set aside as invalid', async () => {
    const meta = { locationId: LOCATION, version: CHANGES + 2 };
    const { event } = contactChanged({ meta, contactId: CONTACT, createdAt: Date.now() + 10 * 365 * DAY_MS });
    const [position] = await appendRaw(system, [{ type: 'ContactChanged', event }]);
    const answer = await get(`/contacts/${CONTACT}`, String(position).replaceAll(':', '/'));
    expect(answer.headers.get('x-position-status')).toBe('dead-letter');
    expect(contact(answer).name).toBe(`Maria Number-${CHANGES - 1}`);
  });
});

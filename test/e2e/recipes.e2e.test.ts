import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import { PUBLISH_COMMAND, runCommand } from '../harness/command.ts';
import { storesEnvironment } from '../harness/service-environment.ts';
import { startTenantSystem, type TenantSystem } from '../harness/tenant-system.ts';
import { eventually } from '../harness/waiting.ts';

/** The script of `infra/guides/recipes/backfill`. */

const SCRIPT = fileURLToPath(new URL('../../infra/guides/recipes/backfill/backfill.sh', import.meta.url));

const BACKFILL_CONTACTS = 250;
const BACKFILL_VERSIONS = 2;
const BACKFILL_EVENTS = BACKFILL_CONTACTS * BACKFILL_VERSIONS;
const LINES_AT_ONCE = 250;
/** Above every version of the backfill. */
const LIVE_VERSION = 1_000;
const LIVE_PAUSE_MS = 50;

let tenant: TenantSystem;
beforeAll(async () => {
  tenant = await startTenantSystem('recipes');
});
afterAll(() => tenant?.system.stop());

/** Last names of all contacts, which fit into a page. */
async function shownContacts(): Promise<Map<string, string>> {
  type Page = { readonly contacts: readonly { contactId: string; lastName: string }[]; readonly nextCursor: null };
  const { contacts, nextCursor } = await dataOf<Page>(tenant.get('/contacts?limit=500'));
  expect(nextCursor).toBeNull();
  return new Map(contacts.map(({ contactId, lastName }) => [contactId, lastName]));
}

it(`a backfill of ${BACKFILL_EVENTS} events takes nothing from newer versions, and live events stay fresh beside it`, async () => {
  const { system, query, key, locationId } = tenant;
  const named = (number: number, version: number, lastName: string) =>
    contactChanged({ meta: { locationId, version }, contactId: `contact-${number}`, lastName });
  const events = Array.from({ length: BACKFILL_EVENTS }, (_, n) => {
    const version = 1 + Math.floor(n / BACKFILL_CONTACTS);
    return named(n % BACKFILL_CONTACTS, version, `Backfill-${version}`);
  });
  const file = join(system.logsDirectory, 'backfill.ndjson');
  writeFileSync(file, events.map(({ type, event }) => `${JSON.stringify({ type, ...event })}\n`).join(''));
  let over = false;
  const running = runCommand(['bash', SCRIPT, file], {
    ...storesEnvironment(system),
    PUBLISH: PUBLISH_COMMAND.join(' '),
    LINES_AT_ONCE: String(LINES_AT_ONCE),
    API: `${query.baseUrl}/contacts?limit=1`,
    TOKEN: key.token,
  }).finally(() => {
    over = true;
  });

  const live = new Map<string, string>();
  for (let change = 0; !over; change += 1) {
    // Every other one is of a contact that the backfill has, too.
    const number = change * 7 + (change % 2 === 0 ? 0 : BACKFILL_CONTACTS);
    const lastName = `Live-${change}`;
    const event = named(number, LIVE_VERSION, lastName);
    await system.publish([event]);
    await eventually(
      async () => {
        const { status, body } = await tenant.get(`/contacts/contact-${number}`);
        return status === 200 && body.includes(lastName);
      },
      { what: `the live change ${change}` },
    );
    live.set(`contact-${number}`, lastName);
    await delay(LIVE_PAUSE_MS);
  }
  const { status, output, errors } = await running;
  expect(status, output + errors).toBe(0);
  expect(output).toContain('everything is visible');

  const expected = new Map(events.map(({ event }) => [event.contactId, `Backfill-${BACKFILL_VERSIONS}`]));
  for (const [contactId, lastName] of live) expected.set(contactId, lastName);
  const shown = await shownContacts();
  expect([...expected].filter(([contactId, lastName]) => shown.get(contactId) !== lastName)).toEqual([]);
  expect(shown.size).toBe(expected.size);
  expect(live.size).toBeGreaterThan(0);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  applicantChanged,
  contactChanged,
  creditReportStored,
  dealChanged,
  fundingPlanChanged,
  reportBytes,
} from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import { type CommandResult, runCommand, runFundlens } from '../harness/command.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

/** The commands of `infra/guides/events.md`, as the page says them. */

const COMPANY = 'company-recipes';
const EPOCH = 'loc-epoch';
const ERASURE = 'loc-erasure';
const BACKFILL = 'loc-backfill';
const PARTITIONS = 4;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PUBLISH = [process.execPath, join(ROOT, 'shared/contracts/src/publish-command.ts')] as const;

const BACKFILL_CONTACTS = 250;
const BACKFILL_VERSIONS = 2;
const BACKFILL_EVENTS = BACKFILL_CONTACTS * BACKFILL_VERSIONS;
const LINES_AT_ONCE = 250;
/** Above every version of the backfill. */
const LIVE_VERSION = 1_000;
const LIVE_PAUSE_MS = 50;

const readers = new Map(
  [EPOCH, ERASURE, BACKFILL].map((locationId) => [
    locationId,
    issueCredential({ credentialId: `reader-${locationId}`, companyId: COMPANY, locationId }),
  ]),
);
let system: TestSystem;
let query: QueryService;
let environment: Record<string, string>;
let folder: string;

beforeAll(async () => {
  const stack = inject('stack');
  system = await createTestSystem({ name: 'recipes', stack, partitions: PARTITIONS });
  await system.startProjector();
  query = await system.startQuery();
  const { topicPrefix, database } = system;
  environment = projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 });
  folder = mkdtempSync(join(tmpdir(), 'fundlens-recipes-'));
  await system.publish([
    company(COMPANY),
    ...[...readers].flatMap(([locationId, { event }]) => [...installedLocation(locationId, COMPANY), event]),
  ]);
  await system.applied.all();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await system?.stop();
});

const token = (locationId: string) => readers.get(locationId)?.token ?? '';
const ask = (locationId: string, path: string) => query.get({ token: token(locationId), target: path });

type ContactPage = { readonly contacts: readonly { readonly contactId: string; readonly lastName: string }[] };

/** Every contact of the location over all pages, by id. */
async function contactsOf(locationId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let cursor: string | undefined; ; ) {
    const page = await dataOf<ContactPage & { readonly nextCursor: string | null }>(
      ask(locationId, target('/contacts', { limit: 500, cursor })),
    );
    for (const { contactId, lastName } of page.contacts) {
      expect(found.has(contactId), contactId).toBe(false);
      found.set(contactId, lastName);
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

/** As NDJSON: the event's type beside its fields, a report as text. */
function lineOf({ type, event }: Typed): string {
  const report = 'report' in event && event.report !== null ? { report: Buffer.from(event.report).toString() } : {};
  const fields = { ...event, ...report };
  return JSON.stringify({ type, ...fields });
}

function fileOf(name: string, events: readonly Typed[]): string {
  const file = join(folder, name);
  writeFileSync(file, events.map((event) => `${lineOf(event)}\n`).join(''));
  return file;
}

async function published(name: string, events: readonly Typed[]): Promise<CommandResult> {
  const result = await runCommand([...PUBLISH, fileOf(name, events)], environment);
  expect(result.status, result.output + result.errors).toBe(0);
  await system.applied.all();
  return result;
}

it('an upstream that begins a new epoch is shown from its first version on, and what it has no more is gone', async () => {
  const named = (contactId: string, epoch: number, version: number, lastName: string) =>
    contactChanged({ meta: { locationId: EPOCH, epoch, version }, contactId, lastName });
  await system.publish([
    ...['kept', 'dropped', 'forgotten'].map((id) => named(id, 0, 50, 'Old')),
    dealChanged({ meta: { locationId: EPOCH, version: 50 }, contactId: 'kept', dealId: 'deal' }),
  ]);
  const gone = named('dropped', 1, 1, 'Old');
  await published('epoch-1.ndjson', [
    named('kept', 1, 1, 'New'),
    { ...gone, event: { ...gone.event, meta: { ...gone.event.meta, deleted: true } } },
    named('added', 1, 1, 'New'),
  ]);
  // Of the old system, on their way until now, with versions above all others.
  await published('late.ndjson', [named('kept', 0, 51, 'Late'), named('dropped', 0, 51, 'Late')]);

  expect(Object.fromEntries(await contactsOf(EPOCH))).toEqual({ kept: 'New', added: 'New', forgotten: 'Old' });
  // Each entity has its own epoch: a deal that the new system has not sent stays as it was.
  expect((await ask(EPOCH, '/deals/deal')).status).toBe(200);
});

it('a person who is erased is gone from every route, and late events and a further import do not bring them back', async () => {
  const contactId = 'person';
  const lifeOf = (version: number, deleted: boolean): Typed[] => {
    const meta = { locationId: ERASURE, version, deleted };
    return [
      contactChanged({ meta, contactId, lastName: 'Plantedname' }),
      applicantChanged({ meta, contactId }),
      fundingPlanChanged({ meta, contactId, planId: 'plan' }),
      creditReportStored({ meta, contactId, requestId: 'request', report: reportBytes({ name: 'Plantedname' }) }),
      dealChanged({ meta, contactId, dealId: 'deal' }),
    ];
  };
  const routes = [
    ...['', '/funding-plans', '/application', '/credit-summary'].map((part) => `/contacts/${contactId}${part}`),
    ...['/credit-reports?requestId=request', '/deals/deal'],
  ];
  const statuses = async () => Promise.all(routes.map(async (route) => (await ask(ERASURE, route)).status));
  const erase = (...options: string[]) =>
    runFundlens(['erase', '--location', ERASURE, '--contact', contactId, ...options], environment);
  await system.publish(lifeOf(1, false));
  await system.publish([contactChanged({ meta: { locationId: ERASURE }, contactId: 'bystander' })]);
  await system.applied.all();
  expect(await statuses()).toEqual(routes.map(() => 200));

  await published('deletions.ndjson', lifeOf(2, true));
  const dry = await erase('--dry-run');
  expect(dry.status, dry.errors).toBe(0);
  const erased = await erase('--yes', '--by', 'ticket-4711');
  expect(erased.status, erased.output + erased.errors).toBe(0);
  expect(await statuses()).toEqual(routes.map(() => 404));

  await published('late.ndjson', lifeOf(3, false));
  expect(await statuses()).toEqual(routes.map(() => 404));
  expect([...(await contactsOf(ERASURE)).keys()]).toEqual(['bystander']);
});

it(`a backfill of ${BACKFILL_EVENTS} events takes nothing from newer versions, and live events stay fresh beside it`, async () => {
  const named = (number: number, version: number, lastName: string) =>
    contactChanged({ meta: { locationId: BACKFILL, version }, contactId: `contact-${number}`, lastName });
  const events = Array.from({ length: BACKFILL_EVENTS }, (_, n) =>
    named(
      n % BACKFILL_CONTACTS,
      1 + Math.floor(n / BACKFILL_CONTACTS),
      `Backfill-${1 + Math.floor(n / BACKFILL_CONTACTS)}`,
    ),
  );
  const script = join(ROOT, 'infra/guides/recipes/backfill/backfill.sh');
  let over = false;
  const running = runCommand(['bash', script, fileOf('backfill.ndjson', events)], {
    ...environment,
    PUBLISH: PUBLISH.join(' '),
    LINES_AT_ONCE: String(LINES_AT_ONCE),
    API: `${query.baseUrl}/contacts?limit=1`,
    TOKEN: token(BACKFILL),
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
        const { status, body } = await ask(BACKFILL, `/contacts/contact-${number}`);
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
  const shown = await contactsOf(BACKFILL);
  expect([...expected].filter(([contactId, lastName]) => shown.get(contactId) !== lastName)).toEqual([]);
  expect(shown.size).toBe(expected.size);
  expect(live.size).toBeGreaterThan(0);
});

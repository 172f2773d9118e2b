import { positionText } from '@fundlens/contracts/positions';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName, modelVersion } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import { contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { propertySeed } from '@fundlens/testing/property-config';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { streamOfHistories } from '../chaos/stream-of-histories.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import type { PublishedRecord } from '../invariants/published-record.ts';
import { WatchedRebuild } from '../rebuild-proof/watched-rebuild.ts';
import { publishedAt, readStoredState, violations, waitingForRefresh } from '../invariants/stored-state.ts';

const COMPANY = 'company-rebuild';
const LOCATION = 'location-rebuild';
const CONTACT = 'contact-rebuild';
/** Enough that a kill finds the rebuild in the middle of them. */
const EVENTS = 3_000;
/** Where the first rebuild puts the contacts. */
const REBUILT = collectionName(contacts.name, contacts.version + 1);
const REPLACED: ReadonlySet<string> = new Set(readModels.map(modelVersion));
const GRACE_SECONDS = 4;
const PARTITIONS = 4;
const TIMEOUT_MS = 300_000;

const { seed } = propertySeed();
const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });
/** A loaded machine takes seconds to start a command. */
const LEASE_LEFT_MS = 10_000;

let system: TestSystem;
let projector: ServiceProcess;
let query: QueryService;
/** Everything that the log has acknowledged. */
const acknowledged: PublishedRecord[] = [];

async function publish(events: readonly AnyEvent[]) {
  const positions = await system.publish(events);
  acknowledged.push(...publishedAt(events.map(redacted), positions));
  return positions;
}

beforeAll(async () => {
  system = await createTestSystem({ name: 'rebuild', stack: inject('stack'), partitions: PARTITIONS });
  projector = await system.startProjector({ KAFKA_SESSION_TIMEOUT_MS: '6000' });
  query = await system.startQuery();
  const meta = { locationId: LOCATION };
  await publish([
    company(COMPANY),
    ...installedLocation(LOCATION, COMPANY),
    key.event,
    renamed(1),
    creditReportStored({ meta, contactId: CONTACT, requestId: 'request-rebuild' }),
    ...streamOfHistories(EVENTS, seed),
  ]);
  await system.applied.all({ deadlineMs: TIMEOUT_MS });
}, TIMEOUT_MS);
afterAll(() => system?.stop());

function renamed(version: number): AnyEvent {
  return contactChanged({ meta: { locationId: LOCATION, version }, contactId: CONTACT, lastName: `Name ${version}` });
}

const rebuildEnvironment = () => {
  const { stack, topicPrefix, database } = system;
  return projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 });
};
/** Writes and reads without a pause, and says of each answer what was wrong with it. */
function readers() {
  const wrong: string[] = [];
  const counts = { own: 0, others: 0 };
  let [stopping, waiting] = [false, true];
  let version = 1;

  /** What one has just written is in the answer; without waiting, what was seen before is. */
  async function own(): Promise<void> {
    for (let seen = 1; !stopping; counts.own += 1) {
      version += 1;
      const written = version;
      const positions = (await publish([renamed(written)])).map(positionText).join(',');
      const asked = waiting;
      const headers = asked ? { 'X-Wait-For-Position': positions } : {};
      const { status, body } = await query.get({ target: `/contacts/${CONTACT}`, token: key.token, headers });
      const shown = Number(/"lastName":"Name (\d+)"/.exec(body)?.[1]);
      if (status !== 200) wrong.push(`${status}${asked && waiting ? ' waiting' : ''}`);
      else if (shown < (asked ? written : seen)) wrong.push(`version ${shown} after ${asked ? written : seen}`);
      seen = Math.max(seen, shown);
      await sleep(20);
    }
  }

  async function others(): Promise<void> {
    const targets = ['/dashboard/stats?days=30', '/contacts?limit=10', '/locations', '/credential'];
    targets.push(`/contacts/${CONTACT}/credit-summary`, `/credit-reports?contactId=${CONTACT}`, '/pipeline?limit=5');
    for (let at = 0; !stopping; at += 1, counts.others += 1) {
      const target = targets[at % targets.length] ?? '';
      const { status } = await query.get({ target, token: key.token });
      if (status !== 200) wrong.push(`${status} ${target}`);
      await sleep(5);
    }
  }

  const done = Promise.all([own(), others()]);
  return {
    /** While the projector is paused a request cannot wait for it. */
    waitForOwn(value: boolean) {
      waiting = value;
    },
    async stop() {
      stopping = true;
      await done;
      return { wrong, counts };
    },
  };
}

it(
  'readers notice nothing of a rebuild that is killed in the middle, switches while the projector sleeps, and ends before it wakes',
  async () => {
    const reading = readers();
    onTestFinished(async () => {
      await reading.stop();
    });
    const rebuild = new WatchedRebuild({
      ...{ db: system.db, environment: rebuildEnvironment(), graceSeconds: GRACE_SECONDS, limitMs: TIMEOUT_MS },
      report: () => undefined,
      signal: new AbortController().signal,
    });
    onTestFinished(() => rebuild.stop());
    await rebuild.begin();
    // A process that mostly stands still renews its lease late: one that has just been renewed outlasts the next command's start.
    const isLeased = async () => ((await rebuild.run())?.leaseUntil ?? 0) > Date.now() + LEASE_LEFT_MS;
    await rebuild.killWhen(
      async () => (await system.db.collection(REBUILT).countDocuments()) > 50 && (await isLeased()),
    );
    // A process that stands still for long between two looks may have read all of the log; it has announced nothing yet.
    expect(['replaying', 'indexing']).toContain((await rebuild.run())?.phase);
    // Refused while the lease of the dead process lasts.
    await rebuild.begin();
    await rebuild.reached('announced');
    // The projector has heard of the new versions and writes them when it falls asleep.
    reading.waitForOwn(false);
    await sleep(1_500);
    process.kill(projector.pid, 'SIGSTOP');
    expect(await rebuild.ended(), rebuild.errors()).toBe(0);
    expect((await rebuild.run())?.phase).toBe('finished');
    process.kill(projector.pid, 'SIGCONT');
    await eventually(
      async () => {
        const headers = { 'X-Wait-For-Position': (await publish([renamed(1)])).map(positionText).join(',') };
        return (await query.get({ target: `/contacts/${CONTACT}`, token: key.token, headers })).status === 200;
      },
      { what: 'the projector to go on' },
    );
    reading.waitForOwn(true);
    await sleep(2_000);
    const { wrong, counts } = await reading.stop();
    console.log(`rebuild e2e: ${JSON.stringify({ counts, refusals: rebuild.refusals, seed })}`);
    expect(wrong).toEqual([]);
    expect(rebuild.refusals).toBeGreaterThan(0);

    await system.applied.all();
    await eventually(async () => (await waitingForRefresh(system.db)) === 0, { what: 'dashboards at rest' });
    expect(violations(await readStoredState(system.db), acknowledged, { windowsAtRest: true })).toEqual([]);
    await eventually(
      async () => {
        const names = (await system.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
        return names.every((name) => !REPLACED.has(name));
      },
      { what: 'the end of what the sleeper has brought back', deadlineMs: 90_000 },
    );
  },
  TIMEOUT_MS,
);

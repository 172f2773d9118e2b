import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName, modelVersion } from '@fundlens/read-models/definition';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { positionText } from '@fundlens/contracts/positions';
import { REBUILDS, type RebuildRun } from '@fundlens/read-models/rebuild-run';
import type { StoredDocument } from '@fundlens/read-models/document';
import { versionsOf } from '@fundlens/read-models/model-version';
import { modelVersions } from '@fundlens/read-models/store';
import { sleep } from '@fundlens/runtime/backoff';
import { contactChanged } from '@fundlens/testing/event-builders';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startRebuild } from '../harness/rebuild-process.ts';
import { projectorEnvironment } from '../harness/service-environment.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

const COMPANY = 'company-next';
const LOCATION = 'location-next';
const PARTITIONS = 2;
const CONTACTS = 40;
const GRACE_SECONDS = 6;
const TIMEOUT_MS = 300_000;
/** Makes a process of ours the next build, in which contacts have another definition and show another name. */
const CURRENT = contacts.version;
const NEXT = CURRENT + 1;
const NEXT_BUILD = { NODE_OPTIONS: `--import ${fileURLToPath(new URL('../harness/next-build.ts', import.meta.url))}` };

const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });
const named = (version: number, contactId = 'contact-0'): AnyEvent =>
  contactChanged({ meta: { locationId: LOCATION, version }, contactId, firstName: null, lastName: `State ${version}` });

let system: TestSystem;
let old: ServiceProcess;
let query: QueryService;
beforeAll(async () => {
  system = await createTestSystem({ name: 'next-build', stack: inject('stack'), partitions: PARTITIONS });
  old = await system.startProjector();
  query = await system.startQuery();
  const contacts = Array.from({ length: CONTACTS }, (_, n) => named(1, `contact-${n}`));
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event, ...contacts]);
  await system.applied.all();
}, TIMEOUT_MS);
afterAll(() => system?.stop());

const versions = async () => {
  const model = (await modelVersions(system.db)).get('contacts');
  return model && versionsOf(model).map(({ version, definition, state }) => `${version} by ${definition} ${state}`);
};
const phase = async () => (await system.db.collection<RebuildRun>(REBUILDS).findOne({}))?.phase;
const readiness = async ({ adminPort }: ServiceProcess) => {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
  return { status: answer.status, text: await answer.text() };
};

/** What the API shows: by which build it was made, and the state of the contact. */
async function shown(headers: Readonly<Record<string, string>> = {}) {
  const { status, body } = await query.get({ target: '/contacts/contact-0', token: key.token, headers });
  const [, next, state] = /"name":"(next )?State (\d+)"/.exec(body) ?? [];
  return { status, isNext: next !== undefined, state: Number(state) };
}

it(
  'a build with another definition takes over: the old one writes on until the switch and is of no harm after it',
  async () => {
    let [version, stopping] = [1, false];
    const wrong: string[] = [];
    const builds = new Set<boolean>();
    // A client reads its own write, whichever build made it, until the new version is no longer written.
    const writing = (async () => {
      for (let seen = 1, wasNext = false; !stopping; ) {
        version += 1;
        const [position] = await system.publish([named(version)]);
        if (position === undefined) throw new TypeError('nothing was published');
        const { status, isNext, state } = await shown({ 'X-Wait-For-Position': positionText(position) });
        if (status !== 200 || state < version || state < seen) wrong.push(`${status} state ${state} after ${version}`);
        if (wasNext && !isNext) wrong.push('the old build was read again');
        [seen, wasNext] = [state, isNext];
        builds.add(isNext);
        await sleep(50);
      }
    })();
    // Awaited below; when the test ends before that, its own error is reported, not that the server is gone.
    writing.catch(() => undefined);

    const { stack, topicPrefix, database } = system;
    const environment = projectorEnvironment({ stack, topicPrefix, database, partitions: PARTITIONS, adminPort: 0 });
    const rebuild = startRebuild({ ...environment, ...NEXT_BUILD }, [
      ...['contacts', '--new-fingerprint', '--grace', String(GRACE_SECONDS)],
    ]);
    // The phase is stored before the version is announced, so that a rebuild that dies in between does it again.
    await eventually(async () => (await versions())?.includes(`${NEXT} by ${NEXT} announced`) === true, {
      what: 'the announcement',
      deadlineMs: TIMEOUT_MS,
    });
    expect(await versions()).toEqual([`${CURRENT} by ${CURRENT} active`, `${NEXT} by ${NEXT} announced`]);
    expect((await shown()).isNext).toBe(false);
    await eventually(async () => (await phase()) === 'tailing', { what: 'the switch', deadlineMs: TIMEOUT_MS });
    expect(await versions()).toEqual([`${CURRENT} by ${CURRENT} retired`, `${NEXT} by ${NEXT} active`]);
    // For readers that have not noticed yet, the old build writes what it made.
    expect((await readiness(old)).status).toBe(200);
    const atSwitch = version;
    await eventually(async () => Number((await retired())?.slots.contact?.version) > atSwitch, {
      what: 'the old build to go on',
    });
    await eventually(async () => builds.has(true), { what: 'the reader to notice the switch' });
    stopping = true;
    await writing;
    expect([wrong, [...builds]]).toEqual([[], [false, true]]);

    expect([await rebuild.ended, rebuild.errors()]).toEqual([0, '']);
    await eventually(async () => (await readiness(old)).text.includes('rebuild_needed'), {
      what: 'the old build to say so',
    });
    expect(await versions()).toEqual([`${CURRENT} by ${CURRENT} dropped`, `${NEXT} by ${NEXT} active`]);
    // Contacts are no longer written: answers are older, and whole; everything else goes on.
    const last = version;
    await system.publish([named(last + 1), ...installedLocation('location-later', COMPANY)]);
    await eventually(async () => (await system.stored('locations', 'location-later')) !== null, {
      what: 'other models',
    });
    expect(await shown()).toEqual({ status: 200, isNext: true, state: last });

    const next = await system.startProjector(NEXT_BUILD);
    await old.stop();
    await eventually(async () => (await shown()).state === last + 1, { what: 'the next build to catch up' });
    expect(await shown()).toEqual({ status: 200, isNext: true, state: last + 1 });
    await eventually(async () => (await readiness(next)).status === 200, { what: 'the readiness of the next build' });
    const names = (await system.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
    expect(names).not.toContain(modelVersion(contacts));
    expect(await system.db.collection(collectionName('contacts', NEXT)).countDocuments()).toBe(CONTACTS);
  },
  TIMEOUT_MS,
);

/** The contact as the old build has it; null when its version is gone. */
function retired(): Promise<StoredDocument | null> {
  return system.db.collection<StoredDocument>(modelVersion(contacts)).findOne({ _id: `${LOCATION}:contact-0` });
}

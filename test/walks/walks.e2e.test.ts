import { readFileSync } from 'node:fs';
import { contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { type FileTrace, ROOT, traceFiles } from './file-trace.ts';
import { missedIn, type Walk, walkOf } from './readme-walk.ts';

/** To follow one thing must not take more files. */
const MOST_FILES = 12;

const COMPANY = 'company-walk';
const LOCATION = 'location-walk';
const CONTACT = 'contact-walk';
const key = issueCredential({ credentialId: 'walker', companyId: COMPANY, locationId: LOCATION });
const readme = readFileSync(new URL('README.md', ROOT), 'utf8');
const eventWalk = walkOf(readme, "One event's way");
const requestWalk = walkOf(readme, "One request's way");

const renamed = (version: number) =>
  contactChanged({ meta: { locationId: LOCATION, version }, contactId: CONTACT, firstName: `Name ${version}` });

let system: TestSystem;
let query: QueryService;
let eventTrace: FileTrace;
let requestTrace: FileTrace;

beforeAll(async () => {
  system = await createTestSystem({ name: 'walks', stack: inject('stack') });
  const ports = [await freePort(), await freePort()] as const;
  await system.startProjector({ NODE_OPTIONS: `--inspect=127.0.0.1:${ports[0]}` });
  query = await system.startQuery({ NODE_OPTIONS: `--inspect=127.0.0.1:${ports[1]}` });
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event, renamed(1)]);
  await system.applied.all();
  eventTrace = await traceFiles(ports[0], ROOT, eventWalk.files);
  requestTrace = await traceFiles(ports[1], ROOT, requestWalk.files);
});

afterAll(async () => {
  eventTrace?.close();
  requestTrace?.close();
  await system?.stop();
});

function expectFollowed(passed: readonly string[], walk: Walk): void {
  expect(walk.files.length, walk.heading).toBeGreaterThan(1);
  expect(walk.files.length, walk.heading).toBeLessThanOrEqual(MOST_FILES);
  expect(missedIn(passed, walk), passed.join('\n')).toBeNull();
  expect(missedIn(passed, { files: walk.files.toReversed() }), 'the trace would let every order pass').not.toBeNull();
}

it(`follows an event through at most ${MOST_FILES} files, in the order that the README names`, async () => {
  await eventTrace.reset();
  await system.publish([renamed(2)]);
  await system.applied.all();
  expectFollowed(await eventTrace.passed(), eventWalk);
});

it(`follows a request through at most ${MOST_FILES} files, in the order that the README names`, async () => {
  await requestTrace.reset();
  const { status } = await query.get({ target: '/contacts?tag=vip', token: key.token });
  expect(status).toBe(200);
  expectFollowed(await requestTrace.passed(), requestWalk);
});

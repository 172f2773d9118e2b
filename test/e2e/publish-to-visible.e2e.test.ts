import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applicantChanged, contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dataOf, target } from '../harness/api-client.ts';
import type { PipelinePage } from '../harness/pipeline.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';

const COMPANY = 'company-visible';
const LOCATION = 'location-visible';
const CONTACT = 'contact-visible';
const key = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });
const usual = { meta: { locationId: LOCATION }, contactId: CONTACT };

const CHANGES = 200;
/** Between two looks; what is measured is rounded up by at most this. */
const PAUSE_MS = 2;

let system: TestSystem;
let query: QueryService;

const renamed = (version: number, lastName: string) =>
  contactChanged({ ...usual, meta: { locationId: LOCATION, version }, firstName: 'Maria', lastName });

beforeAll(async () => {
  system = await createTestSystem({ name: 'visible', stack: inject('stack') });
  await system.startProjector();
  query = await system.startQuery();
  await system.publish([
    company(COMPANY),
    ...installedLocation(LOCATION, COMPANY),
    key.event,
    renamed(1, 'First'),
    applicantChanged(usual),
  ]);
  await system.applied.all();
});

afterAll(() => system?.stop());

async function nameInContact(): Promise<string | null> {
  const contact = await dataOf<{ name: string | null }>(
    query.get({ target: `/contacts/${CONTACT}`, token: key.token }),
  );
  return contact.name;
}

async function nameInPipeline(): Promise<string | null> {
  const where = target('/pipeline', { pipelineType: 'applicant' });
  const page = await dataOf<PipelinePage>(query.get({ target: where, token: key.token }));
  return page.contacts.find(({ contactId }) => contactId === CONTACT)?.name ?? null;
}

const visible = (name: string) =>
  eventually(async () => (await nameInContact()) === name && (await nameInPipeline()) === name, {
    what: 'the new name',
    pauseMs: PAUSE_MS,
  });

/** Runs `npm run publish` with the line on its standard input. */
function publishByCommand(line: string): Promise<{ status: number | null; output: string }> {
  const child = spawn('npm', ['run', '--silent', 'publish'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      KAFKA_BROKERS: system.stack.kafkaBrokers.join(','),
      SCHEMA_REGISTRY_URL: system.stack.schemaRegistryUrl,
      TOPIC_PREFIX: system.topicPrefix,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  child.stdin.end(`${line}\n`);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

describe("a contact's new name", () => {
  it('published by npm run publish is visible in the contact and in its pipeline entry', async () => {
    const { event } = renamed(2, 'By-Command');

    const { status, output } = await publishByCommand(JSON.stringify({ type: 'ContactChanged', ...event }));

    expect(status, output).toBe(0);
    await visible('Maria By-Command');
  });

  it(`is visible in both after each of ${CHANGES} changes, and stays`, async () => {
    const milliseconds: number[] = [];
    for (let change = 0; change < CHANGES; change += 1) {
      const name = `Number-${change}`;
      const before = performance.now();
      await system.publish([renamed(change + 3, name)]);
      await visible(`Maria ${name}`);
      milliseconds.push(performance.now() - before);
      // Not in step with the consumer's own rhythm.
      await delay(change % 7);
    }

    const sorted = milliseconds.toSorted((a, b) => a - b);
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)].map(Math.round);
    console.log(`publish to visible: p50 ${p50} ms, p99 ${p99} ms over ${CHANGES} changes`);
    expect(milliseconds).toHaveLength(CHANGES);
    expect(await nameInContact()).toBe(`Maria Number-${CHANGES - 1}`);
  });

  it('goes on being told of as fresh while nothing happens', async () => {
    const asOf = async () => {
      const { headers } = await query.get({ target: '/pipeline', token: key.token });
      return Date.parse(headers.get('x-data-as-of') ?? '');
    };
    const before = Date.now();
    await eventually(async () => (await asOf()) > before, { what: 'a newer freshness of idle logs' });
    expect(await asOf()).toBeLessThanOrEqual(Date.now());
  });
});

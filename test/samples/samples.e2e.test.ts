import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { positionText } from '@fundlens/contracts/publishing/positions';
import { contactChanged } from '@fundlens/testing/event-builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import { storesEnvironment } from '../harness/service-environment.ts';
import { startTenantSystem, type TenantSystem } from '../harness/tenant-system.ts';
import { prepareSample, type SampleProgram, samples } from './sample-programs.ts';

/** Fetching libraries for the first time; a run itself takes seconds. */
const TIMEOUT_MS = 10 * 60_000;

let tenant: TenantSystem;

/** What became of each sample: it ran, or why it could not. */
const outcomes = new Map<string, string>();

beforeAll(async () => {
  tenant = await startTenantSystem('samples');
});
afterAll(() => tenant?.system.stop());

/** The environment that the READMEs ask for. */
async function run({ command, args, folder }: SampleProgram, more: readonly string[] = []): Promise<string> {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  const child = spawn(command, [...args, ...more], {
    cwd: folder,
    env: {
      ...{ PATH, LD_LIBRARY_PATH, HOME: homedir() },
      ...storesEnvironment(tenant.system),
      API_URL: tenant.query.baseUrl,
      API_KEY: tenant.key.token,
      LOCATION_ID: tenant.locationId,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [status] = await once(child, 'close');
  expect(status, output).toBe(0);
  return output;
}

async function ran(language: string, more: readonly string[] = []): Promise<string | null> {
  const sample = samples.find((one) => one.language === language);
  if (sample === undefined) throw new Error(`no sample for ${language}`);
  const program = await prepareSample(sample);
  outcomes.set(language, typeof program === 'string' ? program : 'ran');
  return typeof program === 'string' ? null : await run(program, more);
}

describe.each(['python', 'go', 'java'])('the sample in %s', (language) => {
  it('publishes an event, and the API shows it', { timeout: TIMEOUT_MS }, async () => {
    const output = await ran(language);
    if (output === null) return expect(outcomes.get(language)).not.toBe('ran');
    const stored = /^stored at (\S+crm\.changes\.v1\/\d+\/\d+)$/m.exec(output);
    expect(stored, output).not.toBeNull();
    expect(output).toMatch(/^visible: .*"name":\s?"Ann (Python|Go|Java)"/m);
    const contacts = dataOf<{ contacts: { name: string }[] }>(tenant.get('/contacts'));
    expect((await contacts).contacts.map(({ name }) => name.toLowerCase())).toContain(`ann ${language}`);
    // Not one of them was set aside.
    expect(await tenant.system.db.collection('dead_letters').countDocuments()).toBe(0);
  });
});

it('the sample with kcat appends a record again, and the API shows the contact as before', {
  timeout: TIMEOUT_MS,
}, async () => {
  const event = contactChanged({
    meta: { locationId: tenant.locationId },
    contactId: 'contact-kcat',
    lastName: 'Kcat',
  });
  const [position] = await tenant.system.publish([event]);
  if (position === undefined) throw new Error('the publisher gives a position for each event');
  const output = await ran('kcat', [positionText(position), 'contacts/contact-kcat']);
  if (output === null) return expect(outcomes.get('kcat')).not.toBe('ran');
  const { topic, partition, offset } = position;
  expect(output).toContain(`record ${positionText(position)}: key contact:${tenant.locationId}:contact-kcat, `);
  const again = /^stored at (\S+)$/m.exec(output)?.[1] ?? '';
  expect(again).toMatch(new RegExp(`^${topic}/${partition}/\\d+$`));
  expect(Number(again.split('/').at(-1))).toBeGreaterThan(Number(offset));
  expect(output).toMatch(/^visible: .*"name":"Maria Kcat"/m);
  expect(await tenant.system.db.collection('dead_letters').countDocuments()).toBe(0);
});

it('every sample ran, or says why it could not on this machine', () => {
  for (const [language, outcome] of outcomes) process.stdout.write(`sample ${language}: ${outcome}\n`);
  expect([...outcomes.keys()].toSorted()).toEqual(samples.map(({ language }) => language).toSorted());
});

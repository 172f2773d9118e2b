import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { createGenerationStore } from '@fundlens/projection/generations/generation-store';
import type { Status } from '@fundlens/projection/status/status';
import { wireRecord } from '@fundlens/projection/testing/wire-records';
import { fixtureOfEachTest, TEST_PARTITIONS, until } from '@fundlens/projector/testing/projector-fixture';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { outboxFields } from '@fundlens/read-models/document';
import * as build from '@fundlens/testing/event-builders';
import { expect, it } from 'vitest';
import { operate } from './testing/operator-fixture.ts';

const fixture = fixtureOfEachTest();

const status = (...args: string[]) => operate(['--json', 'status', ...args], fixture);

it('tells lag against the end of the log, before and after a projector has caught up', async () => {
  const record = await wireRecord(fixture.codec, build.contactChanged());
  await fixture.produce('crm', [{ ...record, partition: 1 }]);
  const before = (await status()).json<Status>();
  expect(before.partitions).toHaveLength(3 * TEST_PARTITIONS);
  expect(before.partitions.find(({ stream, partition }) => stream === 'crm' && partition === 1)).toMatchObject({
    nextOffset: null,
    end: 1,
    lag: 1,
    trouble: 'no_projector',
    projector: null,
  });
  expect(before.asOf).toBeNull();

  await fixture.start();
  await fixture.caughtUp();
  await until(async () => (await status()).json<Status>().asOf !== null);
  const after = await status();
  expect(after.status).toBe(0);
  const found = after.json<Status>();
  expect(found.partitions.every(({ lag, trouble }) => lag === 0 && trouble === null)).toBe(true);
  expect(found.askedAt - (found.asOf ?? 0)).toBeLessThan(30_000);
  expect(found.generations).toMatchObject({ active: 1, generations: [{ number: 1 }] });

  // As a program of its own: one document on standard output, and its exit status.
  const program = join(import.meta.dirname, 'fundlens-command.ts');
  const run = promisify(execFile);
  const { stdout, stderr } = await run(process.execPath, [program, 'status', '--json'], { env: fixture.environment });
  expect(JSON.parse(stdout)).toMatchObject({ deadLetters: [], blocking: 0 });
  expect(stderr).not.toContain('Error');
  const wrong = run(process.execPath, [program, 'status'], { env: { ...fixture.environment, MONGODB_URL: 's3cret' } });
  await expect(wrong).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.not.stringContaining('s3cret') });
});

it('counts dead letters by reason, changed documents and generations, and reports when a blocking one needs an operator', async () => {
  await fixture.produce('access', [{ key: 'credential:loc-1:key-1', value: Buffer.from('x') }]);
  await fixture.produce('crm', [{ key: 'contact:loc-1:c', value: Buffer.from('x') }]);
  const projector = await fixture.start();
  await fixture.caughtUp();
  const found = await status();
  await projector.stop();
  expect(found.status).toBe(1);
  expect(found.json<Status>()).toMatchObject({
    deadLetters: [true, false].map((blocks) => ({ reason: 'undecodable', blocks, count: 1 })),
    blocking: 1,
  });
  const dirtySince = Date.now() - 60_000;
  await fixture.db
    .collection<{ _id: string }>(collectionName(contacts.name, 1))
    .insertOne({ _id: 'loc-9:c', ...outboxFields({ locationId: 'loc-9' }, { dirtyDays: [1], dirtySince }) });
  await createGenerationStore(fixture.db).add(fingerprintOf({ customFieldKeepList: new Set() }), Date.now());
  const text = await operate(['status'], fixture);
  expect(text.output).toMatch(/1 changed documents wait, the oldest for 6\d s/);
  expect(text.output).toContain('Generations: 1, 2. Readers use 1.');
  expect(text.output).toMatch(/undecodable +1 +of access\nundecodable +1\n/);
  expect(text.output).toContain('keep a credential, company or location out of the API');
});

it('ends with 3 when MongoDB is away, and with 2 for wrong arguments, without a value in what it says', async () => {
  const environment = { ...fixture.environment, MONGODB_URL: 'mongodb://user:s3cret@127.0.0.1:1/' };
  const away = await operate(['status'], { environment });
  expect(away.status).toBe(3);
  expect(away.errors).toContain('MongoDB at 127.0.0.1:1 cannot be reached');
  expect(away.errors).toContain('MONGODB_URL');
  expect(away.errors).toContain('may be given again');
  expect(away.errors).not.toContain('s3cret');
  expect((await operate(['status', '--unknown'], fixture)).status).toBe(2);
  expect((await operate(['--help'], fixture)).status).toBe(0);
});

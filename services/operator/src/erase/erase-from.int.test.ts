import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProjectorFixture, projectorFixture } from '@fundlens/projector/testing/projector-fixture';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { ERASURES, type Erasure, isErased } from '@fundlens/read-models/erasure';
import * as build from '@fundlens/testing/event-builders';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OperatorOptions, operate } from '../testing/operator-fixture.ts';

let fixture: ProjectorFixture;
let directory: string;
beforeEach(async () => {
  fixture = await projectorFixture();
  directory = await mkdtemp(join(tmpdir(), 'erasures-'));
  await fixture.start();
  await fixture.publish(CONTACTS.map((contactId) => build.contactChanged({ contactId })));
  await fixture.caughtUp();
});
afterEach(async () => {
  await fixture.close();
  await rm(directory, { recursive: true });
});

const CONTACTS = ['c-1', 'c-2', 'c-3', 'c-4'];

async function fileOf(content: string): Promise<string> {
  const path = join(directory, 'erasures.ndjson');
  await writeFile(path, content);
  return path;
}

const eraseFrom = (path: string, options: Partial<OperatorOptions> = {}) =>
  operate(['--json', 'erase', '--from', path, '--yes'], { ...fixture, ...options });

async function erasedContacts(): Promise<string[]> {
  const stored = [...(await storedDocuments(fixture.db))];
  return stored
    .filter(([key, { slots }]) => key.startsWith('contacts/') && [...slots.values()].every(isErased))
    .map(([key]) => key.replace('contacts/loc-1:', ''))
    .toSorted();
}

const marks = () =>
  fixture.db
    .collection<Erasure>(ERASURES)
    .find({ by: { $exists: true } })
    .sort({ _id: 1 })
    .toArray();

it('repeats in a restored database what another one had erased, and once more changes nothing', async () => {
  for (const contact of ['c-1', 'c-3']) {
    await operate(
      ['erase', '--location', 'loc-1', '--contact', contact, '--by', `ticket-${contact}`, '--yes'],
      fixture,
    );
  }
  const listed = await operate(['--json', 'erasures', '--since', '1h'], fixture);
  expect(listed.json()).toMatchObject({ more: false, erasures: [{ by: 'ticket-c-3' }, { by: 'ticket-c-1' }] });
  const { output } = await operate(['erasures', '--export'], fixture);
  expect(output.trim().split('\n')).toHaveLength(2);
  const path = await fileOf(output);

  // Neither marks nor erased documents: as an older backup has it.
  await fixture.close();
  fixture = await projectorFixture();
  await fixture.start();
  await fixture.publish(CONTACTS.map((contactId) => build.contactChanged({ contactId })));
  await fixture.caughtUp();
  const dry = await operate(['--json', 'erase', '--from', path, '--dry-run'], fixture);
  expect(dry.json()).toMatchObject({ erasures: 2, documents: 2 });
  expect(await erasedContacts()).toEqual([]);

  const first = await eraseFrom(path);
  expect([first.status, first.json()]).toEqual([0, { erasures: 2, documents: 2, deadLetters: 0, remaining: [] }]);
  expect(await erasedContacts()).toEqual(['c-1', 'c-3']);
  expect(await marks()).toMatchObject([
    { _id: 'contact:loc-1:c-1', by: 'ticket-c-1' },
    { _id: 'contact:loc-1:c-3', by: 'ticket-c-3' },
  ]);
  const again = await eraseFrom(path);
  expect([again.status, again.json()]).toMatchObject([0, { erasures: 2, documents: 0 }]);
});

it('erases nothing of a list with a wrong line, without a list, unasked, or beside another selection', async () => {
  const path = await fileOf('{"_id":"contact:loc-1:c-1","by":"ops"}\n{"_id":"contact:c-2","by":"ops"}\n');
  const wrong = await eraseFrom(path);
  expect(wrong.status).toBe(2);
  expect(wrong.errors).toContain('line 2: _id must be location:<locationId> or contact:<locationId>:<contactId>');

  const missing = await eraseFrom(join(directory, 'none'));
  expect([missing.status, missing.errors]).toEqual([2, expect.stringContaining('cannot be read (ENOENT)')]);
  const right = await fileOf('{"_id":"contact:loc-1:c-1","by":"ops"}\n');
  expect((await operate(['erase', '--from', right], fixture)).status).toBe(4);
  expect((await operate(['erase', '--from', right, '--location', 'loc-1', '--yes'], fixture)).status).toBe(2);
  expect((await operate(['erase', '--yes'], fixture)).status).toBe(2);
  expect(await marks()).toEqual([]);
  expect(await erasedContacts()).toEqual([]);
});

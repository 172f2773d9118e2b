import { fingerprintOf } from '@fundlens/projection/generations/fingerprint';
import { createGenerationStore } from '@fundlens/projection/generations/generation-store';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { countStale } from '@fundlens/projection/writer/stale-documents-store';
import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { GENERATIONS, type GenerationPointer } from '@fundlens/read-models/generation';
import { contactChanged, creditReportStored } from '@fundlens/testing/event-builders';
import { Binary } from 'mongodb';
import { afterAll, expect, it } from 'vitest';
import { createProjector } from './composition-root.ts';
import { succession } from './succession.ts';
import { projectorFixture, until } from './testing/projector-fixture.ts';

const fixture = await projectorFixture();
afterAll(() => fixture.close());

const own = fingerprintOf({ customFieldKeepList: new Set() });
const generations = () => createGenerationStore(fixture.db);
const pointers = () => fixture.db.collection<GenerationPointer>(GENERATIONS);
const documentsOf = (generation: number) =>
  fixture.db.collection(collectionName('contacts', generation)).countDocuments({});
const contact = (contactId: string) => contactChanged({ contactId });

it('a projector that makes documents otherwise reads nothing and sets nothing aside, says why, and goes on when it may', async () => {
  const projector = await fixture.start();
  await fixture.publish([contact('c-1')]);
  await fixture.caughtUp();
  const held = `${fixture.topics.crm}:0`;
  const other = await fixture.start({ CUSTOM_FIELD_KEEP_LIST: 'kept', GENERATION: '1' });
  await until(async () => (await other.health()).checks[held] === 'paused: generation_differs');
  expect((await other.health()).checks.generation).toContain('the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)');
  await fixture.produce('crm', [{ key: 'contact:loc-1:c-2', value: Buffer.from('x'), partition: 0 }]);
  await fixture.caughtUp();
  expect(await fixture.deadLetters()).toMatchObject([{ attempts: 1, generations: [1] }]);

  // A pointer that was changed by hand to a generation that is not registered.
  const [pointer] = await pointers().find({}).toArray();
  await pointers().updateOne({}, { $set: { generations: [], revision: 7 } });
  await until(async () => (await projector.health()).checks[held] === 'paused: generation_missing');
  await fixture.publish([contact('c-3')]);
  expect((await storedDocuments(fixture.db)).has('contacts/loc-1:c-3')).toBe(false);
  await pointers().updateOne({}, { $set: { generations: pointer?.generations ?? [] } });
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-3'));
  // One that was changed by hand to make readers use a generation that does not exist.
  await pointers().updateOne({}, { $set: { active: 99 } });
  await until(async () => (await projector.health()).checks[held] === 'paused: generation_missing');
  expect((await projector.health()).checks.generation).toContain('readers use generation 99, which does not exist');
  await expect(generations().drop(1)).rejects.toMatchObject({ code: 'unknown_generation' });
  await fixture.publish([contact('c-7')]);
  await generations().switchTo(1);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-7'));
  await Promise.all([projector.stop(), other.stop()]);
});

/** Once the generation has come as far as the one that is read. */
function switched(number: number): Promise<void> {
  return until(() =>
    generations()
      .switchTo(number)
      .then(
        () => true,
        () => false,
      ),
  );
}

it('a projector without a number ends with its generation, and the next one writes what is read', async () => {
  const projectors = succession(() => createProjector(fixture.config(), fixture.logger));
  await projectors.start();
  const number = await generations().add(own, Date.now());
  const next = await fixture.start({ GENERATION: String(number) });
  const { active: before } = await generations().pointer();
  await switched(number);
  await generations().drop(before);
  await next.stop();
  await fixture.publish([contact('c-5')]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-5'));
  expect((await generations().pointer()).generations.map((generation) => generation.number)).toEqual([number]);
  await projectors.stop();
});

it('a projector that was started before its generation was added makes the indexes before it fills it', async () => {
  const number = (await generations().pointer()).last + 1;
  const early = await fixture.start({ GENERATION: String(number) });
  await until(async () => (await early.health()).checks[`${fixture.topics.crm}:0`] === 'paused: generation_missing');
  expect(await generations().add(own, Date.now())).toBe(number);
  await until(async () => (await documentsOf(number)) > 0);
  const made = await fixture.db.collection(collectionName('contacts', number)).indexes();
  expect(made.map(({ name }) => name)).toEqual(expect.arrayContaining(contacts.indexes.map(({ name }) => name)));
  await early.stop();
  await generations().drop(number);
});

it('where a backup without the newest generation is restored, its projectors hold and say why, or go back to what is read', async () => {
  const backup = await generations().pointer();
  const present = await fixture.start();
  const number = await generations().add(own, Date.now());
  const filling = await fixture.start({ GENERATION: String(number) });
  await switched(number);
  await present.stop();
  const next = await fixture.start();
  await pointers().replaceOne({}, backup);
  await fixture.db.collection(CHECKPOINTS).deleteMany({ generation: number });
  await fixture.db.dropCollection(collectionName('contacts', number));
  await next.dropped;
  await next.stop();
  await until(async () => (await filling.health()).checks[`${fixture.topics.crm}:0`] === 'paused: generation_missing');
  expect((await filling.health()).checks.generation).toContain(`there is no generation ${number}`);
  const again = await fixture.start();
  await fixture.publish([contact('c-8')]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-8'));
  expect(await documentsOf(number)).toBe(0);
  await Promise.all([filling.stop(), again.stop()]);
  // What the lost one has left may be made by other rules: it is part of no other one, and goes with the next that is dropped.
  expect(await generations().add(own, Date.now())).toBe(number + 1);
  await generations().drop(number + 1);
  await generations().tidy();
  const left = await fixture.db.listCollections().toArray();
  expect(left.filter(({ name }) => name.endsWith(`_${number}`))).toEqual([]);
});

it('a pointer that is away, as while a backup is restored in place, is not made anew: readers would use the first generation', async () => {
  const projector = await fixture.start();
  await fixture.publish([contact('c-9')]);
  await fixture.caughtUp();
  const [pointer] = await pointers().find({}).toArray();
  await pointers().deleteMany({});
  await until(() =>
    fixture.logLines.some((line) => line.includes('generation_missing') && line.includes('cannot be loaded')),
  );
  expect(await pointers().countDocuments({})).toBe(0);
  if (pointer !== undefined) await pointers().insertOne(pointer);
  await fixture.publish([contact('c-10')]);
  await until(async () => (await storedDocuments(fixture.db)).has('contacts/loc-1:c-10'));
  await projector.stop();
});

it('documents that an earlier build has rendered are rendered anew in place, reports from their own text', async () => {
  const projector = await fixture.start();
  const read = (await generations().pointer()).active;
  await fixture.publish([contact('c-6'), creditReportStored({ contactId: 'c-6', requestId: 'r-6' })]);
  await fixture.caughtUp();
  await projector.stop();
  const views = async () => {
    const stored = await storedDocuments(fixture.db);
    return ['contacts/loc-1:c-6', 'credit_reports/loc-1:r-6'].map((key) =>
      [...(stored.get(key)?.views ?? [])].map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
    );
  };
  const before = await views();
  const ofContacts = fixture.db.collection<{ _id: string }>(collectionName('contacts', read));
  const reports = fixture.db.collection<{ _id: string }>(collectionName('credit_reports', read));
  const damaged = { viewsVersion: 0, 'views.contact': new Binary(Buffer.from('{}')) };
  await ofContacts.updateOne({ _id: 'loc-1:c-6' }, { $set: damaged });
  await reports.updateOne({ _id: 'loc-1:r-6' }, { $set: { viewsVersion: 0 } });
  expect(await countStale(fixture.db, read)).toBe(2);
  await fixture.start();
  await until(async () => (await countStale(fixture.db, read)) === 0);
  expect(await views()).toEqual(before);
  await fixture.refreshed(['contacts'], read);
});

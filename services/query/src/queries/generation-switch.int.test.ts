import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import { collectionName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { GENERATIONS, type GenerationPointer } from '@fundlens/read-models/generation';
import { expect, it } from 'vitest';
import { queryHarness } from '../testing/query-harness.ts';
import { FIRST_CHANGE } from '../testing/read-model-fixtures.ts';

const harness = await queryHarness();
const { db, fixtures } = harness;
const { token } = await fixtures.tenant({ companyId: 'acme', locationId: 'l1' });
const pointers = db.collection<GenerationPointer>(GENERATIONS);
const contactsOf = (generation: number) => db.collection<{ _id: string }>(collectionName('contacts', generation));
let onProgress: () => void = () => undefined;
const query = await harness.start({}, (mongo) => {
  mongo.on('commandStarted', ({ command }) => {
    if (command.aggregate === CHECKPOINTS) onProgress();
  });
});
const changes = async (cursor?: string) => {
  const { data } = (await query.get(`/changes${cursor === undefined ? '' : `?cursor=${cursor}`}`, { token })).json;
  return { nextCursor: data.nextCursor, ids: data.changes.map(({ id }: { id: string }) => id) };
};

it('a request during which readers switch reads one generation: /changes passes over nothing that the next one has later', async () => {
  for (const { name } of readModels)
    await db
      .collection(collectionName(name, 1))
      .aggregate([{ $out: collectionName(name, 2) }])
      .toArray();
  await fixtures.contact('l1', { contactId: 'late' });
  for (const stream of ['crm', 'funding'] as const) {
    const asOf = FIRST_CHANGE + 1_000_000;
    await fixtures.progress(stream, stream, [{ asOf }]);
    const key = { generation: 2, topic: stream, partition: 0 };
    await db.collection<Checkpoint>(CHECKPOINTS).insertOne({ _id: checkpointId(key), ...key, nextOffset: 0, asOf });
  }
  await fixtures.heartbeat(Date.now(), 2);
  const generations = (await pointers.findOne({}))?.generations.flatMap((one) => [one, { ...one, number: 2 }]) ?? [];

  await changes();
  harness.pass();
  // Looks at the pointer again, and not at the progress.
  await query.get('/credential', { token });
  await pointers.updateOne({}, { $set: { active: 2, generations } });
  onProgress = harness.pass;
  const first = await changes();
  onProgress = () => undefined;
  const [late] = await contactsOf(1).find({ _id: 'l1:late' }).toArray();
  if (late !== undefined) await contactsOf(2).insertOne(late);
  harness.pass();
  const next = await changes(first.nextCursor);
  expect([...first.ids, ...next.ids]).toContain('late');
});

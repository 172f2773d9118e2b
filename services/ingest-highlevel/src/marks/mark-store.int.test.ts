import { randomUUID } from 'node:crypto';
// Says what `inject('stack')` gives.
import type {} from '@fundlens/local/vitest-global-setup';
import { MongoClient } from 'mongodb';
import { afterAll, inject } from 'vitest';
import { createMarkStore, ensureMarks, MARKS } from './mark-store.ts';
import { describeMarks } from './testing/marks-conformance.ts';

const { mongodbUrl } = inject('stack');
const mongo = new MongoClient(mongodbUrl);
const databases: string[] = [];

afterAll(async () => {
  for (const name of databases) await mongo.db(name).dropDatabase();
  await mongo.close();
});

describeMarks('in MongoDB', async () => {
  const name = `ingest-${randomUUID().slice(0, 8)}`;
  databases.push(name);
  const db = mongo.db(name);
  await ensureMarks(db, { standIn: true });
  return createMarkStore(db, MARKS, 5_000);
});

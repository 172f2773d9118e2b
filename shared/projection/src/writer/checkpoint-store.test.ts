import type { Db } from 'mongodb';
import { BSON, MongoClient } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { MONGO_OPTIONS } from '../mongo-options.ts';
import { mongodbTime } from './checkpoint-store.ts';

const NOW = 1_795_310_007_070;

/** A server that answers `hello` with this time. */
const serverOf = (localTime: unknown) => ({ command: async () => ({ ok: 1, localTime }) }) as unknown as Db;

it('a connection string does not take the durability away', () => {
  const url = 'mongodb://db/?w=1&journal=false&readConcernLevel=local&readPreference=nearest';
  const { readConcern, writeConcern, readPreference } = new MongoClient(url, MONGO_OPTIONS).db();
  expect(readConcern).toEqual({ level: 'majority' });
  expect(writeConcern).toMatchObject({ w: 'majority', journal: true });
  expect(readPreference?.mode).toBe('primary');
});

describe('the time by the clock of MongoDB', () => {
  it.each([
    ['a date', new Date(NOW)],
    ['a number, as compatible servers send it', NOW],
    ['a number of 64 bits, as the driver decodes it', decoded(BSON.Long.fromNumber(NOW))],
    ['a double', decoded(new BSON.Double(NOW))],
  ])('is read from %s', async (_, localTime) => expect(await mongodbTime(serverOf(localTime))).toBe(NOW));

  it.each([
    ['nothing', undefined],
    ['a text', new Date(NOW).toISOString()],
    ['an invalid date', new Date(Number.NaN)],
    ['no number', Number.NaN],
    ['zero', 0],
    ['a fraction', NOW + 0.5],
  ])('is refused when the server answers with %s', async (_, localTime) => {
    await expect(mongodbTime(serverOf(localTime))).rejects.toMatchObject({ code: 'mongodb_clock' });
  });
});

function decoded(value: unknown): unknown {
  return BSON.deserialize(BSON.serialize({ localTime: value })).localTime;
}

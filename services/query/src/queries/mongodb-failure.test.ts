import { failureKind } from '@fundlens/runtime/errors';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { orAway } from './mongodb-failure.ts';

it.each([
  ['the network is gone', new MongoNetworkError('connection closed')],
  ['the connection is lost while a command is written', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  ['the server is no longer primary', new MongoServerError({ errmsg: 'not primary', code: 10_107 })],
])('is an outage to be tried again when %s', async (_, error) => {
  const failure = await orAway(() => Promise.reject(error)).catch((thrown: unknown) => thrown);
  expect(failureKind(failure)).toBe('retryable');
});

it('is a bug when it is nothing of MongoDB', async () => {
  const bug = new TypeError('undefined is not a function');
  await expect(orAway(() => Promise.reject(bug))).rejects.toBe(bug);
});

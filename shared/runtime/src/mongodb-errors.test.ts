import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoServerError,
} from 'mongodb';
import { expect, it } from 'vitest';
import { connectionAdvice } from './connection-advice.ts';
import { failureKind } from './errors.ts';
import { againAfterRace, mapMongoErrors, mongoError } from './mongodb-errors.ts';

const server = (code: number, labels: string[] = []) =>
  new MongoServerError({ errmsg: 'E11000 dup key: { email: "maria@lopez.example" }', code, errorLabels: labels });

const result = { getWriteConcernError: () => undefined } as BulkWriteResult;
const bulk = (error: Error) => new MongoBulkWriteError(error, result);
/** As the driver makes it from a reply: `writeErrors` are its own. */
const bulkOf = (code: number, writeErrors: readonly number[]) => {
  const errors = writeErrors.map((own) => ({ code: own, index: 0, errmsg: 'of a document' }));
  return new MongoBulkWriteError({ message: 'of a document', code, writeErrors: errors as never }, result);
};

/** The driver does not wrap this error of a half-closed connection. */
const lost = () => Object.assign(new Error('write ECONNRESET'), { code: 'ECONNRESET', syscall: 'write' });

it.each([
  ['the network is gone', new MongoNetworkError('connection closed')],
  ['the server is no longer primary', server(10_107)],
  ['the connection is lost in a bulk write, which the driver wraps', bulk(new MongoNetworkError('closed'))],
  ['the connection is lost while a command is written', lost()],
  ['the connection is lost while a command of a bulk write is written', bulk(lost())],
  ['unordered bulk writes wait for each other, and the server ends this one as a whole', bulk(server(112))],
  ['the server ends a bulk write with a write conflict, and names no single write', bulkOf(112, [])],
  ['all that failed of a bulk write are write conflicts and lost races', bulkOf(112, [112, 11_000, 112])],
  ['the names of its servers are not found', Object.assign(new Error('querySrv'), { code: 'ENOTFOUND' })],
  ['the server says that it can be tried again', server(4_711, ['RetryableWriteError'])],
])('is retried when %s', (_, error) => expect(failureKind(mongoError(error))).toBe('retryable'));

it.each([
  ['the user may not write', server(13)],
  ['the driver was used wrongly', new MongoInvalidArgumentError('Document is larger')],
  ['a bulk write is refused as a whole', bulk(server(13))],
  ['a bulk write is refused, and the server names no single write', bulkOf(13, [])],
  ['one write of a bulk write is refused beside a write conflict', bulkOf(112, [112, 121])],
  ['it is nothing of MongoDB', new TypeError('bug')],
])('is fatal when %s', (_, error) => expect(failureKind(mongoError(error))).toBe('fatal'));

it('tells of a file of the connection string that cannot be read what to look at', () => {
  const missing = Object.assign(new Error('/ca.pem'), { code: 'ENOENT', syscall: 'open' });
  const server = { name: 'MongoDB', addresses: 'db:27017', option: 'MONGODB_URL' };
  expect(mongoError(missing)).toMatchObject({ code: 'mongodb_refused' });
  expect(connectionAdvice(server, mongoError(missing))).toBe(
    'MongoDB at db:27017 needs a file that cannot be read (ENOENT): see MONGODB_URL.',
  );
});

it('shows a code and never what the server quotes of a document', async () => {
  const failed = mapMongoErrors(() => Promise.reject(server(13)));
  await expect(failed).rejects.toThrow(/13/);
  await expect(failed).rejects.not.toThrow(/maria/);
});

it('retries an upsert that lost its race, once', async () => {
  let calls = 0;
  await againAfterRace(async () => {
    calls += 1;
    if (calls === 1) throw server(11_000);
  });
  expect(calls).toBe(2);
  await expect(againAfterRace(() => Promise.reject(server(11_000)))).rejects.toThrow();
  await expect(againAfterRace(() => Promise.reject(server(13)))).rejects.toThrow();
});

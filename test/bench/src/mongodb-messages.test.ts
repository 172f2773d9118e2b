import { BSON, Binary, Long } from 'mongodb';
import { describe, expect, it } from 'vitest';
import {
  answerHello,
  answerWrite,
  commandKey,
  isHello,
  isWrite,
  messagesOf,
  withRequestId,
} from './mongodb-messages.ts';

const BODY_AT = 21;

function message(command: object, requestId = 7): Buffer {
  const body = BSON.serialize(command);
  const bytes = Buffer.alloc(BODY_AT + body.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(requestId, 4);
  bytes.writeInt32LE(2013, 12);
  bytes.set(body, BODY_AT);
  return bytes;
}

const session = (first: number) => ({ id: new Binary(Buffer.alloc(16, first), Binary.SUBTYPE_UUID) });
const find = (id: string, first: number) =>
  message({ find: 'contacts', filter: { _id: id }, limit: 1, maxTimeMS: Long.fromNumber(3), lsid: session(first) });

describe('reads', () => {
  it('have equal keys whatever session asks', () => {
    expect(commandKey(find('a', 1))).toBe(commandKey(find('a', 2)));
    expect(commandKey(find('a', 1))).not.toBe(commandKey(find('b', 1)));
  });

  it('get the reply that was kept, for their own request', () => {
    expect(withRequestId(find('a', 1), message({ find: 'contacts' }, 99)).readInt32LE(8)).toBe(99);
  });
});

it('commands that go on or change something have no key', () => {
  expect(commandKey(message({ getMore: Long.fromNumber(1) }))).toBeNull();
  expect(commandKey(message({ insert: 'audit' }))).toBeNull();
});

it('a write is answered as done', () => {
  const insert = message({ insert: 'audit', documents: [{ a: 1 }, { a: 2 }] });

  expect(isWrite(insert)).toBe(true);
  expect(BSON.deserialize(answerWrite(insert).subarray(BODY_AT))).toMatchObject({ ok: 1, n: 2 });
});

it('a greeting is answered, and tells of no other address', () => {
  const hello = message({ hello: 1 });

  expect(isHello(hello)).toBe(true);
  expect(BSON.deserialize(answerHello(hello).subarray(BODY_AT))).not.toHaveProperty('setName');
});

it('messages are found however their bytes are cut', () => {
  const all = Buffer.concat([find('a', 1), find('b', 1)]);
  const found: string[] = [];
  const take = messagesOf((one) => found.push(one.toString('hex')));
  for (const byte of all) take(Buffer.from([byte]));

  expect(found).toEqual([find('a', 1).toString('hex'), find('b', 1).toString('hex')]);
});

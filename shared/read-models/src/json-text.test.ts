import { expect, test } from 'vitest';
import { isoInstant, type JsonText, jsonBytes, jsonText, jsonTextAround } from './json-text.ts';

const textIn = (text: JsonText<unknown>) => Buffer.from(jsonBytes(text)).toString();

test('members come in the order in which they are written', () => {
  expect(textIn(jsonText({ b: 1, a: null }))).toBe('{"b":1,"a":null}');
});

test.each([
  ['text', (json: string) => json],
  ['bytes', (json: string) => Buffer.from(json)],
])('JSON that is there already goes in as it is spelled, as %s', (_, given) => {
  type Body = { readonly a: string; readonly json: unknown; readonly z: number };
  const json = given(' {"n":1.10,"n":1E400,"é":"\\u00e9"}\n');
  const before = { a: '😀' };
  expect(textIn(jsonTextAround<Body, 'json', 'z'>({ before, name: 'json', json, after: { z: 1 } }))).toBe(
    '{"a":"😀","json": {"n":1.10,"n":1E400,"é":"\\u00e9"}\n,"z":1}',
  );
  expect(textIn(jsonTextAround<Omit<Body, 'z'>, 'json'>({ before, name: 'json', json }))).toBe(
    '{"a":"😀","json": {"n":1.10,"n":1E400,"é":"\\u00e9"}\n}',
  );
});

test('instants are spelled in UTC with milliseconds', () => {
  expect([isoInstant(0), isoInstant(null)]).toEqual(['1970-01-01T00:00:00.000Z', null]);
});

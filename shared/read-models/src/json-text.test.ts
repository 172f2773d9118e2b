import { expect, test } from 'vitest';
import { isoInstant, type JsonText, joinedText, jsonBytes, jsonText, objectText, spelledJson } from './json-text.ts';

const textIn = (text: JsonText<unknown>) => Buffer.from(jsonBytes(text)).toString();

test('members come in the order in which they are written', () => {
  expect(textIn(jsonText({ b: 1, a: null }))).toBe('{"b":1,"a":null}');
});

test('JSON that is there already goes in as it is spelled', () => {
  const json = spelledJson<unknown>(' {"n":1.10,"n":1E400,"é":"\\u00e9"}\n');
  const object = objectText({ a: jsonText('😀'), json });
  expect(textIn(object)).toBe('{"a":"😀","json": {"n":1.10,"n":1E400,"é":"\\u00e9"}\n}');
  expect(textIn(joinedText(object, jsonText({ z: 1 })))).toBe(
    '{"a":"😀","json": {"n":1.10,"n":1E400,"é":"\\u00e9"}\n,"z":1}',
  );
});

test('instants are spelled in UTC with milliseconds', () => {
  expect([isoInstant(0), isoInstant(null)]).toEqual(['1970-01-01T00:00:00.000Z', null]);
});

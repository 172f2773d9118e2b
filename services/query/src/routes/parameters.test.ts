import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonSchema, SchemaComponents } from '../openapi/json-schema.ts';
import { cursor, instant, phone, someOf } from './parameters.ts';

describe('the pattern of a cursor', () => {
  const { pattern } = new SchemaComponents().convert(cursor());

  it('takes what the parameter takes', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'aZ09_-+/= .é'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ minLength: 1 })), (value) => {
        expect(cursor().safeParse(value).success).toBe(matches(pattern, value));
      }),
    );
  });
});

describe('an instant', () => {
  const { pattern } = new SchemaComponents().convert(instant());

  it.each([
    ['2026-11-23T08:00:00.000Z', Date.UTC(2026, 10, 23, 8)],
    ['2026-11-23T08:00:00Z', Date.UTC(2026, 10, 23, 8)],
    ['2026-11-23T08:00:00.123456789Z', Date.UTC(2026, 10, 23, 8, 0, 0, 123)],
    ['2026-11-23T09:30:00+01:30', Date.UTC(2026, 10, 23, 8)],
    ['2024-02-29T00:00:00-00:30', Date.UTC(2024, 1, 29, 0, 30)],
  ])('%s is taken', (text, expected) => {
    expect(instant().parse(text)).toBe(expected);
    expect(matches(pattern, text)).toBe(true);
  });

  it.each([
    ...['', '2026-11-23', '2026-11-23T08:00Z', '2026-11-23T08:00:00', '2026-11-23 08:00:00Z', '1763884800000'],
    ...['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-11-23T24:00:00Z'],
    ...['2026-11-23T08:00:00 01:00', '2026-11-23T08:00:00+0100', '2026-11-23T08:00:00Z\n', '+002026-11-23T08:00:00Z'],
  ])('%j is refused', (text) => {
    const { error } = instant().safeParse(text);
    expect(error?.issues[0]).toMatchObject({ params: { rule: 'format' } });
  });

  it('is what the pattern takes', () => {
    const nearly = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    const changed = fc.tuple(nearly, fc.nat(24), fc.constantFrom(...'0123456789TZ.:+- ', ''));
    const texts = changed.map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(nearly, texts), (text) => {
        expect(instant().safeParse(text).success && !matches(pattern, text)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pattern of a phone number', () => {
  const schema = new SchemaComponents().convert(phone());

  it('takes what the parameter takes', () => {
    const nearly = fc.string({ unit: fc.constantFrom(...'0123456789０９+-(). xé'), maxLength: 30 });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ maxLength: 70 })), (value) => {
        expect(phone().safeParse(value).success).toBe(allows(schema, value));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ...[['+1 (555) 010-2345', true] as const, ['5550102', true] as const, ['１２３-４５６７', true] as const],
    ['1234567 ½ ①②③④⑤⑥⑦', true] as const,
    ...[['555010', false] as const, ['1234567890123456', false] as const, ['①②③④⑤⑥⑦', false] as const],
  ])('%s is taken: %s', (value, taken) => expect(phone().safeParse(value).success).toBe(taken));
});

it.each(['', ',', 'a,', 'a,a', 'd', 'a, b', 'A', 'a,b,c,d', '__proto__'])('some of a vocabulary are not %j', (text) => {
  expect(someOf(['a', 'b', 'c']).safeParse(text).success).toBe(false);
});

function matches(pattern: unknown, value: string): boolean {
  return new RegExp(String(pattern), 'u').test(value);
}

function allows({ pattern, minLength, maxLength }: JsonSchema, value: string): boolean {
  const length = [...value].length;
  return length >= Number(minLength) && length <= Number(maxLength) && matches(pattern, value);
}

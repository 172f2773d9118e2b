import { InvalidError } from '@fundlens/runtime/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactJsonText } from '../redact-json-text.ts';

const R = '***-**-****';
const NUMBER = '666453920';
/** The nightly run looks at four times as many. */
const RUNS = 750 * Number(process.env.PROPERTY_RUNS ?? 1);
/** Two busy cores may be slow. */
const PATIENCE_MS = 120_000;

/** JSON text, and what must be left of it, letter by letter. */
type Spelled = readonly [input: string, expected: string];

const same = (text: string): Spelled => [text, text];
const join = (parts: readonly Spelled[], write: (texts: readonly string[]) => string): Spelled => [
  write(parts.map(([input]) => input)),
  write(parts.map(([, expected]) => expected)),
];

const space = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n');
/** Escapes of every kind, lone surrogates as escapes and as they are, and characters outside the basic plane. */
const piece = fc.constantFrom(
  ...['a', 'é', '🙂', '日', '-', '7', ' ', '\\n', '\\/', '\\b\\f', '\\u0041', '\\u00e9', '\\"', '\\\\'],
  ...['\\ud800', '\\udc00\\ud83d', '\\ud83d\\ude42', '\ud800', '\udfff', '\u2028', '\u007f'],
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
const benign = fc.oneof(
  text.map((content) => same(`"${content}"`)),
  fc
    .constantFrom(...['1.10', '1E400', '-0', '0', '12345678901234567890', '1.0e-7', '-1e+2', '0.1', '1e-400'])
    .map(same),
  fc.constantFrom('true', 'false', 'null', '{}', '[]', '""', '[ ]', '{\n}').map(same),
);
const planted = fc.oneof(
  text.map((content): Spelled => [`"${content} 666-45-3920 ${content}"`, `"${content} ${R} ${content}"`]),
  text.map((content): Spelled => [`"${content} ${NUMBER} ${content}"`, `"${content} ${R} ${content}"`]),
  fc.constantFrom(NUMBER, `-${NUMBER}`, `${NUMBER}.0`, '6.66453920e8').map((n): Spelled => [n, `"${R}"`]),
  fc.constant<Spelled>(['"\\u0036\\u0036\\u0036-45-3920"', `"${R}"`]),
);
/** The same names twice, and names that objects have already. */
const key = fc.oneof(
  fc.constantFrom('"a"', '"a"', '"__proto__"', '"constructor"', '"toString"', '""').map(same),
  text.map((content) => same(`"${content}"`)),
  text.map((content): Spelled => [`"${content} 666-45-3920"`, `"${content} ${R}"`]),
);

const { value } = fc.letrec<{ value: Spelled }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: benign, weight: 4 },
    { arbitrary: planted, weight: 2 },
    fc
      .tuple(fc.array(tie('value'), { maxLength: 5 }), space)
      .map(([items, gap]) => join(items, (texts) => `[${gap}${texts.join(`${gap},`)}${gap}]`)),
    fc.tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }), space).map(([members, gap]) => {
      const pairs = members.map(([name, member]) => join([name, member], (texts) => texts.join(`${gap}:${gap}`)));
      return join(pairs, (texts) => `{${gap}${texts.join(`,${gap}`)}${gap}}`);
    }),
  ),
}));

const document = fc
  .tuple(value, space)
  .map(([inner, gap]) =>
    join(
      [inner, [`"${NUMBER}"`, `"${R}"`]],
      ([body, number]) => `${gap}{"v":${body},${gap}"ssn"${gap}:${number}}${gap}`,
    ),
  );

describe('JSON text', () => {
  it('comes out letter by letter but for its numbers: spellings, spaces, duplicate keys, escapes, lone surrogates', {
    timeout: PATIENCE_MS,
  }, () => {
    fc.assert(
      fc.property(document, ([input, expected]) => {
        expect(redactJsonText(input).text).toBe(expected);
        if (!input.isWellFormed()) return;
        const bytes = redactJsonText(Buffer.from(input)).text;
        expect(Buffer.from(bytes).toString()).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });

  it('is refused exactly when JSON.parse refuses it', { timeout: PATIENCE_MS }, () => {
    const damage = fc.record({
      spelled: document,
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.integer({ min: 0, max: 2 }),
      put: fc.constantFrom(
        ...['', '"', '\\', '{', '}', ',', ':', '0', '-', 'e', '.', '\n', '\u0000', 'tru', '\ufeff', "'", '\\x41'],
      ),
    });
    fc.assert(
      fc.property(damage, ({ spelled: [input], at, cut, put }) => {
        const position = Math.floor(at * input.length);
        const damaged = input.slice(0, position) + put + input.slice(position + cut);
        expect(isRefused(damaged)).toBe(!isJson(damaged));
      }),
      { numRuns: RUNS },
    );
  });
});

function isJson(input: string): boolean {
  try {
    JSON.parse(input);
    return true;
  } catch {
    // It says nothing but this.
    return false;
  }
}

function isRefused(input: string): boolean {
  try {
    redactJsonText(input);
    return false;
  } catch (error) {
    if (error instanceof InvalidError && error.code === 'report_not_json') return true;
    throw error;
  }
}

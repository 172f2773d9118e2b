import { InvalidError } from '@fundlens/runtime/errors';
import { describe, expect, it } from 'vitest';
import { redactJsonText } from '../redact-json-text.ts';
import { redactText, UNREADABLE_TEXT } from '../redact-text.ts';
import { isRecoverable } from './planted-number-oracle.ts';

/** Two busy cores may be slow; times are printed, not judged: the benchmark does that. */
const PATIENCE_MS = { timeout: 300_000 };
/** An ordinary run reads texts of a quarter of the length; the nightly one sets `PROPERTY_RUNS=4`. */
const MB = 250_000 * Math.min(4, Number(process.env.PROPERTY_RUNS ?? 1));
const NUMBER = '666453920';

/** What became of a text: `passed`, or the code it was refused with. Anything but a refusal fails the test. */
function outcomeOf(input: string | Uint8Array): { outcome: string; text: string } {
  try {
    const { text } = redactJsonText(input);
    return { outcome: 'passed', text: typeof text === 'string' ? text : Buffer.from(text).toString() };
  } catch (error) {
    if (error instanceof InvalidError) return { outcome: error.code, text: '' };
    throw error;
  }
}

function timed<T>(name: string, run: () => T): T {
  const start = performance.now();
  const result = run();
  process.stdout.write(`redaction of hostile text: ${name}: ${Math.round(performance.now() - start)} ms\n`);
  return result;
}

const nested = (levels: number, inner = ''): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

describe('text that cannot be a report', () => {
  it.each<readonly [name: string, code: string, input: string | Uint8Array]>([
    ['100,000 open arrays', 'report_too_deep', '['.repeat(100_000)],
    ['100,000 arrays', 'report_too_deep', nested(100_000)],
    ['100,000 objects', 'report_too_deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['100,000 arrays in a string', 'report_too_deep', JSON.stringify({ a: nested(100_000, NUMBER) })],
    ['bytes that are not UTF-8', 'report_not_utf8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22])],
    ['an overlong byte sequence', 'report_not_utf8', Uint8Array.from([0x22, 0xc0, 0xaf, 0x22])],
    ['half a character at the end', 'report_not_utf8', Buffer.from('"é"').subarray(0, 2)],
    ['a surrogate in bytes', 'report_not_utf8', Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a byte order mark', 'report_not_json', '\ufeff{}'],
    ['a cut object', 'report_not_json', '{"ssn":"666453920"'],
    ['two values', 'report_not_json', '{} {}'],
    ['a trailing comma', 'report_not_json', '[1,]'],
    ['single quotes', 'report_not_json', "{'a':1}"],
    ['an octal number', 'report_not_json', '[012]'],
    ['a control character', 'report_not_json', '"\u0000"'],
    ['no text', 'report_not_json', ''],
    ['nine megabytes', 'report_too_large', `"${'a'.repeat(9 * 1024 * 1024)}"`],
    ['over a million values', 'report_too_large', `[${'1,'.repeat(1_100_000)}1]`],
  ])('is refused: %s, as %s', PATIENCE_MS, (name, code, input) => {
    expect(timed(name, () => outcomeOf(input)).outcome).toBe(code);
  });
});

describe('five megabytes of one thing', () => {
  it.each(
    [
      ...['1', '-', ' ', 'a', 'M', '\\"', '\\\\', '[', '<', '&', '%', 'X-', '1 ', '123-45-'],
      ...['36', '%31', '&#49;', '\\u0031', 'SSN 1', '1e5', '\u0661', 'NjY2'],
    ].map((unit) => [unit]),
  )('passes without its number, or is refused: %j', PATIENCE_MS, (unit) => {
    const filler = unit.repeat(Math.floor((5 * MB) / unit.length));
    const input = `{"v":"${filler} 666-45-3920","ssn":"${NUMBER}","w":"${NUMBER}"}`;
    const { outcome, text } = timed(`5 MB of ${JSON.stringify(unit)}`, () => outcomeOf(input));
    expect(outcome).toMatch(/^(?:passed|report_too_large|report_too_deep)$/);
    if (outcome !== 'passed') return;
    expect(isRecoverable(text.slice(-200), NUMBER)).toBe(false);
    expect(text).not.toContain(NUMBER);
  });

  it('never makes a log line fail', PATIENCE_MS, () => {
    for (const unit of ['1', '[', '36']) {
      const text = timed(`log line of ${unit}`, () => redactText(`${unit.repeat((5 * MB) / unit.length)} 666-45-3920`));
      expect(text === UNREADABLE_TEXT || !text.includes('666-45-3920')).toBe(true);
    }
  });
});

describe('a container of which each of its many members asks something', () => {
  const many = (member: (index: number) => string): string =>
    Array.from({ length: MB / 20 }, (_, i) => member(i)).join();

  it.each([
    ['ids beside a label', `{"type":"SSN",${many((i) => `"id":"${500_000_000 + i}"`)}}`],
    ["taxpayers' numbers", `{${many((i) => `"taxId":"${500_000_000 + i}"`)}}`],
    ['last fours', `{${many((i) => `"ssn_last4":"${1_000 + (i % 9_000)}"`)}}`],
    ['labels and members called like them', `{${many((i) => `"a${i}Label":"SSN","a${i}":${500_000_000 + i}`)}}`],
    ['rows below labels', `{"rows":[${many((i) => `["SSN","${500_000_000 + i}"]`)}]}`],
  ])('is read in a time that grows with its length: %s', PATIENCE_MS, (name, input) => {
    const { outcome, text } = timed(name, () => outcomeOf(input));
    expect(outcome).toBe('passed');
    expect(text).not.toContain('500000007');
  });
});

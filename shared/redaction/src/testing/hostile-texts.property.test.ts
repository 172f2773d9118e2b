import { InvalidError } from '@fundlens/runtime/errors';
import { describe, expect, it } from 'vitest';
import { redactJsonText } from '../redact-json-text.ts';
import { redactText, UNREADABLE_TEXT } from '../redact-text.ts';
import { isRecoverable } from './planted-number-oracle.ts';

/** Two busy cores may be slow; how long it takes is measured by the benchmark. A time that grows with the square ends here. */
const PATIENCE_MS = { timeout: 300_000 };
/** Characters. The nightly run, which sets `PROPERTY_RUNS`, reads texts that are nearly as long as a report may be. */
const LENGTH = Number(process.env.PROPERTY_RUNS ?? 1) > 1 ? 5_000_000 : 500_000;
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

describe('a long text of one thing', () => {
  it.each(
    [
      ...['1', '-', ' ', 'a', 'M', '\\"', '\\\\', '[', '<', '&', '%', 'X-', '1 ', '123-45-'],
      ...['36', '%31', '&#49;', '\\u0031', 'SSN 1', 'SSN 519387264 ', '1e5', '\u0661', 'NjY2'],
    ].map((unit) => [unit]),
  )('passes without its number, or is refused: %j', PATIENCE_MS, (unit) => {
    const filler = unit.repeat(Math.floor(LENGTH / unit.length));
    const input = `{"v":"${filler} 666-45-3920","ssn":"${NUMBER}","w":"${NUMBER}"}`;
    const { outcome, text } = outcomeOf(input);
    expect(outcome).toMatch(/^(?:passed|report_too_large|report_too_deep)$/);
    if (outcome !== 'passed') return;
    expect(isRecoverable(text.slice(-200), NUMBER)).toBe(false);
    expect(text).not.toContain(NUMBER);
  });

  it('never makes a log line fail', PATIENCE_MS, () => {
    for (const unit of ['1', '[', '36']) {
      const text = redactText(`${unit.repeat(LENGTH / unit.length)} 666-45-3920`);
      expect(text === UNREADABLE_TEXT || !text.includes('666-45-3920')).toBe(true);
    }
  });
});

describe('a container of which each of its many members asks something', () => {
  const many = (member: (index: number) => string): string =>
    Array.from({ length: LENGTH / 100 }, (_, i) => member(i)).join();

  it.each([
    ['ids beside a label', `{"type":"SSN",${many((i) => `"id":"${500_000_000 + i}"`)}}`],
    ["taxpayers' numbers", `{${many((i) => `"taxId":"${500_000_000 + i}"`)}}`],
    ['last fours', `{${many((i) => `"ssn_last4":"${1_000 + (i % 9_000)}"`)}}`],
    ['labels and members called like them', `{${many((i) => `"a${i}Label":"SSN","a${i}":${500_000_000 + i}`)}}`],
    ['numbers behind a label', `{"a":["SSN",${many((i) => `"${500_000_000 + i}"`)}]}`],
    ['values that ask', `{${many((i) => `"a${i}":"SSN","b${i}":${500_000_000 + i}`)}}`],
    ['headers', `[${many((i) => `{"columns":[{"name":"SSN"},{"name":"b"}],"rows":[["${500_000_000 + i}","x"]]}`)}]`],
    ['rows below labels', `{"rows":[${many((i) => `["SSN","${500_000_000 + i}"]`)}]}`],
  ])('is read in a time that grows with its length: %s', PATIENCE_MS, (_, input) => {
    const { outcome, text } = outcomeOf(input);
    expect(outcome).toBe('passed');
    expect(text).not.toMatch(/5\d{8}/);
  });
});

it('a report that redaction makes too large to be stored is refused', PATIENCE_MS, () => {
  const numbers = Array.from({ length: 900_000 }, () => '1234').join(',');
  expect(outcomeOf(`{"ssn":[${numbers}]}`).outcome).toBe('report_too_large');
});

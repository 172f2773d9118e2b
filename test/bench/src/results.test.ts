import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';
import { compare } from './results.ts';

const values = (...numbers: number[]) => numbers.map((value) => ({ value }));

describe('a comparison', () => {
  it('takes the medians, the lower of two in the middle, and keeps all runs', () => {
    const measured = { floor: values(100, 300, 200), subject: values(50, 110, 90, 70) };

    expect(compare('read', 'requests/s', measured)).toMatchObject({
      floor: { runs: [100, 300, 200], median: 200 },
      subject: { runs: [50, 110, 90, 70], median: 70 },
      ratio: 0.35,
    });
  });
});

describe('the options', () => {
  it('have defaults and take what is given', () => {
    expect(readOptions([])).toEqual({
      events: 200_000,
      seconds: 4,
      liveSeconds: 30,
      rate: 100,
      peer: false,
      rounds: 3,
      only: ['projector', 'live', 'idle', 'read', 'dashboard', 'redaction'],
    });
    const given = { seconds: 9, liveSeconds: 9, only: ['read'], peer: true };
    expect(readOptions(['--only', 'read', '--seconds', '9', '--peer'])).toMatchObject(given);
  });

  it.each([
    ['--events', '10'],
    ['--seconds', '1.5'],
    ['--rate', '0'],
    ['--only', 'lunch'],
    ['--sekunden', '3'],
  ])('refuse %s %s with a sentence', (...args) => {
    expect(() => readOptions(args)).toThrow(/usage|unknown option/i);
  });
});

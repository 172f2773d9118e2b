import { expect, it } from 'vitest';
import { findSsnWords } from './ssn-words.ts';
import { findSpans } from './text-spans.ts';

it.each([
  ...['SSN', 's.s.', 's s n', 's-s-n', 'ss-n', 'S/S: 1', 'SS#', 'ss no', 'ss 123456789', 'SSAN', 'ssa num', 'soc sec'],
  ...['Social Security Number', 'soc#', 'social no', 'social is', 'soc: 123456789', 'socail security', 'snn: 1'],
  ...[
    'i. t. i. n.',
    'n\u00famero de seguro',
    'numero de seguro',
    'seguro social',
    'ITIN',
    'tax payer id',
    'taxpayer-id',
  ],
  ...['individual taxpayer id', 's\u00a0s\u00a0n', 'Its\u00a0SSN', '\u200bSSN'],
])('finds %j wherever it stands', (mention) => {
  for (const before of ['', 'the ', ': ', '\n', '\u00e9 ']) {
    const text = `${before}${mention} `;
    const words = findSsnWords(text, findSpans(text).hints);
    expect(words?.starts).toHaveLength(1);
    expect(words?.starts[0]).toBeGreaterThanOrEqual(before.length);
  }
});

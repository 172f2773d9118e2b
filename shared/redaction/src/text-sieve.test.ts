import fc from 'fast-check';
import { expect, it } from 'vitest';
import { marksOf, mayReadAsSsn } from './marks.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import { findInText } from './text-rules.ts';
import { mayFindInText } from './text-sieve.ts';

const SUBJECTS = ['666453920', '012345678', '001234567'];
const pieces = fc.constantFrom(
  ...['666', '45', '3920', '012345678', '12345678', '1234567', '00', '666-45-3920', '0', '1', '9', '123', '6789'],
  ...[
    '-',
    ' ',
    '.',
    '/',
    '_',
    ',',
    '(',
    ')',
    ':',
    '#',
    '*',
    'x',
    'XXX',
    '%',
    '&',
    '=',
    '\u007f',
    '\u200b',
    '٣',
    '\\',
    '<b>',
  ],
  ...[
    'ssn',
    'SSN ',
    'social security',
    'S.S.',
    'itin',
    'APPSSN: ',
    'tin=',
    'tax id ',
    'ss_no',
    'ssn1=',
    'ss2=',
    'first five ',
    'last four ',
    'area ',
    ' group ',
    ' serial ',
    '53184',
    ': ',
    'taxpayer id',
    'ending in ',
    'e',
    'E',
    'e1',
    'a',
    'T',
    '$',
    '+',
  ],
);

/** Twenty thousand texts take seconds on two busy cores. */
const PATIENCE = { timeout: 60_000 };

it('leaves out no text in which the rules find something', PATIENCE, () => {
  const texts = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
  fc.assert(
    fc.property(texts, fc.subarray(SUBJECTS), fc.boolean(), (text, numbers, aboutSsn) => {
      const context = { subjects: createSubjectNumbers(numbers), aboutSsn };
      const marks = marksOf(text);
      if (findInText(text, context).length === 0) return;
      const padded = `9${text}9`;
      expect([mayReadAsSsn(marks), mayFindInText(padded, [1, padded.length - 1], marks, context)]).toEqual([
        true,
        true,
      ]);
    }),
    { numRuns: 20_000 },
  );
});

it.each(['111111111111111111111111', '401BB01000', '01152020', '4000****', '2020-01-15T10:15:00Z', '987654321'])(
  'spares the rules a look at %s',
  (text) => {
    const context = { subjects: createSubjectNumbers(SUBJECTS), aboutSsn: false };
    expect(mayFindInText(text, [0, text.length], marksOf(text), context)).toBe(false);
  },
);

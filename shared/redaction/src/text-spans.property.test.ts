import fc from 'fast-check';
import { expect, it } from 'vitest';
import { applyEdits, mergeEdits } from './edits.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import { matchesIn } from './text-matches.ts';
import { findInText } from './text-rules.ts';
import { findSpans, LONGEST_WHOLE } from './text-spans.ts';

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

/** Words, amounts and dates, of which no rule finds anything. */
const FILLER = 'The creditor reported $1,200 on 01/15/2020; balance 7 months.\n'.repeat(40);
/** The nightly run looks at four times as many texts. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 1);
/** Thousands of texts take seconds on two busy cores. */
const PATIENCE = { timeout: 120_000 };

/** What the rules find in a text, in its parts or in all of it. */
function foundIn(text: string, numbers: readonly string[], inAll: boolean): string {
  const { hints, spans } = findSpans(text);
  const matches = matchesIn(text, { hints, spans: inAll ? [[0, text.length]] : spans });
  const edits = findInText(text, { subjects: createSubjectNumbers(numbers), aboutSsn: null }, matches);
  return applyEdits(text, mergeEdits(edits));
}

it('leaves out no part of a text in which the rules find something', PATIENCE, () => {
  expect(FILLER.length).toBeGreaterThan(LONGEST_WHOLE);
  const texts = fc.array(pieces, { maxLength: 12 }).map((list) => `${FILLER}${list.join('')}\n${FILLER}`);
  fc.assert(
    fc.property(texts, (text) => {
      expect(foundIn(text, [], false)).toBe(foundIn(text, [], true));
    }),
    { numRuns: 750 * RUNS },
  );
});

it('leaves out no short text in which the rules find something', PATIENCE, () => {
  const texts = fc.array(pieces, { maxLength: 12 }).map((list) => list.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const hints = [...text].map((_, index) => index);
      const { named, found, beside } = matchesIn(text, { hints, spans: [[0, text.length]] });
      if (named.length + found.length + beside.length > 0) expect(findSpans(text).spans).toHaveLength(1);
    }),
    { numRuns: 5_000 * RUNS },
  );
});

it("finds the event's numbers in the middle of a long text as in a short one", PATIENCE, () => {
  const digits = pieces.filter((piece) => !/[a-z]/i.test(piece));
  const texts = fc.array(digits, { maxLength: 12 }).map((list) => `.\n\n${list.join('')}\n\n.`);
  fc.assert(
    fc.property(texts, fc.subarray(SUBJECTS), (text, numbers) => {
      expect(foundIn(FILLER + text + FILLER, numbers, false)).toBe(FILLER + foundIn(text, numbers, false) + FILLER);
    }),
    { numRuns: 750 * RUNS },
  );
});

import { describe, expect, it } from 'vitest';
import { redactJsonText } from '../redact-json-text.ts';
import { redactText } from '../redact-text.ts';
import { isRecoverable } from '../testing/planted-number-oracle.ts';
import { IN_OTHER_LANGUAGES, MISSPELT, SURE, TAXPAYER } from '../vocabulary.ts';
import { ACCIDENTS_IN_JSON, ACCIDENTS_IN_TEXT, BENIGN_TWINS_IN_JSON, BENIGN_TWINS_IN_TEXT } from './accident-cases.ts';
import { BENIGN_BESIDE_NUMBER, BENIGN_JSON, BENIGN_TEXTS } from './benign-cases.ts';
import { DOCUMENT_PLACES, DOCUMENTS, NO_DOCUMENTS } from './document-cases.ts';
import { BENIGN_BESIDE_LABELS, NAMED_BY_LABELS } from './label-cases.ts';
import { NOT_LOOKED_FOR, ODD_BUT_GONE } from './odd-rows.ts';
import { DIGIT_BY_DIGIT, NOT_PARTS, NOT_PARTS_IN_JSON, PARTED_IN_JSON, PARTED_IN_TEXT } from './part-cases.ts';
import {
  CORPUS_SSN,
  NAMED_IN_ENCODED,
  NAMED_IN_TEXT,
  NAMED_PLACES,
  SPLIT_NUMBERS,
  SUBJECT_WRITINGS,
} from './planted-cases.ts';
import { BENIGN_TABLES, BENIGN_TABLES_IN_TEXT, NAMED_COLUMNS, TABLES_IN_TEXT } from './table-cases.ts';

const ACCIDENT_LEFT = /(?<!\d)(?:412(?!\d{3}\.)|66|663971|531847296|1989)(?!\d)|412663971|3971|3 9 7 1|(?:5[0-7],){3}/;

const R = '***-**-****';

/** The rows that must hold: all but those that the README lists. */
function accidents<T extends string | readonly string[]>(rows: readonly T[]): readonly T[] {
  return rows.filter((row) => !NOT_LOOKED_FOR.has(typeof row === 'string' ? row : (row[0] as string)));
}

/** Eight letters in a row of what was a document's base64, wherever they are left: at the top, or one level of base64 deeper. */
function pieceLeft(text: string, bytes: Buffer): string {
  const code = bytes.toString('base64');
  const plain = `${text} ${text.replaceAll(/\W/g, '')} ${Buffer.from(text.match(/[\w+/]{24,}/)?.[0] ?? '', 'base64')}`;
  for (let at = 0; at + 8 <= code.length; at += 4) {
    const piece = code.slice(at, at + 8);
    for (const left of [piece, piece.replaceAll('+', '-').replaceAll('/', '_')]) if (plain.includes(left)) return left;
  }
  return '';
}

/** Every writing of a term, its words parted by spaces. */
function writingsOf(term: string): readonly string[] {
  const choice =
    /(?:\(\?:(?<groups>[^()]*)\)|\[(?<signs>[^\]]*)\]|(?<sign>\p{L}))(?<mayMiss>\?)|\(\?:(?<either>[^()]*)\)|\[(?<one>[^\]]*)\]/u;
  const { 0: all = '', index = 0, groups } = choice.exec(term) ?? {};
  if (groups === undefined) return [term.replaceAll('_', ' ')];
  const { groups: parts = groups.either, signs = groups.one, sign = '', mayMiss } = groups;
  const each = [...(parts?.split('|') ?? signs ?? sign), ...(mayMiss === undefined ? [] : [''])];
  return each.flatMap((writing) => writingsOf(term.slice(0, index) + writing + term.slice(index + all.length)));
}

describe('every number that once got through', () => {
  it.each([SURE, MISSPELT, IN_OTHER_LANGUAGES, TAXPAYER].flat())(
    'goes beside the term %s, however it is written',
    (term) => {
      for (const writing of writingsOf(term)) {
        const { text } = redactJsonText(`[{"note":"${writing}: 53184729"},{"label":"${writing}","value":"531847296"}]`);
        expect(text).toBe(`[{"note":"${writing}: ${R}"},{"label":"${writing}","value":"${R}"}]`);
      }
    },
  );

  it.each(SUBJECT_WRITINGS)('goes from a text and from a key beside its name: %s', (_, writing) => {
    const spelling = JSON.stringify(writing);
    const text = redactJsonText(`{"ssn":"${CORPUS_SSN}","v":${spelling},${spelling}:1}`).text;
    expect(text).not.toContain(spelling);
    expect(redactJsonText(text).text).toBe(text);
  });

  it.each(accidents([...NAMED_PLACES, ...NAMED_COLUMNS, ...NAMED_BY_LABELS]))('goes from %s', (_, json) => {
    const text = redactJsonText(json).text;
    expect(text).toContain(R);
    expect(text).not.toMatch(/666453920|666453921|2853947|3920/);
  });

  it.each(accidents(SPLIT_NUMBERS))('goes when it is split over %s', (_, value) => {
    const text = redactJsonText(`{"ssns":["${CORPUS_SSN}","012053947"],"v":${value}}`).text;
    expect(text.replace(/"a\d"/g, '')).not.toMatch(/\d/);
  });

  it.each(DOCUMENT_PLACES)('goes with every document in base64: %s', (_, jsonOf) => {
    for (const [name, bytes] of DOCUMENTS) {
      const json = jsonOf(bytes);
      const { text } = redactJsonText(json);
      expect(pieceLeft(text, bytes), name).toBe('');
      expect(redactJsonText(text).text, name).toBe(text);
      expect(JSON.stringify(JSON.parse(text)).length, name).toBeLessThanOrEqual(json.length);
    }
  });

  it.each([
    'H4sIAAAAAAAAA8srzU1KLVIwMDIzMLQwtzAFAGH+DyMQAAAA and',
    'H4sIAAAAAAAAA8srzU1KLVIwMDBX0FUwM1XQVbCwtDAAAFAA\nPay',
    'First\nH4sIAAAAAAAAA8ssVjAwtjCwMDAztwAAblWvpQwAAAA=',
  ])('goes from a compressed text with a word beside it: %j', (note) => {
    const ssns = ['580213615', '038080678', '026018785', '007658980'];
    expect(JSON.parse(redactJsonText(JSON.stringify({ ssns, note })).text).note).toMatch(
      /^(?:First\n)?\[removed: gzip, 1 KiB\]/,
    );
  });

  it.each(NAMED_IN_ENCODED)('goes from %s', (_, json) => {
    expect(isRecoverable(json, CORPUS_SSN)).toBe(true);
    const { text, redactions } = redactJsonText(json);
    expect(redactions).toBe(1);
    expect(isRecoverable(text, CORPUS_SSN)).toBe(false);
    expect(Object.keys(JSON.parse(text))).toEqual(['v']);
  });

  it.each([...NAMED_IN_TEXT, ...TABLES_IN_TEXT])('goes from %j', (text) => {
    for (const redacted of [redactText(text), redactJsonText(JSON.stringify({ note: text })).text]) {
      expect(redacted).toContain(R);
      expect(redacted).not.toMatch(/66645392[01]|2853947|1285394|3920|3 9 2 0/);
    }
  });

  it.each(ACCIDENTS_IN_TEXT)('goes where people and systems write it: %j', (text) => {
    expect(redactText(text)).not.toMatch(ACCIDENT_LEFT);
    expect(redactJsonText(JSON.stringify({ note: text })).text).not.toMatch(ACCIDENT_LEFT);
  });

  it.each(ACCIDENTS_IN_JSON)('goes where people and systems write it: %s', (json) => {
    expect(redactJsonText(json).text).not.toMatch(ACCIDENT_LEFT);
  });

  it.each(accidents(PARTED_IN_TEXT))('goes in all its parts, and as a whole from elsewhere: %j', (text) => {
    const redacted = redactText(text);
    expect(redacted).toContain(R);
    expect(redacted.match(/\d{2,}/g)?.filter((digits) => CORPUS_SSN.includes(digits)) ?? []).toEqual([]);
    expect(redactText(redacted)).toBe(redacted);
    expect(redactJsonText(JSON.stringify({ v: text, w: `x ${CORPUS_SSN} y` })).text).not.toContain(CORPUS_SSN);
  });

  it.each(PARTED_IN_JSON)('goes in all its parts, and as a whole from elsewhere: %s', (json) => {
    const { text } = redactJsonText(`{"v":${json},"w":"x ${CORPUS_SSN} y"}`);
    expect(text).not.toMatch(/(?<![A-Za-z\d])(?:666|45|66645|3920)(?!\d)/);
    expect(text).toContain(`"w":"x ${R} y"`);
  });

  it.each(accidents(DIGIT_BY_DIGIT))('goes digit by digit: %j', (text) => {
    expect(redactText(text)).not.toMatch(/\d/);
    expect(redactJsonText(JSON.stringify({ v: text, w: `x ${CORPUS_SSN} y` })).text).not.toContain(CORPUS_SSN);
  });
});

it('every odd row is one of the corpus', () => {
  const named = [...SUBJECT_WRITINGS, ...NAMED_PLACES, ...NAMED_BY_LABELS, ...SPLIT_NUMBERS].map(([name]) => name);
  const rows = new Set([...named, ...DIGIT_BY_DIGIT, ...PARTED_IN_TEXT, ...NAMED_IN_TEXT]);
  expect([...NOT_LOOKED_FOR, ...ODD_BUT_GONE].filter((row) => !rows.has(row))).toEqual([]);
});

describe('every value that was once taken for a number', () => {
  it.each([...BENIGN_TEXTS, ...BENIGN_TABLES_IN_TEXT, ...NOT_PARTS, ...NO_DOCUMENTS, ...BENIGN_TWINS_IN_TEXT])(
    'stays: %j',
    (text) => {
      expect(redactText(text)).toBe(text);
      const json = JSON.stringify({ v: text, n: [text] });
      expect(redactJsonText(json).text).toBe(json);
    },
  );

  it.each(BENIGN_BESIDE_NUMBER)('stays beside the number: %j', (text) => {
    const spelling = JSON.stringify(text);
    expect(redactJsonText(`{"ssn":"${CORPUS_SSN}","v":${spelling}}`).text).toContain(spelling);
  });

  it('a number cut out of values of other names stays', () => {
    const url = 'https://x.test/?d=2020-01-15&n=562538';
    expect(JSON.parse(redactJsonText(JSON.stringify({ ssn: '001155625', url })).text).url).toBe(url);
  });

  it.each([...BENIGN_JSON, ...BENIGN_TABLES, ...BENIGN_BESIDE_LABELS, ...NOT_PARTS_IN_JSON, ...BENIGN_TWINS_IN_JSON])(
    'stays: %s',
    (json) => {
      expect(redactJsonText(json).text).toBe(json);
    },
  );
});

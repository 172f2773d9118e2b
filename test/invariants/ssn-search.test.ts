import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSsnSearch, dashed } from './ssn-search.ts';

const NUMBER = '912345678';
const search = createSsnSearch(
  new Map([
    [NUMBER, 'the number'],
    ['12345670', 'the short number'],
  ]),
);
const found = (text: string) => search.inText(text).map(({ planted }) => planted);

const inArabic = [...NUMBER].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');
const inBold = [...NUMBER].map((digit) => String.fromCodePoint(0x1d7ce + Number(digit))).join('');
const escaped = (prefix: string, radix: number, suffix = '') =>
  [...NUMBER].map((digit) => `${prefix}${digit.charCodeAt(0).toString(radix)}${suffix}`).join('');

describe('the search finds a number', () => {
  it.each([
    ['plain', `x${NUMBER}y`],
    ['within a longer number', `17${NUMBER}22`],
    ['as 3-2-4', `ssn ${dashed(NUMBER)}.`],
    ['with a dash of another kind', dashed(NUMBER, '\u2013')],
    ['with invisible separators', dashed(NUMBER, '\u200b\u00ad')],
    ['digit by digit', [...NUMBER].join(', ')],
    ['as a list', JSON.stringify([...NUMBER])],
    ['in Arabic digits', inArabic],
    ['in mathematical digits', inBold],
    ['percent-encoded', escaped('%', 16)],
    ['with percent-encoded separators', dashed(NUMBER, '%20')],
    ['as decimal entities', escaped('&#', 10, ';')],
    ['as hexadecimal entities', escaped('&#x', 16, ';')],
    ['with JSON escapes', escaped('\\u00', 16)],
    ['with separators as JSON escapes', dashed(NUMBER, '\\u2013')],
    ['with hexadecimal escapes', escaped('\\x', 16)],
    ['in hex', Buffer.from(NUMBER).toString('hex')],
    ['in hex bytes', Buffer.from(NUMBER).toString('hex').match(/../g)?.join(':') ?? ''],
    ['in base64', Buffer.from(`id ${NUMBER}`).toString('base64')],
    ['in base64, dashed', Buffer.from(`tax no ${dashed(NUMBER)} given`).toString('base64url')],
    ['in base64 of base64', Buffer.from(Buffer.from(`ssn=${NUMBER}`).toString('base64')).toString('base64')],
    ['in base64 in a URL', encodeURIComponent(Buffer.from(`??>${NUMBER}~~`).toString('base64'))],
    ['in base64 right after a word', `token${Buffer.from(NUMBER).toString('base64')}`],
    ['as SHA-256', hash('sha256', NUMBER)],
    ['as SHA-1 of its dashed form', hash('sha1', dashed(NUMBER))],
  ])('%s', (_, text) => {
    expect(found(text)).toContain('the number');
  });

  it('without its leading zero', () => {
    expect(found('{"ssn":12345670}')).toEqual(['the short number']);
  });

  it('in bytes as UTF-8, UTF-16 and BSON', () => {
    for (const bytes of [Buffer.from(inArabic), Buffer.from(NUMBER, 'utf16le'), Buffer.from(`\u0002a\0${NUMBER}\0`)]) {
      expect(search.inBytes(bytes).map(({ planted }) => planted)).toEqual(['the number']);
    }
  });

  it('wherever base64 puts it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), fc.uint8Array({ maxLength: 30 }), (before, after) => {
        const text = Buffer.concat([before, Buffer.from(`-${NUMBER}-`), after]).toString('base64');
        expect(found(`<${text}>`)).toContain('the number');
      }),
    );
  });
});

it.each([
  ['the replacement', '***-**-****'],
  ['another number', '912345679'],
  ['digits apart by letters', '912a34b5678'],
  ['digits apart by a sentence', '912 34 and much later 5678'],
  ['the hash of another number', hash('sha256', '912345679')],
])('the search does not find %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readXml } from './report-xml.ts';

const read = (text: string): unknown => JSON.parse(JSON.stringify(readXml(text)));

test('elements and attributes become members, and several children of one name a list', () => {
  const text = `<?xml version="1.0"?><!DOCTYPE x><a:ROOT xmlns:a="urn:x"><!-- a comment -->
    <ITEM _Name="One" n='1'/><ITEM><NAME>Two &amp; &#50;&#x32;</NAME><![CDATA[more]]></ITEM>
    <LONE>text</LONE></a:ROOT>`;
  expect(read(text)).toEqual({
    ROOT: {
      a: 'urn:x',
      ITEM: [
        { _Name: 'One', n: '1' },
        { NAME: 'Two & 22', '#text': 'more' },
      ],
      LONE: 'text',
    },
  });
});

test.each([
  [
    'an element that is not closed ends with the one around it',
    '<A><B>1<C>2</A>',
    { A: { B: { C: '2', '#text': '1' } } },
  ],
  ['an end without a beginning is passed over', '<A></B>1</A>', { A: '1' }],
  ['a tag that never ends is text', '<A>1 < 2 <B', { A: '1 < 2 <B' }],
  ['names of Object.prototype are names', '<__proto__><constructor>1</constructor></__proto__>', undefined],
  ['what is no code point stays', '<A>&#9999999;</A>', { A: '&#9999999;' }],
])('%s', (_, text, expected) => {
  const found = read(text);
  if (expected === undefined) expect(Object.keys(readXml(text))).toEqual(['__proto__']);
  else expect(found).toEqual(expected);
});

test('any text is read, in a time that does not grow with its square', () => {
  const piece = fc.constantFrom(
    '<a',
    '<a>',
    '</a>',
    '<b x="',
    '"',
    "'",
    '>',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&#1;',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      readXml(pieces.join(''));
    }),
    { ...propertySeed(), numRuns: 300 },
  );
  for (const text of [
    '<a '.repeat(300_000),
    '<a x="'.repeat(200_000),
    "<a><b c='".repeat(150_000),
    '<!--'.repeat(300_000),
    '<a>'.repeat(400_000),
  ]) {
    expect(readXml(text)).toBeTypeOf('object');
  }
});

import { describe, expect, it } from 'vitest';
import { rows } from './corpus/rows.ts';
import { isOperatorAccount, redactText, UNREADABLE_TEXT } from './redact-text.ts';
import { SubjectNumbers } from './subjects.ts';

const R = '***-**-****';
function numbersOf(...numbers: string[]): SubjectNumbers {
  const known = new SubjectNumbers();
  for (const number of numbers) known.add(number, 'a test');
  return known;
}

describe('free text: three, two and four digits (rule 4)', () => {
  it.each([
    // Sandbox areas, ITINs and famous dummies are no exceptions; any sign that a person reads over parts the groups.
    ...['123-45-6789', '078-05-1120', '000-12-3456', '666-12-3456', '991-91-9191'],
    ...[...' \u00a0./_\u2013\u2011\u2212·•\u00ad'].map((sign) => `123${sign}45${sign}6789`),
    ...['123 - 45 - 6789', '123- 45 -6789', '123--45--6789', '123 45-6789', '123-45-\n6789'],
    ...['１２３－４５－６７８９', '١٢٣-٤٥-٦٧٨٩', '𝟏𝟐𝟑-𝟒𝟓-𝟔𝟕𝟖𝟗', '1\u200b23-4\u00ad5-67\u200d89', '①②③-④⑤-⑥⑦⑧⑨'],
    ...['XXX-XX-6789', '***-**-6789', '123-45-XXXX', 'xxx xx 6789'],
  ])('%j goes', (number) => {
    expect(redactText(number)).toBe(R);
    expect(redactText(`His number is ${number}, he says.`)).toBe(`His number is ${R}, he says.`);
    expect(redactText(`ID:${number}`)).toBe(`ID:${R}`);
  });

  it.each([
    ['in a path', 'https://x.test/f/123-45-6789/view?a=1', `https://x.test/f/${R}/view?a=1`],
    ['in a file name', 'report_123-45-6789_2020.pdf', `report_${R}_2020.pdf`],
    ['after letters', 'SSN123-45-6789', `SSN${R}`],
    ['split by markup', '<b>123</b>-<i>45</i>-6789', `<b>${R}</b><i></i>`],
    ['with entities', '123&#45;45&#x2d;6789', R],
    ['with named entities', '123&nbsp;45&nbsp;6789', R],
    ['with percent signs', '123%2D45%2D6789', R],
    ['in escapes', 'a\\u0031\\u0032\\u0033-45-6789', `a${R}`],
    ['with brackets', '(123) 45-6789', `(${R}`],
    ['two of them', '123-45-6789 987-65-4321', `${R} ${R}`],
    ['in an attribute between other digits', '1<a x="123-45-6789">2', `1<a x="${R}">2`],
  ])('goes %s', (_, text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it('goes in the decimal digits of every script that this version of Unicode has', () => {
    const digits = Array.from({ length: 0x20000 }, (_, code) => String.fromCodePoint(code)).filter((c) =>
      /\p{Nd}/u.test(c),
    );
    const scripts = Array.from({ length: digits.length / 10 }, (_, n) => digits.slice(10 * n, 10 * n + 10));
    expect(scripts.length).toBeGreaterThan(60);
    for (const script of scripts) {
      const number = '123-45-6789'.replace(/\d/g, (digit) => script[Number(digit)] ?? '');
      expect(redactText(number), number).toBe(R);
    }
  });

  it('goes with all of the base64 that hides it', () => {
    expect(redactText(`note ${btoa('my number is 123-45-6789, ok')}.`)).toBe(`note ${R}.`);
  });
});

describe('free text: nine digits beside words about SSNs (rule 5)', () => {
  it.each([
    ['SSN 123456789', `SSN ${R}`],
    ['SSN: 123456789', `SSN: ${R}`],
    ['ssn#123456789', `ssn#${R}`],
    ['borrowerSSN=123456789', `borrowerSSN=${R}`],
    ['social security number 123456789', `social security number ${R}`],
    ['Social: 123456789', `Social: ${R}`],
    ['Possible ITIN 912345678', `Possible ITIN ${R}`],
    ['SS# 123456789', `SS# ${R}`],
    ['S.S.N. 123456789', `S.S.N. ${R}`],
    ['SSN for John Smith is 123456789', `SSN for John Smith is ${R}`],
    ['SSN on file: 123456789', `SSN on file: ${R}`],
    ['123456789 (SSN)', `${R} (SSN)`],
    ['123456789 is his SSN', `${R} is his SSN`],
    ['SSN 123 456 789', `SSN ${R}`],
    ['SSN 12345-6789', `SSN ${R}`],
    ['{"ssn":"123456789', `{"ssn":"${R}`],
    ['<td>SSN</td><td>123456789</td>', `<td>SSN</td><td>${R}</td>`],
    ['SSN ending in 6789', `SSN ending in ${R}`],
    ['last 4 of ssn: none. SSN last four 6789', `last 4 of ssn: none. SSN last four ${R}`],
    ['SSN XXXXX6789', `SSN XXXXX${R}`],
  ])('%j', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });
});

describe('free text that stays', () => {
  it.each(rows`
    nine digits 123456789 alone
    ZIP 78701-1234 and 787011234
    call 512-555-0143 or (512) 555-0143 or 5125550143 or +1 512 555 0143
    routing 021000021 account 000123456789
    ABA 021000021; SSN verified
    SSN verified, account 123456789 is open
    $1,234,567.89 and 123,456,789
    2019-01-15 01/15/2019 2019-01-15T10:20:30.123Z
    PAST DUE $123 04 1999
    list 10,123,45,6789,3
    payment pattern 000000111222333
    0 30 60 90 120 45 1234 1
    550e8400-e29b-41d4-a716-446655440000
    order 1234-56-7890, order 123-4567-89, order 123-45-67890, order 0123-45-6789
    \\d{3}-\\d{2}-\\d{4}
    ***-**-**** XXX-XX-XXXX
    // Its bytes hold by chance what looks like an element named as an SSN.
    E2j5ZwvyVIe2cZ/ib8M2ODCUJZjmlqaWhp8XbS5bzGi6bj36eDV9Zwd78ex91LevW3xBAe7a87QuFe2DLVVA1qaZKWVUSDJ6A9oz4ZRFo7ZoC7qw3xJAj+urGM7gZOfF+I5Uz0al1S8A5/q/YdKop4Rpw58KWyiKXXsHYd4l679leAuCyoq+WGv6ESzkeOq9bkFA65SVPGg4oV3xE3rpMjkDTu4y+jcuwHNzbnN8ARp6w83UeWMBVEQ+8Nm/hvNwUGHQpaC5fkyUtFJyuGT3wJCjtr+HLu7bYHXLFXO0jbAc
    ve9EPM428h8vShlRW1KT
    {"a":1.10,"b":[1E400,12345678901234567890]}`)('%j', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

it('a number goes from below a header of a thousand names', () => {
  const row = (at: (index: number) => string): string => Array.from({ length: 1000 }, (_, i) => at(i)).join(',');
  const text = `${row((i) => (i === 900 ? 'SSN' : `Account name ${i}`))}\n${row((i) => (i === 900 ? '666453920' : 'x'))}`;
  expect(redactText(text)).not.toContain('666453920');
});

it('a number goes from the end of a long comment', () => {
  expect(redactText(`<a>1</a><!-- ${'word '.repeat(1_000)} SSN: 531-84-7296 -->`)).not.toContain('7296');
});

describe('numbers of the people concerned (rule 3)', () => {
  const subjects = numbersOf('666453920', '012853947');

  it.each([
    ['bare', '666453920', R],
    ['inside more digits', '0099666453920123', `0099${R}123`],
    ['with any separators', '6|6 6.4/5—3_9~2;0', R],
    ['cell by cell', 'a,666,45,3920,b', `a,${R},${R},${R},b`],
    ['split in other places', '6664 539-20', R],
    ['over lines', '666\n45\n3920', R],
    ['with markup between', '<b>666</b><i>45</i>3920', `<b>${R}</b><i></i>`],
    ['without its leading zero', 'no. 12853947.', `no. ${R}.`],
    ['in other digits', '٦٦٦٤٥٣٩٢٠', R],
    ['in a URL', 'https://x.test/666453920.pdf', `https://x.test/${R}.pdf`],
    ['percent-encoded', '%36%36%36453920', R],
    ['entity-encoded', '&#54;&#54;&#54;453920', R],
    ['with zero-width characters', '6\u200b6\u200b6\u200b4\u200b5\u200b3\u200b9\u200b2\u200b0', R],
  ])('go %s', (_, text, expected) => {
    expect(redactText(text, subjects)).toBe(expected);
  });

  it.each([
    ['base64', (number: string) => btoa(`id ${number} end`)],
    ['base64 of base64', (number: string) => btoa(btoa(`number ${number}`))],
    [
      'base64 in lines, before words',
      (number: string) =>
        `${btoa(`number ${number.slice(0, 8)}`)}\r\n${btoa(`${number.slice(8)} of them`)} and no more`,
    ],
  ])('go in %s', (_, encode) => {
    const text = encode('666453920');
    expect(redactText(text)).toBe(text);
    expect(redactText(text, subjects)).not.toBe(text);
  });

  it.each(['666453921', '66645392', '128539470 a', '1285394', '912853947'])('leave %j', (text) => {
    expect(redactText(text, subjects)).toBe(text);
  });

  it('are not taken from one repeated digit, which would empty every report', () => {
    expect(redactText('000000000 999999999', numbersOf('000000000', '999999999'))).toBe('000000000 999999999');
  });
});

it('an account is one word without a number', () => {
  expect(['ann.doe', 'OPS-17', 'Ann Doe', 'ann@x.test', '666-45-3920'].filter(isOperatorAccount)).toEqual([
    'ann.doe',
    'OPS-17',
  ]);
});

describe('text that cannot be read to its end', () => {
  it('is not shown', () => {
    let text = '123-45-6789';
    for (let i = 0; i < 12; i++) text = JSON.stringify({ text });
    expect(redactText(text)).toBe(UNREADABLE_TEXT);
  });
});

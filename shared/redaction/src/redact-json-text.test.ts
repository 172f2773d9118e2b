import { createCipheriv } from 'node:crypto';
import { InvalidError } from '@fundlens/runtime/errors';
import { describe, expect, it } from 'vitest';
import { applyEdits } from './edits.ts';
import { TextReader } from './reading.ts';
import { readJsonText, redactJsonText } from './redact-json-text.ts';

const R = '***-**-****';
const redact = (text: string): string => redactJsonText(text).text;

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof InvalidError) return error.code;
    throw error;
  }
  return 'no error';
}

describe('names that say SSN (rule 1)', () => {
  it.each([
    ...'ssn SSN _SSN @_SSN @SSN ssnValue borrowerSSN borrower_ssn co-borrower-ssn mismo:SSN applicantssn'.split(' '),
    ...'SocialSecurityNumber socialSecurityNumber social_security_number subjectSocialNum inquirySocialNum'.split(' '),
    ...'Social socialSecurity taxpayerId taxId tin itin individualTaxpayerIdentificationNumber'.split(' '),
    ...['TaxpayerIdentifierValue', 'social security no', 'ＳＳＮ', 's.s.n', 'ssn\\u0031', '\\u0073sn'],
  ])('%j takes its nine digits away, as string and as number', (key) => {
    expect(redact(`{"${key}":"666453920","a":1}`)).toBe(`{"${key}":"${R}","a":1}`);
    expect(redact(`{"${key}":666453920,"a":1}`)).toBe(`{"${key}":"${R}","a":1}`);
    expect(redact(`{"${key}":"666-45-3920"}`)).toBe(`{"${key}":"${R}"}`);
  });

  it.each(['ssn_last4', 'ssnLast4', 'ssnLastFour', 'last4ssn', 'lastFourSsn', 'last4_of_ssn', 'socialLast4', 'ssn_4'])(
    '%j takes its last four away',
    (key) => {
      expect(redact(`{"${key}":"3920","n":{"${key}":3920}}`)).toBe(`{"${key}":"${R}","n":{"${key}":"${R}"}}`);
    },
  );

  it.each([
    ['a lost leading zero', '{"subjectSocialNum":12853947}', `{"subjectSocialNum":"${R}"}`],
    ['an exponent', '{"ssn":6.6645392e8}', `{"ssn":"${R}"}`],
    ['an object under the same name', '{"ssn":{"ssn":"666453920"}}', `{"ssn":{"ssn":"${R}"}}`],
    ['number below it', '{"ssn":[{"number":"666453920"}]}', `{"ssn":[{"number":"${R}"}]}`],
    ['a list', '{"ssns":["666453920",991917364]}', `{"ssns":["${R}","${R}"]}`],
    ['the native TransUnion path', '{"socialSecurity":{"number":"666453920"}}', `{"socialSecurity":{"number":"${R}"}}`],
    [
      'the TrueLink path',
      '{"SocialPartition":{"Social":[{"Social":"666453920"}]}}',
      `{"SocialPartition":{"Social":[{"Social":"${R}"}]}}`,
    ],
    ['numbers as keys', '{"ssns":{"666453920":null}}', `{"ssns":{"${R}":null}}`],
    ['base64', '{"ssn":"NjY2NDUzOTIw"}', `{"ssn":"${R}"}`],
    ['a sentence', '{"ssn":"is 666453920 (ok)"}', `{"ssn":"${R}"}`],
    ['a long sentence', `{"ssn":"${'it is '.repeat(50)}id 3920"}`, `{"ssn":"${R}"}`],
    ['escapes', '{"ssn":"\\u0036\\u0036\\u0036453920"}', `{"ssn":"${R}"}`],
    ['a code of its own', '{"taxpayerId":{"value":"666453920"}}', `{"taxpayerId":{"value":"${R}"}}`],
    ['a masked part', '{"ssn":"XXX-XX-3920"}', `{"ssn":"${R}"}`],
    ['zeros for the last four', '{"subjectSocialNum":"666450000"}', `{"subjectSocialNum":"${R}"}`],
    ['three parts', '{"ssn1":"666","ssn2":"45","ssn3":"3920"}', `{"ssn1":"${R}","ssn2":"${R}","ssn3":"${R}"}`],
    [
      'named parts',
      '{"ssn":{"area":666,"group":45,"serial":3920}}',
      `{"ssn":{"area":"${R}","group":"${R}","serial":"${R}"}}`,
    ],
  ])('reach %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    '{"ssnMatchIndicator":"Y","ssnFirstPossibleIssuanceYear":1985,"ssnIndicators":"YYYYNYYYY"}',
    '{"ssnIndicators":"111101111","socialMatchFlags":"000000001"}',
    '{"socialCount":3,"socialDate":"01151985","fraudSocialNumAlertCode":"12"}',
    '{"ssn":null,"SSN":"","_SSN":"XXXXXXXXX","ssnValid":true}',
    '{"ssn":[{"number":"XXXXX","variationIndicator":"F","date":"01151985"}]}',
    '{"socialSecurityBenefits":123456789,"socialSecurityWages":"123456789"}',
    '{"socialMediaId":"123456789","socialProfile":{"id":"123456789"}}',
    '{"taxId":"12-3456789","ein":"123456789","employerTaxId":"123456789"}',
    '{"business":{"name":"A","taxId":"123456789"},"x":{"businessName":"B","taxId":"123456789"}}',
    '{"businessName":"123456789","glassNumber":"123456789","assn":"123456789","passNo":"123456789"}',
    '{"zipCode":"787011234","@_PostalCode":"787011234","accountNumber":"123456789","routing":"021000021"}',
    '{"phone":{"number":"5125550143"},"score":"+715","amount":123456789,"last4":"1113"}',
  ])('leave alone %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('text under names and labels that speak of SSNs (rule 5)', () => {
  it.each([
    ['{"ssnComment":"reported 666453920 twice"}', `{"ssnComment":"reported ${R} twice"}`],
    ['{"_Type":"SSNMessage","_Text":"also used 666453920"}', `{"_Type":"SSNMessage","_Text":"also used ${R}"}`],
    ['{"ssnVerification":"{\\"n\\":\\"used 666453920\\"}"}', `{"ssnVerification":"{\\"n\\":\\"used ${R}\\"}"}`],
  ])('loses nine bare digits: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('siblings that say SSN (rule 2)', () => {
  it.each([
    ['{"TaxpayerIdentifierType":"SocialSecurityNumber","TaxpayerIdentifierValue":"~"}'],
    ['{"TaxpayerIdentifierValue":"~","TaxpayerIdentifierType":"IndividualTaxpayerIdentificationNumber"}'],
    ['{"@_IdentifierType":"SSN","@_IdentifierValue":"~"}'],
    ['{"otherIdentification":[{"typeCode":"S","identificationNumber":"~"}]}'],
    ['{"otherIdentification":[{"identificationNumber":"~"}]}'],
    ['{"type":"ssn","value":"~"}'],
    ['{"name":"Social Security Number","value":"~"}'],
    ['{"@type":"SSN","#text":"~"}'],
    ['{"type":{"code":"SSN","description":"Social Security Number"},"number":"~"}'],
    ['{"idType":"SSN","idNumber":"~","phoneType":"home","phoneNumber":"5125550143"}'],
    ['{"label":"Borrower SSN","answer":"~"}'],
    ['{"_Type":"SSN","_Value":"~"}'],
    ['{"type":"SSN","last4":"~"}'],
  ])('%s', (template) => {
    expect(redact(template.replace('~', '666453920'))).toBe(template.replace('~', R));
    expect(redact(template.replace('"~"', '666453920'))).toBe(template.replace('~', R));
  });

  it.each([
    '{"TaxpayerIdentifierType":"EmployerIdentificationNumber","TaxpayerIdentifierValue":"123456789"}',
    '{"typeCode":"EIN","identificationNumber":"123456789"}',
    '{"otherIdentification":[{"typeCode":"DL","identificationNumber":"123456789"}]}',
    '{"type":"account","value":"123456789"}',
    '{"type":"SSN","date":"01151985","id":"rec_1234"}',
    '{"_Type":"SSNMessage","_Text":"SSN Matches"}',
    '{"type":"SSN verification fee","value":"12.50"}',
  ])('leave alone %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

it('an answer goes however many messages stand before its question', () => {
  const chat = Array.from({ length: 300 }, (_, i) => `{"body":"message ${i}"}`).join(',');
  expect(redact(`[${chat},{"body":"what is your ssn?"},{"body":"666453920"}]`)).not.toContain('666453920');
});

it.each([
  ['a list', (rows: string[][]) => JSON.stringify({ columns: rows[0], rows: rows.slice(1) })],
  ['HTML', (rows: string[][]) => JSON.stringify({ page: `<table>${rows.map(elementOf).join('')}</table>` })],
])('all numbers go from a long table of which rows without one say that it is missing: %s', (_, written) => {
  const numbered = (i: number) => (i % 2 ? [`Ann ${i}`, String(412663971 + i), 'ok'] : [`Bo ${i}`, '', 'need SSN']);
  const rows = [['Name', 'SSN', 'Note'], ...Array.from({ length: 2_000 }, (_, i) => numbered(i))];
  expect(redact(written(rows))).not.toMatch(/\d{9}/);
});

it('the answers of all forms go, however many define their fields in a text of its own', () => {
  const form = (i: number) => {
    const schema = JSON.stringify([{ id: `q${i}`, title: 'Social Security Number' }]);
    return { answers: [{ id: `q${i}`, value: String(412663971 + i) }], schema };
  };
  expect(redact(JSON.stringify(Array.from({ length: 300 }, (_, i) => form(i))))).not.toMatch(/\d{9}/);
});

function elementOf(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

it('a number goes from a string with more than a million other digits', () => {
  const json = JSON.stringify({ v: `${'7 '.repeat(2 ** 20)}ssn 666-45-3920` });
  expect(redactJsonText(json).text).toBe(json.replace('666-45-3920', R));
});

it('a number goes from behind millions of digits in a row, in any script', () => {
  expect(redact(`{"v":"${'\u0661'.repeat(5_000_000)} 666-45-3920"}`).slice(-14)).toBe(` ${R}"}`);
});

describe('numbers of the people concerned (rule 3)', () => {
  it.each([
    ['text', '"a 666453920 b"', `"a ${R} b"`],
    ['numbers', '666453920', `"${R}"`],
    ['longer numbers', '12666453920', `"${R}"`],
    ['decimal spellings', '666453920.0', `"${R}"`],
    ['exponents', '66645392.0E+1', `"${R}"`],
    ['negative numbers', '-666453920', `"${R}"`],
    ['keys', '{"666-45-3920":1}', `{"${R}":1}`],
    ['keys of literals', '{"n 666453920":null}', `{"n ${R}":null}`],
    ['digits in a list', '[6,6,6,4,5,3,9,2,0]', `[${`"${R}",`.repeat(8)}"${R}"]`],
    ['parts in fields of any names', '{"a":"666","b":"45","c":"3920"}', `{"a":"${R}","b":"${R}","c":"${R}"}`],
    [
      'parts that are not neighbours',
      '{"first":"66645","name":"x","last":"3920"}',
      `{"first":"${R}","name":"x","last":"${R}"}`,
    ],
    ['parts in other digits', '["𝟔𝟔𝟔","٤٥","３９２０"]', `["${R}","${R}","${R}"]`],
    ['JSON in a string', '"{\\"n\\":666453920}"', `"{\\"n\\":\\"${R}\\"}"`],
    [
      'JSON in JSON in a string',
      JSON.stringify(JSON.stringify({ a: JSON.stringify([666453920]) })),
      JSON.stringify(JSON.stringify({ a: JSON.stringify([R]) })),
    ],
    ['XML in a string', '"<a b=\\"666453920\\">666 45 3920</a>"', `"<a b=\\"${R}\\">${R}</a>"`],
    ['the tags of parts', '"<i><a>666</a><b>45</b><c>3920</c></i>"', `"<i><a>${R}</a><b></b><c></c></i>"`],
    ['the attributes of parts', '"<i a=\\"666\\">45 <b>3920</b></i>"', `"<i a=\\"${R}\\">${R} <b>${R}</b></i>"`],
    ['parameters', '"a=666&b=45&c=3920"', `"a=${R}&b=${R}&c=${R}"`],
    [
      'the names of parts in a string',
      '"{\\"a\\":\\"666\\",\\"b\\":\\"453920\\"}"',
      `"{\\"a\\":\\"${R}\\",\\"b\\":\\"${R}\\"}"`,
    ],
  ])('leave %s', (_, value, expected) => {
    expect(redact(`{"v":${value},"ssn":"666453920"}`)).toBe(`{"v":${expected},"ssn":"${R}"}`);
    const reader = new TextReader();
    reader.numbers.add('666453920', 'a test');
    expect(applyEdits(value, reader.editsOf(readJsonText(value, reader, { what: 'value' })))).toBe(expected);
    const readsAsSsn = /666[- ]45[- ]3920/.test(value);
    if (!readsAsSsn) expect(redact(value), 'nothing but the name beside it tells').toBe(value);
  });

  it('found inside a nested text leave the outer one too', () => {
    const text = JSON.stringify({
      note: 'no 666453920',
      xml: '<Borrower SSN="666453920"/>',
      q: 'ssn=991917364',
      z: 991917364,
    });
    expect(redact(text)).toBe(JSON.stringify({ note: `no ${R}`, xml: `<Borrower SSN="${R}"/>`, q: `ssn=${R}`, z: R }));
  });

  it('leave escapes as they are, though their digits and others behind them make up the number', () => {
    const rest = String.raw`[{"a":"\u0037\u003b"},{"b":"x1 y9"}`;
    expect(redactJsonText(`${rest},{"ssn":"003700319"}]`).text).toBe(`${rest},{"ssn":"***-**-****"}]`);
  });

  it('leave escapes of four digits as they are, though these are its last', () => {
    expect(redact('{"ssn":"666450026","note":"SSN \\u0026 birth date match"}')).toContain('SSN \\u0026 birth');
  });

  it.each([
    ['last four', { last4: 'tax id', value: [3920] }],
    ['parts', { n: [666, 45, 3920] }],
    ['parts in lists', { n: [66645, [3920]] }],
  ])('leave JSON in a string well-formed: %s', (_, value) => {
    const { note } = JSON.parse(redact(JSON.stringify({ ssn: '666453920', note: JSON.stringify(value) })));
    expect(Object.keys(JSON.parse(note))).toEqual(Object.keys(value));
  });

  it('go with the zeros that a JSON number has lost', () => {
    expect(redact('{"ssn":760454,"note":"000760454"}')).toContain(`"note":"${R}"`);
  });

  it('all go from a long list behind a label', () => {
    const numbers = Array.from({ length: 300 }, (_, row) => String(531_840_000 + 37 * row));
    expect(redactJsonText(JSON.stringify({ values: [['SSN', ...numbers]] })).text).not.toMatch(/\d/);
  });

  it('put together from parts leave the rest', () => {
    expect(redact('{"ssnFirst5":"66645","ssnLast4":"3920","note":"666453920"}')).toContain(`"note":"${R}"`);
    expect(redact('{"ssn":["6","6","6","4","5","3","9","2","0"],"note":"666453920"}')).toContain(`"note":"${R}"`);
  });

  it('leave a word beside what is not seen of markup', () => {
    expect(redact('{"v":"<q>ssn <?x 666-45-3920?></q>"}')).toBe(`{"v":"<q>ssn <?x ${R}?></q>"}`);
  });

  it.each(['["x",{"y":null}]', '{"y":2}', '"x"', 'null'])(
    'leave what stands under a name that has its parts: %s',
    (value) => {
      expect(redact(`[{"field":"ssn"},{"666-45-3920":${value}}]`)).toBe(`[{"field":"ssn"},{"${R}":${value}}]`);
      expect(redact(`[{"field":"ssn"},{"66645-3920":${value}}]`)).toBe(`[{"field":"ssn"},{"${R}":${value}}]`);
    },
  );
});

describe('what is not to be redacted', () => {
  it.each([
    '{"a":1.10,"b":1E400,"c":-0,"d":12345678901234567890,"e":1.0e-7}',
    '{ "b" : 1 ,\n\t"a":\r\n2,"a":3,"__proto__":{"x":1} }',
    '{"s":"\\u00e9\\/\\ud800 \\u0041\\b\\f","t":"\\"quoted\\" \\\\ back"}',
    '"just text"',
    'null',
    '[[[[]]],{},"",0]',
    '{"q":"{\\"open\\":"}',
    '{"é \\\\":"é \\\\"}',
    '{"s":"日本語 🙂 é"}',
    '["last 4 of SSN?","\\u0072\\u0065\\u0070","n/a 1"]',
  ])('keeps every byte of %s', (text) => {
    expect(redactJsonText(text)).toEqual({ text, redactions: 0 });
    const bytes = Buffer.from(text);
    expect(redactJsonText(bytes).text).toBe(bytes);
  });

  it('keeps what is encrypted, in base64', () => {
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
    const text = JSON.stringify([cipher.update(Buffer.alloc(100_000)).toString('base64')]);
    expect(redact(text)).toBe(text);
  });

  it('keeps every byte around what is redacted', () => {
    const text = '{ "ssn" :\t666453920 , "a":1.10,"é":"\\u00e9 666-45-3920\\/", "a":1E400}\n';
    const expected = `{ "ssn" :\t"${R}" , "a":1.10,"é":"\\u00e9 ${R}\\/", "a":1E400}\n`;
    expect(redactJsonText(text)).toEqual({ text: expected, redactions: 2 });
    expect(redactJsonText(Buffer.from(text)).text).toEqual(Buffer.from(expected));
  });
});

const nested = (levels: number, inner = ''): string => '['.repeat(levels) + inner + ']'.repeat(levels);
const textsInEachOther = (levels: number): string =>
  JSON.stringify(Array.from({ length: levels }).reduce<string>((text) => JSON.stringify({ text }), 'n 666453920'));

describe('what cannot be redacted', () => {
  it.each<readonly [name: string, code: string, input: string | Uint8Array]>([
    ['100,000 open arrays', 'report_too_deep', '['.repeat(100_000)],
    ['100,000 arrays', 'report_too_deep', nested(100_000)],
    ['100,000 objects', 'report_too_deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['100,000 arrays in a string', 'report_too_deep', JSON.stringify({ a: nested(100_000, '666453920') })],
    ['twelve texts in each other', 'report_too_deep', textsInEachOther(12)],
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
    ['over 65,000 names', 'report_too_large', `{${Array.from({ length: 70_000 }, (_, i) => `"n${i}":1`).join()}}`],
  ])('is refused: %s, as %s', (_, code, input) => {
    expect(codeOf(() => redactJsonText(input))).toBe(code);
  });
});

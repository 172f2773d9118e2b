import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactEvent } from './redact-event.ts';
import { redactJsonText } from './redact-json-text.ts';
import { isRecoverable } from './testing/planted-number-oracle.ts';
import { reportShapes } from './testing/report-fixtures.ts';

/** The many values are in `planted-numbers-figures.property.test.ts`: these are few, and shrink to the smallest that fails. */
const RUNS = 300;
/** Two busy cores may be slow. */
const PATIENCE_MS = 120_000;

/** Nine digits that are not one repeated digit, sandbox areas and ITINs included; no long repeats of a fixture's digits. */
const ssn = fc
  .integer({ min: 1_000_000, max: 999_999_999 })
  .map((value) => String(value).padStart(9, '0'))
  .filter((digits) => new Set(digits).size > 3);

const separator = fc.constantFrom(
  '',
  '-',
  ' ',
  '.',
  '/',
  '\u2013',
  '\u00a0',
  '\u200b',
  '_',
  ' - ',
  '·',
  '\u00ad',
  ':',
  ', ',
);
const digitBlocks = fc.constantFrom(0x30, 0x660, 0x966, 0xff10, 0x1d7ce, 0x1d7f6, 0x11066);

/** A number in some writing: groups and separators of any kind, digits of any script. */
const writing = fc
  .record({ zero: digitBlocks, separators: fc.array(separator, { minLength: 8, maxLength: 8 }), groups: fc.boolean() })
  .map(
    ({ zero, separators, groups }) =>
      (digits: string): string =>
        [...digits]
          .map((digit, i) => {
            const separates = i > 0 && (!groups || i === 3 || i === 5);
            return (separates ? (separators[i - 1] ?? '') : '') + String.fromCodePoint(zero + Number(digit));
          })
          .join(''),
  );

const encoding = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `see ${text}.`,
  (text) => JSON.stringify({ x: [text] }),
  (text) => `<p class="a">${text}</p>`,
  (text) => encodeURIComponent(text),
  (text) => [...text].map((character) => `&#${character.codePointAt(0)};`).join(''),
  (text) => Buffer.from(`n ${text}`).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => `https://x.test/f/${encodeURIComponent(text)}.pdf`,
);

const place = fc.constantFrom<(text: string) => unknown>(
  (text) => ({ note: text }),
  (text) => ({ [text]: true }),
  (text) => [{ deep: [{ list: [text, 1] }] }],
  (text) => JSON.stringify({ inner: text }),
);

describe('a number named anywhere in a report', () => {
  it('cannot be found again, in whatever writing, encoding and place it was planted beside it', {
    timeout: PATIENCE_MS,
  }, () => {
    const planted = fc.record({
      ssn,
      write: writing,
      encode: encoding,
      place,
      shape: fc.constantFrom(...Object.values(reportShapes)),
    });
    fc.assert(
      fc.property(planted, ({ ssn: number, write, encode, place: put, shape }) => {
        const text = JSON.stringify({
          report: shape({ subject: number, other: '991917364' }),
          extra: put(encode(write(number))),
        });
        expect(isRecoverable(text, number)).toBe(true);
        const redacted = redactJsonText(text).text;
        expect(isRecoverable(redacted, number), redacted).toBe(false);
        expect(redactJsonText(redacted).text).toBe(redacted);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('what long runs have found', () => {
  it.each([
    [
      'entities that spell digits in letters',
      '{"note":"&#xbea;&#xbef;&#xbef;&#xbea;&#xbec;&#xbee;&#xbe9;&#xbea;&#xbe6;"}',
      '499468340',
    ],
  ])('stays found: %s', (_, text, number) => {
    const document = `{"ssn":"${number}","extra":${text}}`;
    expect(isRecoverable(text, number)).toBe(true);
    expect(isRecoverable(redactJsonText(document).text, number)).toBe(false);
  });
});

describe('a number in free text', () => {
  const forms = fc.constantFrom<(digits: string) => string>(
    (d) => `${d.slice(0, 3)}-${d.slice(3, 5)}-${d.slice(5)}`,
    (d) => `${d.slice(0, 3)} ${d.slice(3, 5)} ${d.slice(5)}`,
    (d) => `${d.slice(0, 3)}\u2011${d.slice(3, 5)}\u2011${d.slice(5)}`,
    (d) => `${d.slice(0, 3)}.${d.slice(3, 5)}.${d.slice(5)}`,
    (d) => `SSN ${d}`,
    (d) => `ssn: ${d}`,
    (d) => `Social Security No. ${d}`,
    (d) => `${d} (SSN)`,
  );
  const around = fc.constantFrom('', 'Client said: ', 'ID ', '"', '(', 'on 01/15/2020, ', 'é ');

  it('cannot be found again, though nothing else names it', { timeout: PATIENCE_MS }, () => {
    fc.assert(
      fc.property(ssn, forms, around, around, (number, form, before, after) => {
        const event = {
          notes: [`${before}${form(number)}${after}`],
          report: Buffer.from(JSON.stringify({ c: form(number) })),
        };
        const shape = {
          identityPaths: [],
          opaquePaths: [],
          jsonBytesPaths: ['report'],
          jsonTextPaths: [],
          droppedPaths: [],
        };
        const { event: redacted } = redactEvent(event, shape, { customFieldKeepList: new Set() });
        expect(isRecoverable(redacted.notes.join(), number), redacted.notes.join()).toBe(false);
        expect(isRecoverable(redacted.report.toString(), number)).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('values that are no SSN', () => {
  const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  const benign = fc.oneof(
    digits(5).chain((zip) => digits(4).map((four) => ({ zipCode: `${zip}-${four}` }))),
    digits(9).map((zip) => ({ '@_PostalCode': zip })),
    digits(9).map((routing) => ({ routingNumber: routing, note: `routing ${routing}` })),
    fc
      .integer({ min: 10, max: 17 })
      .chain(digits)
      .map((account) => ({ accountNumber: account, text: `account ${account}` })),
    digits(10).map((d) => ({
      phone: `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
      fax: `${d.slice(0, 3)}-${d.slice(3, 6)}-${d.slice(6)}`,
    })),
    digits(9).map((d) => ({ ein: `${d.slice(0, 2)}-${d.slice(2)}`, note: `EIN ${d.slice(0, 2)}-${d.slice(2)}` })),
    digits(9).map((d) => ({ TaxpayerIdentifierType: 'EmployerIdentificationNumber', TaxpayerIdentifierValue: d })),
    fc.integer({ min: 0, max: 999_999_999 }).map((cents) => ({ amount: cents, text: `$${(cents / 100).toFixed(2)}` })),
    fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') }).map((date) => ({
      iso: date.toISOString(),
      compact: date.toISOString().slice(0, 10).replaceAll('-', ''),
      us: date.toISOString().slice(0, 10).split('-').toReversed().join('/'),
    })),
    fc.stringMatching(/^[C0-9X]{12,84}$/).map((pattern) => ({ paymentPattern: pattern })),
    fc.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/).map((card) => ({ card })),
    fc.uuid().map((id) => ({ id })),
    fc.ipV4().map((ip) => ({ ip })),
  );

  it('stay byte for byte, alone and in a report', { timeout: PATIENCE_MS }, () => {
    fc.assert(
      fc.property(fc.array(benign, { minLength: 1, maxLength: 6 }), fc.boolean(), (values, nested) => {
        const data = nested ? { creditProfile: values, raw: JSON.stringify(values) } : values;
        const text = JSON.stringify(data);
        expect(redactJsonText(text).text).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});

import { creditReportShapes, shortReportText } from '@fundlens/redaction/testing/credit-report-fixtures';
import { tradesOf } from './workload.ts';

/** Texts that the redaction benchmark reads: reports as bureaus send them, and texts that are meant to take long. */
export type NamedText = { readonly name: string; readonly text: string };

const REPORT_LENGTH = 200 * 1024;

/** A ninth of the numbers begin with a zero; none is a real one. */
const ssnOf = (number: number) => `${666 + (number % 3) * 117}${String(450_000 + number * 37).padStart(6, '0')}`;
const [subject, other] = [ssnOf(7), ssnOf(8)];

/** So many pieces that they are as long as a report. */
function filled(piece: (number: number) => string): string[] {
  const pieces: string[] = [];
  for (let length = 0; length < REPORT_LENGTH; length += pieces.at(-1)?.length ?? 0) pieces.push(piece(pieces.length));
  return pieces;
}

const files = (file: (number: number) => string) => `{"files":[${filled(file).join()}]}`;
const ordinary = {
  data: {
    subjectSocialNum: subject,
    identification: { inquirySocialNum: other },
    trades: tradesOf(REPORT_LENGTH),
  },
};

/** The one that hostile texts are compared with. */
export const ORDINARY_REPORT: NamedText = { name: 'trades', text: JSON.stringify(ordinary) };

const liability = (number: number) =>
  `<CREDIT_LIABILITY CreditLiabilityID="L${number}" _AccountIdentifier="${700_000 + number}XXXX" _AccountOpenedDate="2015-01-15" ` +
  `_UnpaidBalanceAmount="${number * 11}"><_CREDITOR _Name="FIRST BANK" _PostalCode="78701"/></CREDIT_LIABILITY>`;
const tableRow = (number: number) =>
  `<tr><td>FIRST BANK &amp; CO</td><td>${700_000 + number}XXXX</td><td>01/15/2015</td><td>$${number * 11}.00</td></tr>`;
const xml = `<CREDIT_RESPONSE><BORROWER _SSN="${subject}"/>${filled(liability).join('')}</CREDIT_RESPONSE>`;
const html =
  `<html><body><table><tr><td>SSN</td><td>${subject}</td></tr></table><table><tr><th>Creditor</th><th>Account</th>` +
  `<th>Opened</th><th>Balance</th></tr>${filled(tableRow).join('')}</table></body></html>`;

/** 200 KB each. */
export const reports: readonly NamedText[] = [
  ORDINARY_REPORT,
  { name: 'trades, indented', text: JSON.stringify(ordinary, null, 2) },
  {
    // A file on hundreds of people: as many subject numbers as texts that could hold one.
    name: 'all shapes in turn',
    text: files((number) => {
      const shape = creditReportShapes[number % creditReportShapes.length] ?? 'equifax-flat';
      return shortReportText(shape, { ssn: ssnOf(number * 2), variationSsn: ssnOf(number * 2 + 1) });
    }),
  },
  // The shape of one bureau or format again and again, about the same two people.
  ...creditReportShapes.map((shape) => ({
    name: shape,
    text: files(() => shortReportText(shape, { ssn: subject, variationSsn: other })),
  })),
  { name: 'XML in JSON', text: JSON.stringify({ report: xml }) },
  { name: 'HTML in JSON', text: JSON.stringify({ report: html }) },
];

export const LOG_LINE = JSON.stringify({
  level: 'info',
  time: '2026-11-21T11:40:12.345Z',
  service: 'query',
  requestId: '0196f0a4-7c1e-7b6a-9a53-0d7c4f1e2b88',
  method: 'GET',
  route: '/api/v1/contacts/:contactId',
  status: 200,
  durationMs: 3.42,
  locationId: 'location-a',
  credentialId: 'bench',
  msg: 'request answered',
});

const HOSTILE_LENGTH = 5 * 1024 * 1024;

const PIECES = {
  digits: '7',
  'different digits': '8270193645',
  dashes: '-',
  'digits and dashes': '1-',
  'digits and spaces': '12 3 ',
  'SSN words': 'ssn ',
  'SSN words and digits': 'ssn 1234 ',
  'almost SSNs': '123-45-678 ',
  spaces: ' ',
  quotes: '"',
  backslashes: '\\',
  'unicode escapes': '\\u0031',
  brackets: '[',
  'objects that never end': '{"a":',
  'angle brackets': '<',
  elements: '<a>1',
  'attributes that never end': '<a b="',
  'percent signs': '%',
  'percent codes': '%31',
  ampersands: '&',
  entities: '&#49;',
  'base64 of words': 'QUJDREVG',
  'base64 of digits': 'MTIzNDU2Nzg5',
  'hex of digits': '3132',
  'masks and digits': 'XXX-XX-1',
  exponents: '1e1',
  'zero width': '1\u200b',
  surrogates: '\ud835\udfcf',
};

/** Strings of 5 MB in an otherwise empty report. */
export const hostile: readonly NamedText[] = [
  ...Object.entries(PIECES).map(([name, piece]) => {
    // A text that nests deeper than it may is refused at once: a digit in front makes it plain text.
    const spelled = JSON.stringify(piece).length - 2;
    const text = `1234567 ${piece.repeat(Math.ceil(HOSTILE_LENGTH / spelled))}`;
    return { name, text: JSON.stringify({ text }) };
  }),
  // What is looked for in any writing once a number is known.
  ...['1 ', 'one ', 'SSN one '].map((piece) => ({
    name: `${JSON.stringify(piece)} beside a known number`,
    text: JSON.stringify({ ssn: subject, text: piece.repeat(HOSTILE_LENGTH / piece.length) }),
  })),
  { name: 'SSNs', text: JSON.stringify(Array.from({ length: HOSTILE_LENGTH / 14 }, (_, n) => `${ssnOf(n)}`)) },
  { name: 'keys that all differ', text: `{${Array.from({ length: 300_000 }, (_, n) => `"ssnx${n}y":1`).join()}}` },
  { name: 'numbers', text: JSON.stringify(Array.from({ length: 600_000 }, (_, n) => 10_000_000 + n)) },
];

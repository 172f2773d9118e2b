import {
  type CreditReportShape,
  creditReportShapes,
  shortReportText,
} from '@fundlens/redaction/testing/credit-report-fixtures';

/** Texts that the redaction benchmark reads: reports as bureaus send them, and texts that are meant to take long. */
export type NamedText = { readonly name: string; readonly text: string };

const REPORT_LENGTH = 200 * 1024;

/** A ninth of the numbers begin with a zero; none is a real one. */
const ssnOf = (number: number) => `${666 + (number % 3) * 117}${String(450_000 + number * 37).padStart(6, '0')}`;

const CREDITORS = ['FIRST BANK OF SAMPLE', 'DEPARTMENT STORE', 'AUTO FINANCE CO', 'STUDENT LOAN SERVICING', 'HOME MTG'];

function trade(number: number): Record<string, unknown> {
  return {
    customerNumber: `${401 + (number % 500)}BB0${1000 + number}`,
    customerName: CREDITORS[number % CREDITORS.length],
    accountNumber: `${4000 + number}****`,
    dateReported: `0${1 + (number % 9)}152020`,
    dateOpened: `0${1 + (number % 9)}012015`,
    highCredit: 1_000 + number * 13,
    creditLimit: 5_000 + number * 10,
    balance: number % 3 === 0 ? null : number * 7.5,
    accountTypeCode: { code: 'R', description: 'Revolving' },
    portfolioTypeCode: { code: 'I', description: 'Individual Account' },
    paymentHistory1to24: [{ code: '1' }, { code: '1' }, { code: '*' }, { code: 'E' }],
    paymentPattern: '111111111111111111111111',
    narrativeCodes: [{ code: 'FE', description: 'Credit card' }],
    closedIndicator: number % 5 === 0,
    latePaymentCounts: { days30: 0, days60: 0, days90: number % 2 },
  };
}

function filled(report: (items: readonly unknown[]) => unknown, item: (number: number) => unknown): string {
  const items: unknown[] = [];
  for (let length = 0; length < REPORT_LENGTH; ) {
    const next = item(items.length);
    length += JSON.stringify(next).length + 1;
    items.push(next);
  }
  return JSON.stringify(report(items));
}

const [subject, other] = [ssnOf(7), ssnOf(8)];
const tradesReport = filled(
  (trades) => ({ data: { subjectSocialNum: subject, identification: { inquirySocialNum: other }, trades } }),
  trade,
);

/** The one that hostile texts are compared with. */
export const ORDINARY_REPORT: NamedText = { name: 'trades', text: tradesReport };

/** 200 KB each. */
export const reports: readonly NamedText[] = [
  ORDINARY_REPORT,
  { name: 'trades, indented', text: JSON.stringify(JSON.parse(tradesReport), null, 2) },
  {
    // A file on hundreds of people: as many subject numbers as texts that could hold one.
    name: 'all shapes in turn',
    text: filled(
      (files) => ({ files }),
      (number) =>
        reportOf(creditReportShapes[number % creditReportShapes.length], ssnOf(number * 2), ssnOf(number * 2 + 1)),
    ),
  },
];

/** The shape of one bureau or format again and again, about the same two people. */
export const shapedReports: readonly NamedText[] = creditReportShapes.map((shape) => ({
  name: shape,
  text: filled(
    (files) => ({ files }),
    () => reportOf(shape, subject, other),
  ),
}));

function reportOf(shape: CreditReportShape = 'equifax-flat', ssn: string, variationSsn: string): unknown {
  return JSON.parse(shortReportText(shape, { ssn, variationSsn }));
}

function repeated(piece: (number: number) => string): string {
  const pieces: string[] = [];
  for (let length = 0; length < REPORT_LENGTH; length += pieces.at(-1)?.length ?? 0) pieces.push(piece(pieces.length));
  return pieces.join('');
}

const liability = (number: number) =>
  `<CREDIT_LIABILITY CreditLiabilityID="L${number}" _AccountIdentifier="${700_000 + number}XXXX" _AccountOpenedDate="2015-01-15" ` +
  `_UnpaidBalanceAmount="${number * 11}"><_CREDITOR _Name="FIRST BANK" _PostalCode="78701"/></CREDIT_LIABILITY>`;
const tableRow = (number: number) =>
  `<tr><td>FIRST BANK &amp; CO</td><td>${700_000 + number}XXXX</td><td>01/15/2015</td><td>$${number * 11}.00</td></tr>`;

/** Documents of 200 KB in a field of JSON. */
export const documentsInJson: readonly NamedText[] = [
  {
    name: 'XML in JSON',
    text: JSON.stringify({
      report: `<CREDIT_RESPONSE><BORROWER _SSN="${subject}"/>${repeated(liability)}</CREDIT_RESPONSE>`,
    }),
  },
  {
    name: 'HTML in JSON',
    text: JSON.stringify({
      report: `<html><body><table><tr><td>SSN</td><td>${subject}</td></tr></table><table><tr><th>Creditor</th><th>Account</th><th>Opened</th><th>Balance</th></tr>${repeated(tableRow)}</table></body></html>`,
    }),
  },
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

/** Strings of 5 MB in an otherwise empty report. */
export const hostile: readonly NamedText[] = [
  ...Object.entries({
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
  }).map(([name, piece]) => {
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

export const DEEP = '['.repeat(100_000) + ']'.repeat(100_000);

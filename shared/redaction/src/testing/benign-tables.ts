import type { Trap } from './benign-values.ts';
import type { Random } from '@fundlens/runtime/testing/random';

/** What a page or a list says of an SSN without showing it. */
const SHOWN = ['on file', 'Match', 'XXX-XX-XXXX', 'Verified', 'N/A', 'Yes'] as const;
const pad = (value: number): string => String(value).padStart(2, '0');
const date = (random: Random): string =>
  `${pad(1 + random.below(12))}${pad(1 + random.below(28))}${1980 + random.below(45)}`;
const row = (tag: 'th' | 'td', ...cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
const table = (...rows: readonly string[]): string => `<table>${rows.join('')}</table>`;

/** The tables of a page behind one that speaks of an SSN: their values are accounts, inquiries and dates. */
const PAGES: readonly ((shown: string, random: Random) => string)[] = [
  (shown, random) =>
    table(row('td', 'SSN', shown)) +
    table(
      row('th', 'Account', 'Opened'),
      row('td', random.digits(9), date(random)),
      row('td', random.digits(8), 'Open'),
    ),
  (shown, random) =>
    table(row('th', 'Name', 'SSN'), row('td', 'TESTA', shown)) +
    table(row('th', 'Creditor', 'Account'), row('td', 'BANK', random.digits(9))),
  (shown, random) =>
    table(row('th', 'SSN', 'DOB'), row('td', shown, date(random))) +
    table(row('td', random.digits(9), date(random)), row('td', random.digits(8), date(random))),
  (shown, random) =>
    `<h2>Subject</h2>${table(row('td', 'SSN', shown, 'File', random.digits(9)))}<h2>Inquiries</h2>${table(
      row('th', 'Inquiry', 'Date'),
      row('td', random.digits(8), date(random)),
    )}`,
  (shown, random) =>
    table(`<thead>${row('th', 'SSN')}</thead><tbody>${row('td', shown)}</tbody>`) +
    table(`<thead>${row('th', 'Loan')}</thead><tbody>${row('td', random.digits(9))}</tbody>`),
];

const SENTENCES = [
  ...['SSN reported as deceased', 'SSN has been associated with multiple persons', 'SSN could not be verified'],
  ...[
    'INPUT SSN ASSOCIATED WITH ADDITIONAL SUBJECT NOT DISPLAYED',
    'SSN ISSUED BEFORE DOB',
    'INQ SSN HAS NOT BEEN ISSUED',
  ],
  ...['The SSN belongs to a deceased person', 'SSN linked to suspected fraud'],
];

/** Alerts and messages in the shape of one bureau or format: where the sentence stands, and what stands beside it. */
const ALERTS = [
  ['Equifax', 'description', 'customerNumber memberNumber referenceNumber employerId customerReferenceNumber'],
  ['Experian', 'text', 'fileNumber inquiryNumber reportNumber subscriberNumber memberNumber'],
  ['TransUnion', 'message', 'memberCode subscriberCode fileNumber inquiryNumber reportNumber'],
  ['MISMO', '_Text', 'CreditFileID _Code CreditReportIdentifier memberNumber fileNumber'],
  ['TrueLink', 'description', 'bureauCode subscriberNumber reportNumber memberNumber fileNumber'],
] as const;

const alerts: readonly Trap[] = ALERTS.flatMap(([of, text, beside]) => [
  {
    name: `alerts of ${of}`,
    build: (random: Random) => ({
      code: random.digits(2),
      [text]: random.pick(SENTENCES),
      [random.pick(beside.split(' '))]: random.digits(9),
    }),
  },
  {
    name: `alerts of ${of} beside an employer id`,
    build: (random: Random) => ({
      [text]: random.pick(SENTENCES),
      identifierType: 'EmployerIdentificationNumber',
      identifier: random.digits(9),
    }),
  },
]);

/** Tables, lists and alerts about SSNs: every field is one value. */
export const TABLE_TRAPS: readonly Trap[] = [
  ...PAGES.map((page, index) => ({
    name: `tables of a page, ${index + 1}`,
    build: (random: Random) => ({ html: page(random.pick(SHOWN), random) }),
  })),
  ...alerts,
  {
    name: 'counts about SSNs',
    build: (random) => ({
      [random.pick(['ssnAge', 'ssnTenure', 'ssnVelocity', 'ssnAliases', 'ssnDistance', 'ssnRank', 'ssnHits'])]:
        random.below(10_000),
      [random.pick(['ssn_age', 'ssn_tenure_months', 'ssnVelocity30Days', 'ssnAliasCount'])]: random.digits(
        1 + random.below(4),
      ),
    }),
  },
  {
    name: 'errors about SSNs',
    build: (random) => ({
      field: 'ssn',
      message: random.pick(['is required', 'must be 9 digits', 'must contain at least 9 characters']),
      requestId: random.digits(9),
    }),
  },
  { name: 'checks of SSNs', build: (random) => ({ name: 'SSN Trace', orderNumber: random.digits(9) }) },
  {
    name: 'lists of checks',
    build: (random) => ({
      rows: [
        ['SSN', random.pick(SHOWN)],
        ['Account', random.digits(9)],
        ['Opened', date(random)],
      ],
    }),
  },
];

import type {
  Account,
  Address,
  Alert,
  Collection,
  Employment,
  Inquiry,
  PublicRecord,
  Statement,
  SummaryLine,
} from './report-content.ts';
import { BUREAU, COLLECTION, INQUIRY, PUBLIC_RECORD, TRADELINE } from './report-names.ts';
import { bureauName } from './report-scores.ts';
import { firstOf, type Leaves, type Scalar } from './report-tree.ts';
import { accountOf, dateOf, MAX_STATEMENT_CHARACTERS, moneyOf, postalCodeOf, textOf, yearOf } from './report-values.ts';

/**
 * The parts of a report as they are shown. Names that the figures need too stand in `report-names.ts`. Paths are plain
 * names, the first that leads to a value counts.
 */

type Stated = Scalar | null;

const text = (leaves: Leaves, ...paths: string[]) => textOf(firstOf(leaves, paths));
const statementText = (leaves: Leaves, paths: readonly string[]) =>
  textOf(firstOf(leaves, paths), MAX_STATEMENT_CHARACTERS);
const money = (leaves: Leaves, ...paths: string[]) => moneyOf(firstOf(leaves, paths));
const date = (leaves: Leaves, ...paths: string[]) => dateOf(firstOf(leaves, paths));

const BUREAU_SHOWN: ReadonlyMap<string, string> = new Map([
  ['equifax', 'Equifax'],
  ['experian', 'Experian'],
  ['transunion', 'TransUnion'],
]);

/** As it is written on paper: `TUC` is TransUnion. */
export function shownBureau(stated: string | null): string | null {
  const name = stated === null ? null : bureauName(stated);
  return name === null ? null : (BUREAU_SHOWN.get(name) ?? name);
}

function bureauOf(leaves: Leaves): string | null {
  return shownBureau(text(leaves, ...BUREAU));
}

/** Metro 2 account types as Experian and TransUnion pass them on, and the portfolio letters of Equifax. */
const ACCOUNT_KINDS: ReadonlyMap<string, string> = new Map([
  ['00', 'Auto loan'],
  ['01', 'Unsecured loan'],
  ['02', 'Secured loan'],
  ['07', 'Charge account'],
  ['12', 'Education loan'],
  ['13', 'Lease'],
  ['15', 'Line of credit'],
  ['18', 'Credit card'],
  ['19', 'FHA mortgage'],
  ['25', 'VA mortgage'],
  ['26', 'Mortgage'],
  ['47', 'Secured credit line'],
  ['48', 'Collection'],
  ['89', 'Home equity line'],
  ['R', 'Revolving'],
  ['I', 'Installment'],
  ['M', 'Mortgage'],
  ['O', 'Open'],
  ['C', 'Line of credit'],
]);
const CONDITIONS: ReadonlyMap<string, string> = new Map([
  ['O', 'Open'],
  ['C', 'Closed'],
]);
/** TransUnion's manner of payment. */
const RATINGS: ReadonlyMap<string, string> = new Map([
  ['01', 'Pays as agreed'],
  ['02', '30 days late'],
  ['03', '60 days late'],
  ['04', '90 days late'],
  ['05', '120 days late'],
  ['09', 'Charged off'],
  ['9B', 'Collection'],
  ['UR', 'Not rated'],
]);

/** The words for a code, or what is stated with a capital first letter. */
function worded(codes: ReadonlyMap<string, string>, stated: string | null): string | null {
  if (stated === null) return null;
  return codes.get(stated) ?? stated.charAt(0).toUpperCase() + stated.slice(1);
}

export function accountIn(leaves: Leaves): Account | null {
  const paths = TRADELINE;
  const condition = worded(CONDITIONS, text(leaves, ...paths.condition));
  const rating = worded(RATINGS, text(leaves, ...paths.rating));
  const account: Account = {
    creditor: text(leaves, ...paths.creditor),
    account: accountOf(firstOf(leaves, paths.account)),
    bureau: bureauOf(leaves),
    kind: worded(ACCOUNT_KINDS, text(leaves, ...paths.kind)),
    opened: date(leaves, ...paths.opened),
    reported: date(leaves, ...paths.reported),
    status: condition === rating ? condition : [condition, rating].filter((part) => part !== null).join(' · ') || null,
    balance: money(leaves, ...paths.balance),
    limit: money(leaves, ...paths.limit, ...paths.highCredit),
    payment: money(leaves, ...paths.payment),
    pastDue: money(leaves, ...paths.pastDue),
    history: text(leaves, ...paths.history),
    remark: text(leaves, ...paths.remark),
  };
  const { creditor, account: number, balance, opened } = account;
  return creditor === null && number === null && (balance === null || opened === null) ? null : account;
}

export function collectionIn(leaves: Leaves): Collection | null {
  const paths = COLLECTION;
  const collection: Collection = {
    creditor: text(leaves, ...paths.creditor),
    account: accountOf(firstOf(leaves, paths.account)),
    date: date(leaves, ...paths.date),
    status: text(leaves, ...paths.status),
    amount: money(leaves, ...paths.amount),
  };
  return collection.creditor === null && collection.amount === null ? null : collection;
}

export function publicRecordIn(leaves: Leaves): PublicRecord | null {
  const paths = PUBLIC_RECORD;
  const record: PublicRecord = {
    kind: text(leaves, ...paths.kind),
    court: text(leaves, ...paths.court),
    reference: text(leaves, ...paths.reference),
    date: date(leaves, ...paths.date),
    status: text(leaves, ...paths.status),
    amount: money(leaves, ...paths.amount),
  };
  return Object.values(record).every((value) => value === null) ? null : record;
}

export function inquiryIn(leaves: Leaves): Inquiry | null {
  const inquirer = text(leaves, ...INQUIRY.inquirer);
  if (inquirer === null) return null;
  return {
    inquirer,
    date: date(leaves, ...INQUIRY.date),
    bureau: bureauOf(leaves),
  };
}

export const STATEMENT_MEMBERS = ['consumerstatements', 'consumerstatement', 'statements', 'statement'];

export function statementIn(leaves: Leaves): Statement | null {
  const words = statementText(leaves, [
    '',
    'statement',
    'statementtext',
    'text',
    'content.text',
    'content',
    'description',
  ]);
  return words === null ? null : { text: words, date: date(leaves, 'reporteddate', 'datereported', 'date') };
}

/** Messages of the bureau, by what they are called on paper. */
export const ALERT_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['fraudshield', 'Fraud check'],
  ['fraudalerts', 'Fraud alert'],
  ['informationalmessage', 'Message'],
  ['alertcontacts', 'Alert'],
  ['ofacalerts', 'OFAC'],
  ['regulatoryproduct', 'OFAC'],
  ['creditcomment', 'Comment'],
  ['message', 'Message'],
  ['idmismatchalerts', 'Identity check'],
  ['riskflags', 'Risk'],
]);

export function alertIn(leaves: Leaves, kind: string): Alert | null {
  const words = statementText(leaves, [
    '',
    'text',
    'messagetext',
    'additionalinformation',
    'code.description',
    'description',
    'transactiontype',
    'resultstatustype',
    'customremark',
  ]);
  if (words !== null) return { kind, text: words };
  const [type, condition] = [text(leaves, 'type'), text(leaves, 'condition')];
  return type === null || condition === null ? null : { kind, text: `${type}: ${condition}` };
}

/** Members that say yes or no of the whole file. */
export const FLAGS: ReadonlyMap<string, Alert> = new Map([
  ['fraudindicator', { kind: 'Fraud alert', text: 'The file is marked with a fraud indicator.' }],
  ['deceasedindicator', { kind: 'Fraud alert', text: 'The number or person is reported as deceased.' }],
  ['freeze', { kind: 'Security freeze', text: 'The consumer has frozen the file.' }],
  ['frozenstatusindicator', { kind: 'Security freeze', text: 'The consumer has frozen the file.' }],
]);

export function isSet(stated: Stated): boolean {
  return ['true', 'y', 'yes', '1'].includes(String(stated).toLowerCase());
}

export const SUMMARY_MEMBERS = ['dataset', 'attributes'];

export function summaryIn(leaves: Leaves): SummaryLine | null {
  const [name, value] = [text(leaves, 'name', 'id'), text(leaves, 'value')];
  return name === null || value === null ? null : { name: spacedWords(name), value: withoutPadding(value) };
}

/** `tradelineCount` is `Tradeline count`. */
function spacedWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function withoutPadding(value: string): string {
  return /^0\d{1,8}$/.test(value) ? String(Number(value)) : value;
}

export const NAME_MEMBERS = [
  'subjectname',
  'names',
  'name',
  'borrower',
  'coborrower',
  'consumeridentity',
  'personalinformation',
  'individual',
  'person',
];

export function nameIn(leaves: Leaves): string | null {
  const part = (...names: string[]) =>
    text(
      leaves,
      ...names.flatMap((name) => [
        name,
        `person.${name}`,
        `name.${name}`,
        `name.person.${name}`,
        `borrowername.name.${name}`,
      ]),
    );
  const first = part('firstname', 'first');
  const last = part('lastname', 'surname', 'last');
  // One alone may be a company's, a month's or anything else called "first".
  if (last === null) return null;
  const middle = part('middlename', 'middle');
  return [first, middle, last, part('suffix', 'namesuffix')].filter((word) => word !== null).join(' ');
}

export const BIRTH_MEMBERS = ['birthdate', 'dateofbirth', 'dateofbirths', 'birth', 'dob'];

export function birthYearIn(leaves: Leaves): string | null {
  return yearOf(firstOf(leaves, ['year', 'date', '', 'dob']));
}

export const ADDRESS_MEMBERS = [
  'addresses',
  'addressinformation',
  'residence',
  'addresshistory',
  'creditaddress',
  'address',
  'currentaddress',
];

export function addressIn(leaves: Leaves): Address | null {
  const whole = text(
    leaves,
    'streetaddress',
    'unparsedstreet',
    'addresslinetext',
    'addressline1',
    'address1',
    'line1',
    'street.unparsed',
    'street',
    'address',
  );
  const pieces = [
    'housenumber',
    'streetprefix',
    'street.number',
    'streetname',
    'street.name',
    'streetsuffix',
    'unitid',
  ];
  const street =
    whole ??
    (pieces
      .map((piece) => text(leaves, piece))
      .filter((piece) => piece !== null)
      .join(' ') ||
      null);
  const city = text(leaves, 'city', 'cityname', 'location.city');
  const state = text(leaves, 'state', 'stateabbreviation', 'statecode', 'location.state');
  const zip = postalCodeOf(firstOf(leaves, ['zipcode', 'zip', 'postalcode', 'location.zipcode']));
  if (street === null && city === null) return null;
  const region = [state, zip].filter((piece) => piece !== null).join(' ') || null;
  return {
    text: [street, city, region].filter((piece) => piece !== null).join(', '),
    kind: worded(new Map(), text(leaves, 'addresstype', 'borrowerresidencytype', 'status')),
  };
}

export const EMPLOYMENT_MEMBERS = [
  'employments',
  'employment',
  'employmentinformation',
  'employmenthistory',
  'employer',
];

export function employmentIn(leaves: Leaves): Employment | null {
  const employer = text(leaves, 'employer.unparsed', 'employer.name', 'employer', 'employername', 'name', '');
  return employer === null ? null : { employer, occupation: text(leaves, 'occupation', 'position', 'title') };
}

import type { Address, Alert, Employment, Statement, SummaryLine } from './report-content.ts';
import { firstOf, type Leaves, type Scalar } from './report-tree.ts';
import { dateOf, MAX_STATEMENT_CHARACTERS, postalCodeOf, textOf, yearOf } from './report-values.ts';
import { capitalized, spacedWords } from './report-words.ts';

/**
 * What a report says beside its accounts, inquiries and records, as it is shown. Paths are plain names, the first that
 * leads to a value counts.
 */

type Stated = Scalar | null;

const text = (leaves: Leaves, ...paths: string[]) => textOf(firstOf(leaves, paths));
const statementText = (leaves: Leaves, paths: readonly string[]) =>
  textOf(firstOf(leaves, paths), MAX_STATEMENT_CHARACTERS);
const date = (leaves: Leaves, ...paths: string[]) => dateOf(firstOf(leaves, paths));

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
    'customremark',
  ]);
  if (words !== null) return { kind, text: words };
  const result = text(leaves, 'transactiontype', 'resultstatustype');
  if (result !== null) return { kind, text: spacedWords(result) };
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
    kind: capitalized(text(leaves, 'addresstype', 'borrowerresidencytype', 'status')),
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

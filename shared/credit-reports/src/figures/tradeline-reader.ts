import { BUREAU, COLLECTION, INQUIRY, PUBLIC_RECORD, TRADELINE } from '../report-names.ts';
import { bureauName } from '../report-scores.ts';
import { asList, firstOf, type Leaves, leavesAt, pathTree, plainName, type Scalar } from '../report-tree.ts';
import { calendarDateOf, centsOf } from '../report-values.ts';
import { accountKind, isAuthorizedUser, openness, standingByManner, standingByWords } from './account-codes.ts';
import { monthNumber } from './calendar-months.ts';
import {
  type AsStated,
  type DerogatoryRow,
  type InquiryRow,
  type Standing,
  type Tradeline,
  UNSTATED,
} from './credit-file.ts';
import { lateMonths, type PaymentHistory, paymentHistory } from './payment-history.ts';

/** What a row takes from the report that it stands in. */
export type RowContext = {
  /** The day of the pull. */
  readonly pulled: string;
  /** The bureau of a row that states none. */
  readonly bureau: string;
};

type Paths = readonly string[];

/** Longer than a name, a number or a history of ten years. */
const MAX_CHARACTERS = 300;

function text(leaves: Leaves, paths: Paths): string | null {
  const value = firstOf(leaves, paths);
  return value === null ? null : String(value).slice(0, MAX_CHARACTERS).trim() || null;
}

const cents = (leaves: Leaves, paths: Paths) => centsOf(firstOf(leaves, paths));
const date = (leaves: Leaves, paths: Paths) => calendarDateOf(firstOf(leaves, paths));

/** The values of a row that its types do not hold; null when they hold all. */
function asStated(leaves: Leaves, values: { readonly amounts: Named; readonly dates: Named }): AsStated {
  let stated: Record<string, string> | null = null;
  const keep = (name: string, value: Scalar | null) => {
    if (value === null) return;
    stated ??= {};
    stated[name] = String(value).slice(0, MAX_CHARACTERS);
  };
  for (const [name, paths] of values.amounts) {
    const value = firstOf(leaves, paths);
    // A credit balance owes nothing, but it is stated.
    if (value !== null && (centsOf(value) === null || String(value).includes('-'))) keep(name, value);
  }
  for (const [name, paths] of values.dates) {
    const value = firstOf(leaves, paths);
    if (value !== null && calendarDateOf(value) === null) keep(name, value);
  }
  return stated;
}

type Named = readonly (readonly [name: string, paths: Paths])[];

/** The statements at all of the paths. */
function statements(leaves: Leaves, paths: Paths): string[] {
  const stated: string[] = [];
  for (const path of paths) {
    const value = leaves.get(path);
    if (value !== undefined) stated.push(String(value));
  }
  return stated;
}

function firstKnown<Value>(stated: readonly string[], read: (text: string) => Value | null): Value | null {
  for (const each of stated) {
    const value = read(each);
    if (value !== null) return value;
  }
  return null;
}

/** Null for what is no account. @param kinds what the report says of the kind beside the row. */
export function tradelineIn(
  node: unknown,
  context: RowContext,
  { partition, kinds }: { readonly partition: string | null; readonly kinds: readonly string[] },
): Tradeline | null {
  const leaves = leavesAt(node, TRADELINE_TREE);
  const paths = TRADELINE;
  const creditor = text(leaves, paths.creditor);
  const account = text(leaves, paths.account);
  const opened = date(leaves, paths.opened);
  const balanceCents = cents(leaves, paths.balance);
  if (creditor === null && account === null && (balanceCents === null || opened === null)) return null;
  const closed = date(leaves, paths.closed);
  const reported = date(leaves, paths.reported);
  const designators = statements(leaves, paths.designator);
  const types = [...statements(leaves, paths.kind), ...kinds];
  const history = historyOf(leaves, reported ?? context.pulled);
  return {
    bureaus: bureausOf(node, leaves, context),
    partition,
    creditor,
    account,
    kind: isCollection(leaves) ? 'collection' : accountKind(types),
    type: types[0] ?? null,
    isOpen: firstKnown(statements(leaves, paths.condition), openness) ?? isOpenByDefault(leaves, closed),
    condition: text(leaves, paths.condition),
    rating: text(leaves, paths.rating),
    designator: designators[0] ?? null,
    isAuthorizedUser: designators.length === 0 ? null : designators.some(isAuthorizedUser),
    opened: opened !== null && opened > context.pulled ? null : opened,
    closed,
    reported,
    balanceCents,
    limitCents: limitOf(leaves),
    highCreditCents: highCreditOf(leaves),
    paymentCents: cents(leaves, paths.payment),
    pastDueCents: cents(leaves, paths.pastDue),
    standing: standingOf(leaves),
    history,
    lateMonths: history && lateMonths(history),
    remark: text(leaves, paths.remark),
    asStated: asStated(leaves, TRADELINE_VALUES),
  };
}

const ACTIVITY_PATHS = ['status', 'activitydesignator.description', 'activitydesignatorcode.description'];

/** Bureaus give a closed account a closing date, and an open one nothing. Soft-pull feeds write it into the status. */
function isOpenByDefault(leaves: Leaves, closed: string | null): boolean {
  if (closed !== null) return false;
  return firstKnown(statements(leaves, ACTIVITY_PATHS), openness) ?? true;
}

function isCollection(leaves: Leaves): boolean {
  return /^(?:y|yes|true)$/i.test(String(leaves.get('iscollectionindicator') ?? ''));
}

const SECOND_AMOUNT = ['amount2', 'amount2qualifier'];

/**
 * Experian states limit and highest balance in two amounts, which their qualifiers tell apart. Without a limit the highest
 * balance counts.
 */
function limitOf(leaves: Leaves): number | null {
  const stated = cents(leaves, TRADELINE.limit);
  if (stated !== null) return stated;
  const second = String(leaves.get('amount2qualifier') ?? '');
  if (second.toUpperCase() === 'L') return centsOf(leaves.get('amount2') ?? null);
  return cents(leaves, TRADELINE.highCredit);
}

/** Experian's second amount is the highest balance beside a limit, or the other way round. */
function highCreditOf(leaves: Leaves): number | null {
  const isSecond = String(leaves.get('amount2qualifier') ?? '').toUpperCase() === 'H';
  return isSecond ? centsOf(leaves.get('amount2') ?? null) : cents(leaves, TRADELINE.highCredit);
}

const MANNER_PATHS = ['accountrating', 'rate.code', 'rate'];
const STANDING_PATHS = [
  'rate.description',
  'paystatus.description',
  'currentrating.type',
  'creditliabilitycurrentrating.creditliabilitycurrentratingtype',
  'status.description',
  'status',
  'accountstatus',
  'accountcondition.description',
];

function standingOf(leaves: Leaves): Standing | null {
  return (
    firstKnown(statements(leaves, MANNER_PATHS), standingByManner) ??
    firstKnown(statements(leaves, STANDING_PATHS), standingByWords)
  );
}

/** TransUnion and Equifax number the manner of payment from 1. */
const NUMBERED_HISTORIES = ['paymenthistory.paymentpattern.text', 'paymenthistory.text', 'paymenthistory1to24'];

function historyOf(leaves: Leaves, anchor: string): PaymentHistory | null {
  const path = TRADELINE.history.find((each) => leaves.has(each));
  const stated = path === undefined ? null : text(leaves, [path]);
  if (path === undefined || stated === null) return null;
  const from = monthNumber(date(leaves, TRADELINE.historyStart) ?? anchor);
  return paymentHistory(stated, from, NUMBERED_HISTORIES.includes(path));
}

/** A blended row names each bureau that it was made of. */
function bureausOf(node: unknown, leaves: Leaves, { bureau }: RowContext): string[] {
  const repositories = REPOSITORY_PATHS.some((path) => leaves.has(path)) ? repositoriesOf(node) : [];
  const stated = repositories.length > 1 ? repositories.map((each) => leavesAt(each, REPOSITORY_TREE)) : [leaves];
  const names = stated.flatMap((each) => {
    const name = text(each, repositories.length > 1 ? REPOSITORY : BUREAU);
    return name === null ? [] : [bureauName(name) ?? name];
  });
  return names.length === 0 ? [bureau] : [...new Set(names)].sort();
}

const REPOSITORY_PATHS = BUREAU.filter((path) => path.startsWith('creditrepositor') && path.includes('.'));
const REPOSITORY = ['sourcetype', 'creditrepositorysourcetype'];

function repositoriesOf(node: unknown): readonly unknown[] {
  if (node === null || typeof node !== 'object') return [];
  for (const [name, value] of Object.entries(node)) {
    const member = plainName(name);
    if (member === 'creditrepository') return asList(value);
    if (member === 'creditrepositories') return repositoriesOf(value);
  }
  return [];
}

export function inquiryIn(node: unknown, context: RowContext): InquiryRow | null {
  const leaves = leavesAt(node, INQUIRY_TREE);
  const inquirer = text(leaves, INQUIRY.inquirer);
  if (inquirer === null) return null;
  return {
    bureaus: bureausOf(node, leaves, context),
    inquirer,
    date: date(leaves, INQUIRY.date),
    asStated: asStated(leaves, INQUIRY_VALUES),
  };
}

export function collectionIn(node: unknown, context: RowContext): DerogatoryRow | null {
  const leaves = leavesAt(node, COLLECTION_TREE);
  const name = text(leaves, COLLECTION.creditor);
  const account = text(leaves, COLLECTION.account);
  const amountCents = cents(leaves, COLLECTION.amount);
  if (name === null && amountCents === null) return null;
  return {
    bureaus: bureausOf(node, leaves, context),
    of: JSON.stringify([name, account]),
    name,
    account,
    court: null,
    reference: null,
    date: date(leaves, COLLECTION.date),
    status: text(leaves, COLLECTION.status),
    amountCents,
    asStated: asStated(leaves, COLLECTION_VALUES),
  };
}

export function publicRecordIn(node: unknown, context: RowContext): DerogatoryRow | null {
  const leaves = leavesAt(node, RECORD_TREE);
  const name = text(leaves, PUBLIC_RECORD.kind);
  const court = text(leaves, PUBLIC_RECORD.court);
  const reference = text(leaves, PUBLIC_RECORD.reference);
  const filed = date(leaves, PUBLIC_RECORD.date);
  if (name === null && court === null && reference === null && filed === null) return null;
  return {
    bureaus: bureausOf(node, leaves, context),
    of: JSON.stringify(reference === null ? [name, court] : [reference]),
    name,
    account: null,
    court,
    reference,
    date: filed,
    status: text(leaves, PUBLIC_RECORD.status),
    amountCents: cents(leaves, PUBLIC_RECORD.amount),
    asStated: asStated(leaves, RECORD_VALUES),
  };
}

/** A collection agency's account that stands among the accounts. */
export function collectionOf(tradeline: Tradeline): DerogatoryRow {
  const { bureaus, creditor, account, opened, reported, rating, condition, balanceCents } = tradeline;
  return {
    bureaus,
    of: JSON.stringify([creditor, account]),
    name: creditor,
    account,
    court: null,
    reference: null,
    date: opened ?? reported,
    status: rating ?? condition,
    amountCents: balanceCents,
    asStated: null,
  };
}

/** Names are those of the row's values. */
const TRADELINE_VALUES = {
  amounts: [
    ['balance', TRADELINE.balance],
    ['limit', TRADELINE.limit],
    ['highCredit', TRADELINE.highCredit],
    ['payment', TRADELINE.payment],
    ['pastDue', TRADELINE.pastDue],
  ],
  dates: [
    ['opened', TRADELINE.opened],
    ['closed', TRADELINE.closed],
    ['reported', TRADELINE.reported],
  ],
} as const;
const INQUIRY_VALUES = { amounts: [], dates: [['date', INQUIRY.date]] } as const;
const COLLECTION_VALUES = { amounts: [['amount', COLLECTION.amount]], dates: [['date', COLLECTION.date]] } as const;
const RECORD_VALUES = { amounts: [['amount', PUBLIC_RECORD.amount]], dates: [['date', PUBLIC_RECORD.date]] } as const;

const treeOf = (...paths: Paths[]) => pathTree([...BUREAU, ...paths.flat()]);

const TRADELINE_TREE = treeOf(...Object.values(TRADELINE), STANDING_PATHS, MANNER_PATHS, ACTIVITY_PATHS, [
  'iscollectionindicator',
  ...SECOND_AMOUNT,
]);
const INQUIRY_TREE = treeOf(...Object.values(INQUIRY));
const COLLECTION_TREE = treeOf(...Object.values(COLLECTION));
const RECORD_TREE = treeOf(...Object.values(PUBLIC_RECORD));
const REPOSITORY_TREE = pathTree(REPOSITORY);

export function bureauOfFormat(format: string): string {
  return ['equifax', 'experian', 'transunion'].includes(format) ? format : UNSTATED;
}

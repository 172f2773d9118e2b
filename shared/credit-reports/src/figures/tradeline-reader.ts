import { BUREAU, TRADELINE } from '../report-names.ts';
import { firstOf, type Leaves, pathTree } from '../report-tree.ts';
import { calendarDateOf, centsOf } from '../report-values.ts';
import { accountKind, isAuthorizedUser, openness, standingByManner, standingByWords } from './account-codes.ts';
import { monthNumber } from './calendar-months.ts';
import type { Standing, Tradeline } from './credit-file.ts';
import { lateMonths, type PaymentHistory, paymentHistory } from './payment-history.ts';
import { bureausOf, type RowContext } from './row-bureaus.ts';
import { RowValues } from './row-values.ts';

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
  const values = new RowValues(node, TRADELINE_TREE);
  const { leaves } = values;
  const paths = TRADELINE;
  const creditor = values.text(paths.creditor);
  const account = values.text(paths.account);
  const opened = values.date('opened', paths.opened, context.pulled);
  const balanceCents = values.cents('balance', paths.balance);
  if (creditor === null && account === null && (balanceCents === null || opened === null)) return null;
  const closed = values.date('closed', paths.closed);
  const reported = values.date('reported', paths.reported);
  const designators = values.statements(paths.designator);
  const types = [...values.statements(paths.kind), ...kinds];
  const firstCredit = values.cents('highCredit', paths.highCredit);
  const history = historyOf(values, reported ?? context.pulled);
  return {
    bureaus: bureausOf(node, leaves, context),
    partition,
    creditor,
    account,
    kind: isCollection(leaves) ? 'collection' : accountKind(types),
    type: types[0] ?? null,
    isOpen: firstKnown(values.statements(paths.condition), openness) ?? isOpenByDefault(values, closed),
    condition: values.text(paths.condition),
    rating: values.text(paths.rating),
    designator: designators[0] ?? null,
    isAuthorizedUser: designators.length === 0 ? null : designators.some(isAuthorizedUser),
    opened,
    closed,
    reported,
    balanceCents,
    limitCents: limitOf(values, firstCredit),
    highCreditCents: highCreditOf(leaves, firstCredit),
    paymentCents: values.cents('payment', paths.payment),
    pastDueCents: values.cents('pastDue', paths.pastDue),
    standing: standingOf(values),
    history,
    lateMonths: history && lateMonths(history),
    remark: values.text(paths.remark),
    asStated: values.asStated,
  };
}

const ACTIVITY_PATHS = ['status', 'activitydesignator.description', 'activitydesignatorcode.description'];

/** Bureaus give a closed account a closing date, and an open one nothing. Soft-pull feeds write it into the status. */
function isOpenByDefault(values: RowValues, closed: string | null): boolean {
  if (closed !== null) return false;
  return firstKnown(values.statements(ACTIVITY_PATHS), openness) ?? true;
}

function isCollection(leaves: Leaves): boolean {
  return /^(?:y|yes|true)$/i.test(String(leaves.get('iscollectionindicator') ?? ''));
}

const SECOND_AMOUNT = ['amount2', 'amount2qualifier'];

/**
 * Experian states limit and highest balance in two amounts, which their qualifiers tell apart. Without a limit the highest
 * balance counts.
 */
function limitOf(values: RowValues, firstCredit: number | null): number | null {
  const stated = values.cents('limit', TRADELINE.limit);
  if (stated !== null) return stated;
  return secondQualifier(values.leaves) === 'L' ? secondAmount(values.leaves) : firstCredit;
}

function highCreditOf(leaves: Leaves, firstCredit: number | null): number | null {
  return secondQualifier(leaves) === 'H' ? secondAmount(leaves) : firstCredit;
}

function secondAmount(leaves: Leaves): number | null {
  return centsOf(leaves.get('amount2') ?? null);
}

function secondQualifier(leaves: Leaves): string {
  return String(leaves.get('amount2qualifier') ?? '').toUpperCase();
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

function standingOf(values: RowValues): Standing | null {
  return (
    firstKnown(values.statements(MANNER_PATHS), standingByManner) ??
    firstKnown(values.statements(STANDING_PATHS), standingByWords)
  );
}

/** TransUnion and Equifax number the manner of payment from 1. */
const NUMBERED_HISTORIES = ['paymenthistory.paymentpattern.text', 'paymenthistory.text', 'paymenthistory1to24'];

function historyOf(values: RowValues, anchor: string): PaymentHistory | null {
  const path = TRADELINE.history.find((each) => values.leaves.has(each));
  const stated = path === undefined ? null : values.text([path]);
  if (path === undefined || stated === null) return null;
  const from = monthNumber(calendarDateOf(firstOf(values.leaves, TRADELINE.historyStart)) ?? anchor);
  return paymentHistory(stated, from, NUMBERED_HISTORIES.includes(path));
}

const TRADELINE_TREE = pathTree([
  ...BUREAU,
  ...Object.values(TRADELINE).flat(),
  ...STANDING_PATHS,
  ...MANNER_PATHS,
  ...ACTIVITY_PATHS,
  ...SECOND_AMOUNT,
  'iscollectionindicator',
]);

import { accountKind, isAuthorizedUser, metro2Status, openness, standingOf } from './account-codes.ts';
import type { RecordRow, Tradeline } from './credit-file.ts';
import { monthNumber } from './figures/calendar-months.ts';
import { type PaymentHistory, paymentHistory } from './figures/payment-history.ts';
import { NodeValues } from './node-values.ts';
import { bureauName } from './report-bureaus.ts';
import { LISTED, RECORDS, TRADELINE, type TradelineValue } from './report-names.ts';
import { accountOf, joined } from './report-values.ts';

/** What a row takes from the report that it stands in. */
export type RowContext = {
  /** The day of the pull. */
  readonly pulled: string;
  /** The bureau of a row that states none. */
  readonly bureau: string;
};

/** Three bureaus, and a few smaller ones; rows are compared by all of them. */
const MAX_LISTED = 8;

const listed = <Name extends string>(values: NodeValues<Name>, what: keyof (typeof LISTED)['values']): string[] =>
  values.items.slice(0, MAX_LISTED).map((each) => new NodeValues(each, LISTED).text(what) ?? '');

/** A blended row names each bureau that it was made of. */
function bureausOf(values: NodeValues<'bureau'>, { bureau }: RowContext): string[] {
  const names = listed(values, 'bureau').flatMap((each) => bureauName(each) ?? []);
  if (names.length > 0) return [...new Set(names)].sort();
  const stated = values.text('bureau');
  return [(stated && bureauName(stated)) ?? bureau];
}

/** Null for what is no such record. */
export function recordIn(node: unknown, kind: keyof typeof RECORDS, context: RowContext): RecordRow | null {
  const values = new NodeValues(node, RECORDS[kind]);
  const [name, account, court] = [values.text('name'), values.text('account'), values.text('court')];
  const [reference, date] = [values.text('reference'), values.date('date')];
  // Of a public record its date is enough to be one, of a collection its amount.
  const enough = kind === 'publicRecords' ? date : values.cents('amount');
  if (name === null && court === null && reference === null && enough === null) return null;
  const bureaus = bureausOf(values, context);
  const ownKey = reference === null ? [name, account, court] : [reference];
  const dated = [...(kind === 'inquiries' ? [name && (creditorKey(name) ?? name), date] : ownKey), date?.slice(0, 7)];
  return {
    bureaus,
    // Without a date it is like none of another bureau.
    key: JSON.stringify(date === null ? [bureaus, name, account, court, reference] : dated),
    title: joined(', ', [joined('  ', [name, accountOf(account)]), court, reference]) ?? 'Record',
    date,
    stated: values,
  };
}

/** Of rows that the report itself keeps together; the same where it has them twice, as text and parsed. */
export const keyOfRows = (rows: readonly (Tradeline | null)[]) =>
  JSON.stringify(rows.map((row) => row && [row.bureaus, row.creditor, row.account, row.opened, row.balanceCents]));

/** Null for what is no account. @param kinds what is said of its kind around it */
export function tradelineIn(node: unknown, context: RowContext, kinds: readonly string[] = []): Tradeline | null {
  const values = new NodeValues(node, TRADELINE);
  const [creditor, account] = [values.text('creditor'), values.text('account')];
  const openedAt = values.date('opened');
  const opened = openedAt !== null && openedAt <= context.pulled ? openedAt : null;
  const balanceCents = values.cents('balance');
  if (creditor === null && account === null && (balanceCents === null || opened === null)) return null;
  const [closed, reported] = [values.date('closed'), values.date('reported')];
  const designators = values.statements('designator');
  const types = [...values.statements('kind'), ...kinds];
  const isCollection = /^(?:y|yes|true)$/i.test(String(values.first('isCollection') ?? ''));
  return {
    bureaus: bureausOf(values, context),
    key: tradelineKey({ creditor, account, opened }),
    creditor,
    account,
    kind: isCollection ? 'collection' : accountKind(types),
    type: types[0] ?? null,
    isOpen: isOpen(values, closed),
    isAuthorizedUser: designators.length === 0 ? null : designators.some(isAuthorizedUser),
    opened,
    closed,
    reported,
    balanceCents,
    // Without a limit the highest balance counts.
    limitCents: values.cents('limit') ?? amountOf(values, 'L'),
    highCreditCents: amountOf(values, 'H'),
    paymentCents: values.cents('payment'),
    standing: firstKnown([...values.statements('standing'), metro2Status(values.text('activity')) ?? ''], standingOf),
    history: historyOf(values, reported ?? context.pulled),
    stated: values,
  };
}

/** Without one of them a row is like no other. */
export function tradelineKey({ creditor, account, opened }: Pick<Tradeline, 'creditor' | 'account' | 'opened'>) {
  if (creditor === null || account === null || opened === null) return null;
  const [name, digits] = [creditorKey(creditor), lastDigits(account)];
  return name === null || digits === null ? null : `${name} ${digits} ${opened.slice(0, 7)}`;
}

/** Words that bureaus write, shorten or leave out. */
const COMMON_WORDS = new Set(['THE', 'OF', 'AND', 'BANK', 'BK', 'BNK', 'NATIONAL', 'FEDERAL', 'FIRST', 'CREDIT']);
/** `AMERICA` and `AMER` are one. */
const KEY_CHARACTERS = 4;

/** The beginning of the first word that tells creditors apart. */
function creditorKey(creditor: string): string | null {
  const words = creditor.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const word = words.find((each) => !COMMON_WORDS.has(each)) ?? words[0];
  return word?.slice(0, KEY_CHARACTERS) ?? null;
}

/** Enough to tell accounts of one creditor apart, and what most bureaus leave visible. */
const KEY_DIGITS = 4;

/** Of `5178****1234` and `5178000000001234` `1234`; of `517805******` `7805`. Null without a digit. */
function lastDigits(account: string): string | null {
  const visible = account.match(/\d+/g)?.at(-1);
  return visible?.slice(-KEY_DIGITS) ?? null;
}

function firstKnown<Value>(stated: readonly string[], read: (text: string) => Value | null): Value | null {
  return stated.map(read).find((value) => value !== null) ?? null;
}

/** Bureaus give a closed account a closing date, and an open one nothing. */
function isOpen(values: NodeValues<TradelineValue>, closed: string | null): boolean {
  const stated = firstKnown(values.statements('condition'), openness);
  if (stated !== null) return stated;
  const said = [...listed(values, 'narrative'), ...values.statements('activity')];
  return closed === null && (firstKnown(said, openness) ?? true);
}

/** Where the second amount is not what is sought, the first one is. */
function amountOf(values: NodeValues<TradelineValue>, sought: 'L' | 'H'): number | null {
  const qualifier = String(values.first('secondQualifier') ?? '').toUpperCase();
  return values.cents(qualifier === sought ? 'secondAmount' : 'highCredit');
}

/** Signs are months, so that none may be lost. */
function historyOf(values: NodeValues<TradelineValue>, anchor: string): PaymentHistory | null {
  const numbered = values.first('numberedHistory');
  const stated = numbered ?? values.first('history');
  if (stated === null) return null;
  const from = monthNumber(values.date('historyStart') ?? anchor);
  return paymentHistory(String(stated).trim(), from, numbered !== null);
}

import { BUREAU, COLLECTION, INQUIRY, PUBLIC_RECORD } from '../report-names.ts';
import { pathTree } from '../report-tree.ts';
import type { DerogatoryRow, InquiryRow, Tradeline } from './credit-file.ts';
import { bureausOf, type RowContext } from './row-bureaus.ts';
import { RowValues } from './row-values.ts';

export function inquiryIn(node: unknown, context: RowContext): InquiryRow | null {
  const values = new RowValues(node, INQUIRY_TREE);
  const inquirer = values.text(INQUIRY.inquirer);
  if (inquirer === null) return null;
  return {
    bureaus: bureausOf(node, values.leaves, context),
    inquirer,
    date: values.date('date', INQUIRY.date),
    asStated: values.asStated,
  };
}

export function collectionIn(node: unknown, context: RowContext): DerogatoryRow | null {
  const values = new RowValues(node, COLLECTION_TREE);
  const name = values.text(COLLECTION.creditor);
  const account = values.text(COLLECTION.account);
  const amountCents = values.cents('amount', COLLECTION.amount);
  if (name === null && amountCents === null) return null;
  return {
    bureaus: bureausOf(node, values.leaves, context),
    of: JSON.stringify([name, account]),
    name,
    account,
    court: null,
    reference: null,
    date: values.date('date', COLLECTION.date),
    status: values.text(COLLECTION.status),
    amountCents,
    asStated: values.asStated,
  };
}

export function publicRecordIn(node: unknown, context: RowContext): DerogatoryRow | null {
  const values = new RowValues(node, RECORD_TREE);
  const name = values.text(PUBLIC_RECORD.kind);
  const court = values.text(PUBLIC_RECORD.court);
  const reference = values.text(PUBLIC_RECORD.reference);
  const filed = values.date('date', PUBLIC_RECORD.date);
  if (name === null && court === null && reference === null && filed === null) return null;
  return {
    bureaus: bureausOf(node, values.leaves, context),
    of: JSON.stringify(reference === null ? [name, court] : [reference]),
    name,
    account: null,
    court,
    reference,
    date: filed,
    status: values.text(PUBLIC_RECORD.status),
    amountCents: values.cents('amount', PUBLIC_RECORD.amount),
    asStated: values.asStated,
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

const INQUIRY_TREE = pathTree([...BUREAU, ...Object.values(INQUIRY).flat()]);
const COLLECTION_TREE = pathTree([...BUREAU, ...Object.values(COLLECTION).flat()]);
const RECORD_TREE = pathTree([...BUREAU, ...Object.values(PUBLIC_RECORD).flat()]);

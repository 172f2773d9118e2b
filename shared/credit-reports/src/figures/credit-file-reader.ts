import {
  COLLECTION_MEMBERS,
  INQUIRY_MEMBERS,
  PARTITION_KIND,
  PARTITION_MEMBER,
  PARTITION_ROWS,
  PUBLIC_RECORD_MEMBERS,
  TRADELINE_MEMBERS,
} from '../report-names.ts';
import { asList, plainName, type Visit, walkReport } from '../report-tree.ts';
import { isAsked } from '../report-request.ts';
import { dayOf } from './calendar-months.ts';
import type { CreditFile, DerogatoryRow, InquiryRow, Tradeline } from './credit-file.ts';
import { collectionIn, collectionOf, inquiryIn, publicRecordIn } from './record-reader.ts';
import { bureauOfFormat, type RowContext } from './row-bureaus.ts';
import { tradelineIn } from './tradeline-reader.ts';

/** A file of three bureaus has some hundreds. What has more is no report of a person, and nothing is counted in it. */
const MAX_ROWS = 2_000;

/** A partition of more rows holds more than one account. */
const BUREAUS = 3;

/** What was read of a list; null until the report has such a list, even an empty one. */
type Rows<Row> = Row[] | null;

/** The lists of a report, as a walk over it (`walkReport`) meets them. */
export class CreditFileReading {
  private tradelines: Rows<Tradeline> = null;
  private inquiries: Rows<InquiryRow> = null;
  private collections: Rows<DerogatoryRow> = null;
  private publicRecords: Rows<DerogatoryRow> = null;
  private rows = 0;
  private partitions = 0;
  private readonly context: RowContext;
  private readonly maxRows: number;

  /** @param maxRows of which one more ends the reading. */
  constructor({ format, pulledAt }: ReportOrigin, { maxRows = MAX_ROWS } = {}) {
    this.context = { pulled: dayOf(pulledAt), bureau: bureauOfFormat(format) };
    this.maxRows = maxRows;
  }

  get isBeyondBound(): boolean {
    return this.rows > this.maxRows;
  }

  get hasRows(): boolean {
    return this.rows > 0;
  }

  /** What has been read. */
  get file(): CreditFile {
    const { tradelines, inquiries, collections, publicRecords } = this;
    return { tradelines, inquiries, collections, publicRecords };
  }

  readonly visit: Visit = (member, value, asked) => {
    if (asked || value === null || typeof value !== 'object') return 'deeper';
    return this.read(member, value) ? 'done' : 'deeper';
  };

  /** Whether the member holds rows of a list. */
  private read(member: string, value: object): boolean {
    if (member === PARTITION_MEMBER) return this.readPartitions(value);
    if (TRADELINE_LISTS.has(member)) {
      this.tradelines ??= [];
      return this.readRows(value, (node) => this.addTradeline(node, NO_PARTITION));
    }
    if (INQUIRY_LISTS.has(member)) {
      this.inquiries ??= [];
      return this.readRows(value, (node) => added(this.inquiries, inquiryIn(node, this.context)));
    }
    if (COLLECTION_LISTS.has(member)) {
      this.collections ??= [];
      return this.readRows(value, (node) => added(this.collections, collectionIn(node, this.context)));
    }
    if (RECORD_LISTS.has(member)) {
      this.publicRecords ??= [];
      return this.readRows(value, (node) => added(this.publicRecords, publicRecordIn(node, this.context)));
    }
    return false;
  }

  private readRows(value: object, add: (node: unknown) => boolean): boolean {
    let found = false;
    for (const node of asList(value)) {
      if (this.isBeyondBound) return true;
      if (!add(node)) continue;
      found = true;
      this.rows += 1;
    }
    return found;
  }

  private readPartitions(value: object): boolean {
    this.tradelines ??= [];
    return this.readRows(value, (partition) => {
      if (partition === null || typeof partition !== 'object') return false;
      const { rows, kinds } = partitionParts(partition);
      this.partitions += 1;
      const name = rows.length > 1 && rows.length <= BUREAUS ? String(this.partitions) : null;
      const found = rows.filter((row) => this.addTradeline(row, { partition: name, kinds }));
      this.rows += Math.max(0, found.length - 1);
      return found.length > 0;
    });
  }

  /** A collection agency's row is no account. */
  private addTradeline(node: unknown, partition: Partition): boolean {
    const tradeline = tradelineIn(node, this.context, partition);
    if (tradeline === null) return false;
    if (tradeline.kind !== 'collection') return added(this.tradelines, tradeline);
    this.collections ??= [];
    return added(this.collections, collectionOf(tradeline));
  }
}

type Partition = { readonly partition: string | null; readonly kinds: readonly string[] };
const NO_PARTITION: Partition = { partition: null, kinds: [] };

const TRADELINE_LISTS: ReadonlySet<string> = new Set(TRADELINE_MEMBERS);
/** TrueLink's lists are there when they are empty. */
const INQUIRY_LISTS: ReadonlySet<string> = new Set([...INQUIRY_MEMBERS, 'inquirypartition']);
const COLLECTION_LISTS: ReadonlySet<string> = new Set(COLLECTION_MEMBERS);
const RECORD_LISTS: ReadonlySet<string> = new Set([
  ...PUBLIC_RECORD_MEMBERS,
  'publicpartition',
  'publicrecordpartition',
  // As TrueLink's schema spells it.
  'pulblicrecordpartition',
]);

function added<Row>(rows: Rows<Row>, row: Row | null): boolean {
  if (rows === null || row === null) return false;
  rows.push(row);
  return true;
}

function partitionParts(partition: object) {
  let rows: readonly unknown[] = [];
  const kinds: string[] = [];
  for (const [name, value] of Object.entries(partition)) {
    const member = plainName(name);
    if (member === PARTITION_ROWS) rows = asList(value);
    else if (PARTITION_KIND.includes(member) && typeof value === 'string') kinds.push(value);
  }
  return { rows, kinds };
}

const NOTHING: CreditFile = { tradelines: null, inquiries: null, collections: null, publicRecords: null };

/** @param pulledAt epoch milliseconds */
export type ReportOrigin = { readonly format: string; readonly pulledAt: number };

/**
 * Reads accounts, inquiries, collections and public records from a report of any shape.
 * @param root the parsed report
 */
export function readCreditFile(root: unknown, origin: ReportOrigin): CreditFile {
  const reading = new CreditFileReading(origin);
  walkReport(root, isAsked, (name, value, asked) => {
    const found = reading.visit(name, value, asked);
    return reading.isBeyondBound ? 'stop' : found;
  });
  return reading.isBeyondBound ? NOTHING : reading.file;
}

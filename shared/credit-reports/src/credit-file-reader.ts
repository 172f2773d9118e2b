import type {
  CreditFile,
  DerogatoryRow,
  ExplainedScore,
  InquiryRow,
  Message,
  Statement,
  StatedTotal,
  Subject,
  Tradeline,
} from './credit-file.ts';
import { dayOf } from './figures/calendar-months.ts';
import { NodeValues } from './node-values.ts';
import * as names from './report-names.ts';
import { asList, type Member, plainName, walkReport } from './report-tree.ts';
import { dateOf, joined, MAX_STATEMENT_CHARACTERS, postalCodeOf, textOf, yearOf } from './report-values.ts';
import { capitalized, spacedWords } from './report-words.ts';
import {
  collectionIn,
  collectionOf,
  inquiryIn,
  publicRecordIn,
  type RowContext,
  rowContext,
  tradelineIn,
} from './row-reader.ts';
import { scoresIn } from './score-reader.ts';

/** A file of three bureaus has some hundreds. What has more is no report of a person, and nothing is counted in it. */
const MAX_ROWS = 2_000;
/** A merged report has three bureaus and a few models each. */
const MAX_SCORES = 24;
/** Far beyond a real file. */
const MAX_ITEMS = 100;
/** Who a file is about is to be read at a glance. */
const MAX_NAMES = 6;
const MAX_PLACES = 10;
/** A partition of more rows holds more than one account. */
const BUREAUS = 3;

export type ReportOrigin = {
  readonly format: string;
  /** Epoch milliseconds. */
  readonly pulledAt: number;
};

/**
 * Reads a stored report, once, in time linear in its length, by the names that bureaus, resellers and mergers use.
 * @param report redacted UTF-8 JSON
 * @returns null for what is no JSON
 */
export function readReport(report: Uint8Array, { format, pulledAt }: ReportOrigin): CreditFile | null {
  let root: unknown;
  try {
    root = JSON.parse(Buffer.from(report.buffer, report.byteOffset, report.byteLength).toString());
  } catch {
    return null;
  }
  const rows = new RowLists(rowContext(format, dayOf(pulledAt)));
  const others = otherItems();
  const sections = new Map([...rows.sections(), ...otherSections(others)]);
  const asked = new Map(each([...names.NAME_MEMBERS, names.APPLICANT_MEMBER], namesIn(others.askedNames)));
  const scores = new Map<string, ExplainedScore>();
  const hasMarkup = walkReport(root, (member) => {
    for (const explained of scoresIn(member)) {
      const key = JSON.stringify(explained.score);
      if (scores.size < MAX_SCORES && !scores.has(key)) scores.set(key, explained);
    }
    return (member.isAsked ? asked : sections).get(member.name)?.(member) ?? false;
  });
  return fileOf(rows, others, { scores: [...scores.values()], hasMarkup });
}

type Others = ReturnType<typeof otherItems>;
type Found = { readonly scores: readonly ExplainedScore[]; readonly hasMarkup: boolean };

function fileOf(rows: RowLists, others: Others, { scores, hasMarkup }: Found): CreditFile {
  const { messages, statements, totals, names: answered, askedNames, birthYears, addresses, employments } = others;
  const tradelines = rows.tradelines.rows;
  const isListed = rows.count > 0 || messages.items.length > 0 || statements.items.length > 0;
  return {
    scores,
    subject: {
      names: (answered.items.length > 0 ? answered : askedNames).items,
      birthYear: birthYears.items[0] ?? null,
      addresses: addresses.items,
      employments: employments.items,
    },
    messages,
    statements,
    totals,
    tradelines,
    inquiries: rows.inquiries.rows,
    collections: rows.collections.rows ?? (tradelines && []),
    publicRecords: rows.publicRecords.rows ?? (tradelines && []),
    isWhole: !rows.isBeyondBound,
    isRenderable: isListed || (scores.length > 0 && !hasMarkup),
  };
}

/** Reads what a member holds; tells whether that is all that it holds, and nothing in it is to be looked at. */
type Section = (member: Member) => boolean;

function each(members: readonly string[], section: Section): [string, Section][] {
  return members.map((member) => [member, section]);
}

/** Null until the report has such a list, even an empty one. */
class RowList<Row> {
  rows: Row[] | null = null;

  begin(): Row[] {
    this.rows ??= [];
    return this.rows;
  }

  add(row: Row | null): boolean {
    if (row !== null) this.begin().push(row);
    return row !== null;
  }
}

type Partition = { readonly partition: string | null; readonly kinds: readonly string[] };

class RowLists {
  readonly tradelines = new RowList<Tradeline>();
  readonly inquiries = new RowList<InquiryRow>();
  readonly collections = new RowList<DerogatoryRow>();
  readonly publicRecords = new RowList<DerogatoryRow>();
  readonly #context: RowContext;
  #partitions = 0;

  constructor(context: RowContext) {
    this.#context = context;
  }

  get count(): number {
    const { tradelines, inquiries, collections, publicRecords } = this;
    return [tradelines, inquiries, collections, publicRecords].reduce((sum, { rows }) => sum + (rows?.length ?? 0), 0);
  }

  /** Beyond it nothing is read. */
  get isBeyondBound(): boolean {
    return this.count > MAX_ROWS;
  }

  /** A collection agency's row is no account. */
  #addTradeline(node: unknown, partition: Partition): boolean {
    if (this.isBeyondBound) return false;
    const tradeline = tradelineIn(node, this.#context, partition);
    if (tradeline?.kind === 'collection') return this.collections.add(collectionOf(tradeline));
    return this.tradelines.add(tradeline);
  }

  #addPartition(node: unknown): boolean {
    this.#partitions += 1;
    const rows = Object.entries(node ?? {}).find(([name]) => plainName(name) === names.PARTITION_ROWS);
    const list = asList(rows?.[1]);
    const partition = list.length > 1 && list.length <= BUREAUS ? String(this.#partitions) : null;
    const kinds = new NodeValues(node, names.PARTITION).statements('kind');
    return list.filter((row) => this.#addTradeline(row, { partition, kinds })).length > 0;
  }

  sections(): [string, Section][] {
    const { tradelines, inquiries, collections, publicRecords } = this;
    const context = this.#context;
    const alone = { partition: null, kinds: [] };
    const lists: [readonly string[], { begin(): void }, (node: unknown) => boolean][] = [
      [names.TRADELINE_MEMBERS, tradelines, (node) => this.#addTradeline(node, alone)],
      [[names.PARTITION_MEMBER], tradelines, (node) => this.#addPartition(node)],
      [names.INQUIRY_MEMBERS, inquiries, (node) => inquiries.add(inquiryIn(node, context))],
      [names.COLLECTION_MEMBERS, collections, (node) => collections.add(collectionIn(node, context))],
      [names.PUBLIC_RECORD_MEMBERS, publicRecords, (node) => publicRecords.add(publicRecordIn(node, context))],
    ];
    return lists.flatMap(([members, list, add]) =>
      each(members, ({ value }) => {
        if (value === null || typeof value !== 'object') return false;
        list.begin();
        const found = asList(value).filter((node) => !this.isBeyondBound && add(node));
        return found.length > 0 || this.isBeyondBound;
      }),
    );
  }
}

/** The first different items; how many came after them. Merged reports repeat what each bureau says. */
class Items<Item> {
  readonly items: Item[] = [];
  left = 0;
  readonly #limit: number;
  readonly #seen = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(item: Item | null): boolean {
    if (item === null) return false;
    const key = JSON.stringify(item);
    if (this.#seen.has(key)) return true;
    if (this.items.length === this.#limit) this.left += 1;
    else {
      this.#seen.add(key);
      this.items.push(item);
    }
    return true;
  }
}

function otherItems() {
  return {
    names: new Items<string>(MAX_NAMES),
    askedNames: new Items<string>(MAX_NAMES),
    birthYears: new Items<string>(1),
    addresses: new Items<Subject['addresses'][number]>(MAX_PLACES),
    employments: new Items<Subject['employments'][number]>(MAX_PLACES),
    messages: new Items<Message>(MAX_ITEMS),
    statements: new Items<Statement>(MAX_ITEMS),
    totals: new Items<StatedTotal>(MAX_ITEMS),
  };
}

/** @param itemIn reads an item of a node; null for a node that is none. */
function itemsOf<Item>(itemIn: (node: unknown, member: string) => Item | null, into: Items<Item>): Section {
  return ({ name, value }) => asList(value).filter((node) => into.add(itemIn(node, name))).length > 0;
}

/** A node with a name holds other things too. */
function namesIn(into: Items<string>): Section {
  const read = itemsOf(nameIn, into);
  return (member) => read(member) && false;
}

/** No member belongs to two sections. */
function otherSections(others: Others): [string, Section][] {
  return [
    ...each(names.STATEMENT_MEMBERS, itemsOf(statementIn, others.statements)),
    ...each(Object.keys(names.MESSAGES), itemsOf(messageIn, others.messages)),
    ...each(Object.keys(names.FLAGS), itemsOf(flagIn, others.messages)),
    ...each(names.TOTAL_MEMBERS, itemsOf(totalIn, others.totals)),
    ...each(names.ADDRESS_MEMBERS, itemsOf(addressIn, others.addresses)),
    ...each(names.EMPLOYMENT_MEMBERS, itemsOf(employmentIn, others.employments)),
    ...each(names.BIRTH_MEMBERS, itemsOf(birthYearIn, others.birthYears)),
    ...each(names.NAME_MEMBERS, namesIn(others.names)),
  ];
}

function statementIn(node: unknown): Statement | null {
  const values = new NodeValues(node, names.STATEMENT);
  const text = values.text('text', MAX_STATEMENT_CHARACTERS);
  return text === null ? null : { text, date: dateOf(values.first('date')) };
}

function messageIn(node: unknown, member: string): Message | null {
  const values = new NodeValues(node, names.MESSAGE);
  const kind = names.MESSAGES[member] ?? '';
  const text = values.text('text', MAX_STATEMENT_CHARACTERS);
  if (text !== null) return { kind, text };
  const [result, type, condition] = [values.text('result'), values.text('type'), values.text('condition')];
  if (result !== null) return { kind, text: spacedWords(result) };
  return type === null || condition === null ? null : { kind, text: `${type}: ${condition}` };
}

function flagIn(node: unknown, member: string): Message | null {
  const values = new NodeValues(node, names.FLAG);
  const isSet = ['true', 'y', 'yes', '1'].includes(String(values.first('value')).toLowerCase());
  return isSet ? (names.FLAGS[member] ?? null) : null;
}

/** Counts are padded with zeros. */
function totalIn(node: unknown): StatedTotal | null {
  const values = new NodeValues(node, names.TOTAL);
  const [name, value] = [values.text('name'), values.text('value')];
  if (name === null || value === null) return null;
  return { name: spacedWords(name), value: /^0\d{1,8}$/.test(value) ? String(Number(value)) : value };
}

/** One part alone may be a company's, a month's or anything else called "first". */
function nameIn(node: unknown): string | null {
  const values = new NodeValues(node, names.NAME);
  const last = values.text('last');
  if (last === null) return null;
  return joined(' ', [values.text('first'), values.text('middle'), last, values.text('suffix')]);
}

function birthYearIn(node: unknown): string | null {
  return yearOf(new NodeValues(node, names.BIRTH).first('date'));
}

function addressIn(node: unknown): Subject['addresses'][number] | null {
  const values = new NodeValues(node, names.ADDRESS);
  const street =
    values.text('street') ??
    joined(
      ' ',
      values.statements('streetParts').map((part) => textOf(part)),
    );
  const city = values.text('city');
  if (street === null && city === null) return null;
  const region = joined(' ', [values.text('state'), postalCodeOf(values.first('zip'))]);
  return { text: joined(', ', [street, city, region]) ?? '', kind: capitalized(values.text('kind')) };
}

function employmentIn(node: unknown): Subject['employments'][number] | null {
  const values = new NodeValues(node, names.EMPLOYMENT);
  const employer = values.text('employer');
  return employer === null ? null : { employer, occupation: values.text('occupation') };
}

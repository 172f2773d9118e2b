import {
  type CreditFile,
  type ExplainedScore,
  type RecordRow,
  type Said,
  type Tradeline,
  UNSTATED,
} from './credit-file.ts';
import { dayOf } from './figures/calendar-months.ts';
import { type NodeShape, NodeValues } from './node-values.ts';
import { USUAL_BUREAUS } from './report-bureaus.ts';
import * as names from './report-names.ts';
import { asList, isNode, type Member, parsedJson, walkReport } from './report-tree.ts';
import { dateOf, joined, MAX_STATEMENT_CHARACTERS, spacedWords, textOf, yearOf } from './report-values.ts';
import { keyOfRows, type RowContext, recordIn, tradelineIn } from './row-reader.ts';
import { scoresIn } from './score-reader.ts';

/** A file of three bureaus has some hundreds. What has more is no report of a person, and nothing is counted in it. */
const MAX_ITEMS = 2_000;
/** A merged report has three bureaus and a few models each. */
const MAX_SCORES = 24;
/** A partition of more rows holds more than one account. */
const BUREAUS = 3;
/** Who a file is about is to be read at a glance. */
const MAX_NAMES = 6;
const MAX_PLACES = 10;

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
  const root = parsedJson(Buffer.from(report.buffer, report.byteOffset, report.byteLength).toString());
  if (root === undefined) return null;
  const [answer, request] = [new Sections(), new Sections()];
  const bureau = USUAL_BUREAUS.has(format) ? format : UNSTATED;
  const rows = rowsOf(answer, { pulled: dayOf(pulledAt), bureau });
  const named = answer.list(names.NAME, nameIn);
  const asked = request.list(names.NAME, nameIn);
  request.list(names.APPLICANT, nameIn, asked);
  const births = answer.list(names.BIRTH, (values) => said('Year of birth', yearOf(values.first('date'))));
  const addresses = answer.list(names.ADDRESS, addressIn);
  const employments = answer.list(names.EMPLOYMENT, employmentIn);
  const messages = answer.list(names.MESSAGE, messageIn);
  answer.list(names.FLAG, flagIn, messages);
  const statements = answer.list(names.STATEMENT, statementIn);
  const totals = answer.list(names.TOTAL, totalIn);
  const scores = new Map<string, ExplainedScore>();
  const hasMarkup = walkReport(root, (member) => {
    for (const explained of scoresIn(member)) {
      const key = JSON.stringify(explained.score);
      if (scores.size < MAX_SCORES && !scores.has(key)) scores.set(key, explained);
    }
    const section = names.sectionOf(member.name);
    const isRead = section !== undefined && (member.isAsked ? request : answer).read(section, member);
    // A node with a name holds other things too.
    return isRead && section !== names.NAME;
  });
  const tradelines = rows.tradelines.stated;
  const shown = [...Object.values(rows), messages, statements];
  return {
    scores: [...scores.values()],
    names: (named.items.length > 0 ? named : asked).items.slice(0, MAX_NAMES),
    person: [
      ...births.items.slice(0, 1),
      ...addresses.items.slice(0, MAX_PLACES),
      ...employments.items.slice(0, MAX_PLACES),
    ],
    messages: messages.items,
    statements: statements.items,
    totals: totals.items,
    tradelines,
    inquiries: rows.inquiries.stated,
    collections: rows.collections.stated ?? (tradelines && []),
    publicRecords: rows.publicRecords.stated ?? (tradelines && []),
    isWhole: Object.values(rows).every(({ isFull }) => !isFull),
    isRenderable: shown.some(({ items }) => items.length > 0) || (scores.size > 0 && !hasMarkup),
  };
}

/** What a report says of one kind, each once: merged reports repeat what each bureau says. */
class Items<Item> {
  readonly items: Item[] = [];
  /** Whether the report has such a list, even an empty one. */
  isStated = false;
  #looked = 0;
  /** By sign, and those that are not the first of their sign by what they say. */
  readonly #seen = new Map<string, Item>();

  get stated(): readonly Item[] | null {
    return this.isStated ? this.items : null;
  }

  /** Beyond it nothing is read. */
  get isFull(): boolean {
    return this.#looked > MAX_ITEMS;
  }

  /**
   * @param sign tells most items apart: only those of one sign are compared as a whole
   * @returns whether there is an item
   */
  add(item: Item | null, sign = JSON.stringify(item)): boolean {
    if (this.isFull) return false;
    this.#looked += 1;
    if (item === null) return false;
    this.isStated = true;
    const first = this.#seen.get(sign);
    const key = first === undefined ? sign : JSON.stringify(item);
    if (first !== undefined && (this.#seen.has(key) || key === JSON.stringify(first))) return true;
    this.#seen.set(key, item);
    this.items.push(item);
    return true;
  }
}

/** How the sections of a report are read. */
class Sections {
  readonly #readers = new Map<NodeShape, (member: Member) => boolean>();

  /** @param itemIn null for values that are no item. @returns what the members of the section hold */
  list<Name extends string, Item>(
    shape: NodeShape<Name>,
    itemIn: (values: NodeValues<Name>, member: string) => Item | null,
    list = new Items<Item>(),
  ): Items<Item> {
    this.into(list, shape, (node, member) => list.add(itemIn(new NodeValues(node, shape), member)));
    return list;
  }

  /** @param add tells whether there is an item. */
  into(list: Items<unknown>, shape: NodeShape, add: (node: unknown, member: string, next: unknown) => boolean): void {
    this.#readers.set(shape, ({ name, value }) => {
      list.isStated ||= isNode(value);
      const nodes = asList(value);
      const found = nodes.filter((node, index) => !list.isFull && add(node, name, nodes[index + 1]));
      return found.length > 0 || list.isFull;
    });
  }

  /** Whether what the member holds is read, and nothing in it is to be looked at. */
  read(section: NodeShape, member: Member): boolean {
    return this.#readers.get(section)?.(member) ?? false;
  }
}

function rowsOf(answer: Sections, context: RowContext) {
  const addRecord = (list: Items<RecordRow>, record: RecordRow | null) =>
    list.add(record, `${record?.bureaus[0]} ${record?.title}`);
  const records = (kind: keyof typeof names.RECORDS) => {
    const list = new Items<RecordRow>();
    answer.into(list, names.RECORDS[kind], (node) => addRecord(list, recordIn(node, kind, context)));
    return list;
  };
  const tradelines = new Items<Tradeline>();
  const collections = records('collections');
  /** A collection agency's row is no account; it counts towards the bound of their list. */
  const addTradeline = (node: unknown, row: Tradeline | null, key: string | null) => {
    const sign = `${row?.bureaus[0]} ${row?.creditor} ${row?.account}`;
    if (row?.kind !== 'collection') return tradelines.add(row && key !== null ? { ...row, key } : row, sign);
    tradelines.add(null);
    const record = recordIn(node, 'collections', context);
    return addRecord(collections, record && { ...record, key: key ?? record.key });
  };
  answer.into(tradelines, names.PARTITION, (node) => {
    const values = new NodeValues(node, names.PARTITION);
    const kinds = values.statements('kind');
    const rows = values.items.map((row) => tradelineIn(row, context, kinds));
    const key = rows.length > 1 && rows.length <= BUREAUS ? keyOfRows(rows) : null;
    return rows.filter((row, index) => !tradelines.isFull && addTradeline(values.items[index], row, key)).length > 0;
  });
  // Array states an account as all bureaus together have it, and behind that as each of them has it.
  const isOwn = (of: unknown) =>
    isNode(of) && (of['@CreditTradeReferenceID'] ?? of.CreditTradeReferenceID) === 'Secondary';
  let key: string | null = null;
  answer.into(tradelines, names.TRADELINE, (node, _, next) => {
    const row = tradelineIn(node, context);
    if (isOwn(node)) return addTradeline(node, row, key);
    key = isOwn(next) ? keyOfRows([row]) : null;
    return key !== null || addTradeline(node, row, null);
  });
  return { tradelines, inquiries: records('inquiries'), collections, publicRecords: records('publicRecords') };
}

/** Null without a text. */
function said(label: string, text: string | null): Said | null {
  return text === null ? null : { label, text };
}

function statementIn(values: NodeValues<'date' | 'text'>): Said | null {
  return said(dateOf(values.first('date')) ?? 'Statement', values.text('text', MAX_STATEMENT_CHARACTERS));
}

function messageIn(values: NodeValues<'text' | 'result' | 'type' | 'condition'>, member: string): Said | null {
  const label = names.MESSAGES[member] ?? '';
  const text = values.text('text', MAX_STATEMENT_CHARACTERS);
  if (text !== null) return { label, text };
  const [result, type, condition] = [values.text('result'), values.text('type'), values.text('condition')];
  if (result !== null) return { label, text: spacedWords(result) };
  return said(label, type === null || condition === null ? null : `${type}: ${condition}`);
}

function flagIn(values: NodeValues<'value'>, member: string): Said | null {
  const stated = String(values.first('value')).toLowerCase();
  return ['true', 'y', 'yes', '1'].includes(stated) ? (names.FLAGS[member] ?? null) : null;
}

/** Counts are padded with zeros. */
function totalIn(values: NodeValues<'name' | 'value'>): Said | null {
  const [name, value] = [values.text('name'), values.text('value')];
  if (name === null || value === null) return null;
  return { label: `${spacedWords(name)} (as stated)`, text: /^0\d{1,8}$/.test(value) ? String(Number(value)) : value };
}

/** One part alone may be a company's, a month's or anything else called "first". */
function nameIn(values: NodeValues<'first' | 'middle' | 'last' | 'suffix'>): string | null {
  const last = values.text('last');
  if (last === null) return null;
  return joined(' ', [values.text('first'), values.text('middle'), last, values.text('suffix')]);
}

function addressIn(values: NodeValues<keyof typeof names.ADDRESS.values>): Said | null {
  const street = values.text('street') ?? textOf(values.statements('streetParts').join(' '));
  const city = values.text('city');
  if (street === null && city === null) return null;
  // Nine digits of a ZIP+4 have their hyphen.
  const zip = values.text('zip')?.replace(/^(\d{5})(\d{4})$/, '$1-$2') ?? null;
  const kind = values.text('kind')?.toLowerCase();
  const label = kind === undefined ? 'Address' : `Address (${kind})`;
  return said(label, joined(', ', [street, city, joined(' ', [values.text('state'), zip])]));
}

function employmentIn(values: NodeValues<'employer' | 'occupation'>): Said | null {
  const employer = values.text('employer');
  return said('Employment', employer && joined(', ', [employer, values.text('occupation')]));
}

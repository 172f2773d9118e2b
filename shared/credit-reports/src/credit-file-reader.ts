import { type CreditFile, type ExplainedScore, type Said, type Tradeline, UNSTATED } from './credit-file.ts';
import { dayOf } from './figures/calendar-months.ts';
import { NodeValues } from './node-values.ts';
import { USUAL_BUREAUS } from './report-bureaus.ts';
import * as names from './report-names.ts';
import { asList, type Member, plainName, walkReport } from './report-tree.ts';
import {
  dateOf,
  joined,
  MAX_STATEMENT_CHARACTERS,
  postalCodeOf,
  spacedWords,
  textOf,
  yearOf,
} from './report-values.ts';
import { type Partition, type RowContext, recordIn, tradelineIn } from './row-reader.ts';
import { scoresIn } from './score-reader.ts';

/** A file of three bureaus has some hundreds. What has more is no report of a person, and nothing is counted in it. */
const MAX_ITEMS = 2_000;
/** A merged report has three bureaus and a few models each. */
const MAX_SCORES = 24;
/** A partition of more rows holds more than one account. */
const BUREAUS = 3;
/** Who a file is about is to be read at a glance. */
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
  let root: unknown;
  try {
    root = JSON.parse(Buffer.from(report.buffer, report.byteOffset, report.byteLength).toString());
  } catch {
    return null;
  }
  const [answer, request] = [new Sections(), new Sections()];
  const bureau = USUAL_BUREAUS.has(format) ? format : UNSTATED;
  const rows = rowsOf(answer, { pulled: dayOf(pulledAt), bureau });
  const named = answer.list(names.NAME_MEMBERS, nameIn);
  const asked = request.list([...names.NAME_MEMBERS, names.APPLICANT_MEMBER], nameIn);
  const births = answer.list(names.BIRTH_MEMBERS, birthIn);
  const addresses = answer.list(names.ADDRESS_MEMBERS, addressIn);
  const employments = answer.list(names.EMPLOYMENT_MEMBERS, employmentIn);
  const messages = answer.list([...Object.keys(names.MESSAGES), ...Object.keys(names.FLAGS)], messageIn);
  const statements = answer.list(names.STATEMENT_MEMBERS, statementIn);
  const totals = answer.list(names.TOTAL_MEMBERS, totalIn);
  const scores = new Map<string, ExplainedScore>();
  const hasMarkup = walkReport(root, (member) => {
    for (const explained of scoresIn(member)) {
      const key = JSON.stringify(explained.score);
      if (scores.size < MAX_SCORES && !scores.has(key)) scores.set(key, explained);
    }
    const isRead = (member.isAsked ? request : answer).read(member);
    // A node with a name holds other things too.
    return isRead && !names.NAME_MEMBERS.includes(member.name);
  });
  const tradelines = rows.tradelines.stated;
  const shown = [...Object.values(rows), messages, statements];
  return {
    scores: [...scores.values()],
    names: named.items.length > 0 ? named.items : asked.items,
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
  readonly #seen = new Set<string>();

  get stated(): readonly Item[] | null {
    return this.isStated ? this.items : null;
  }

  /** Beyond it nothing is read. */
  get isFull(): boolean {
    return this.#looked > MAX_ITEMS;
  }

  /** @returns whether there is an item */
  add(item: Item | null): boolean {
    if (this.isFull) return false;
    this.#looked += 1;
    if (item === null) return false;
    this.isStated = true;
    const key = JSON.stringify(item);
    if (!this.#seen.has(key)) this.items.push(item);
    this.#seen.add(key);
    return true;
  }
}

/** How the members of a report are read, by their names. No member belongs to two lists. */
class Sections {
  readonly #byMember = new Map<string, (member: Member) => boolean>();

  /** @returns what these members hold. @param itemIn null for a node that is no item */
  list<Item>(members: readonly string[], itemIn: (node: unknown, member: string) => Item | null): Items<Item> {
    const list = new Items<Item>();
    this.into(list, members, (node, member) => list.add(itemIn(node, member)));
    return list;
  }

  /** @param add tells whether there is an item. */
  into(list: Items<unknown>, members: readonly string[], add: (node: unknown, member: string) => boolean): void {
    const read = ({ name, value }: Member) => {
      list.isStated ||= value !== null && typeof value === 'object';
      const found = asList(value).filter((node) => !list.isFull && add(node, name));
      return found.length > 0 || list.isFull;
    };
    for (const member of members) this.#byMember.set(member, read);
  }

  /** Whether what the member holds is read, and nothing in it is to be looked at. */
  read(member: Member): boolean {
    return this.#byMember.get(member.name)?.(member) ?? false;
  }
}

function rowsOf(answer: Sections, context: RowContext) {
  const records = (kind: keyof typeof names.RECORDS) =>
    answer.list(names.RECORDS[kind].members, (node) => recordIn(node, kind, context));
  const tradelines = new Items<Tradeline>();
  const collections = records('collections');
  /** A collection agency's row is no account. */
  const addTradeline = (node: unknown, partition: Partition) => {
    const tradeline = tradelineIn(node, context, partition);
    if (tradeline?.kind !== 'collection') return tradelines.add(tradeline);
    return collections.add(recordIn(node, 'collections', context));
  };
  let partitions = 0;
  const addPartition = (node: unknown) => {
    partitions += 1;
    const held = Object.entries(node ?? {}).find(([name]) => plainName(name) === names.PARTITION_ROWS);
    const list = asList(held?.[1]);
    const key = list.length > 1 && list.length <= BUREAUS ? `partition ${partitions}` : null;
    const kinds = new NodeValues(node, names.PARTITION).statements('kind');
    return list.filter((row) => !tradelines.isFull && addTradeline(row, { key, kinds })).length > 0;
  };
  answer.into(tradelines, names.TRADELINE_MEMBERS, (node) => addTradeline(node, { key: null, kinds: [] }));
  answer.into(tradelines, [names.PARTITION_MEMBER], addPartition);
  return { tradelines, inquiries: records('inquiries'), collections, publicRecords: records('publicRecords') };
}

/** Null without a text. */
function said(label: string, text: string | null): Said | null {
  return text === null ? null : { label, text };
}

function statementIn(node: unknown): Said | null {
  const values = new NodeValues(node, names.STATEMENT);
  return said(dateOf(values.first('date')) ?? 'Statement', values.text('text', MAX_STATEMENT_CHARACTERS));
}

function messageIn(node: unknown, member: string): Said | null {
  const flag = names.FLAGS[member];
  if (flag !== undefined) return isSet(node) ? flag : null;
  const values = new NodeValues(node, names.MESSAGE);
  const label = names.MESSAGES[member] ?? '';
  const text = values.text('text', MAX_STATEMENT_CHARACTERS);
  if (text !== null) return { label, text };
  const [result, type, condition] = [values.text('result'), values.text('type'), values.text('condition')];
  if (result !== null) return { label, text: spacedWords(result) };
  return said(label, type === null || condition === null ? null : `${type}: ${condition}`);
}

function isSet(node: unknown): boolean {
  const stated = new NodeValues(node, names.FLAG).first('value');
  return ['true', 'y', 'yes', '1'].includes(String(stated).toLowerCase());
}

/** Counts are padded with zeros. */
function totalIn(node: unknown): Said | null {
  const values = new NodeValues(node, names.TOTAL);
  const [name, value] = [values.text('name'), values.text('value')];
  if (name === null || value === null) return null;
  return { label: `${spacedWords(name)} (as stated)`, text: /^0\d{1,8}$/.test(value) ? String(Number(value)) : value };
}

/** One part alone may be a company's, a month's or anything else called "first". */
function nameIn(node: unknown): string | null {
  const values = new NodeValues(node, names.NAME);
  const last = values.text('last');
  if (last === null) return null;
  return joined(' ', [values.text('first'), values.text('middle'), last, values.text('suffix')]);
}

function birthIn(node: unknown): Said | null {
  return said('Year of birth', yearOf(new NodeValues(node, names.BIRTH).first('date')));
}

function addressIn(node: unknown): Said | null {
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
  const kind = values.text('kind')?.toLowerCase();
  return said(kind === undefined ? 'Address' : `Address (${kind})`, joined(', ', [street, city, region]));
}

function employmentIn(node: unknown): Said | null {
  const values = new NodeValues(node, names.EMPLOYMENT);
  const employer = values.text('employer');
  return said('Employment', employer && joined(', ', [employer, values.text('occupation')]));
}

import type { CreditFile, ExplainedScore, RecordRow, Said, Tradeline } from './credit-file.ts';
import { dayOf } from './figures/calendar-months.ts';
import { NodeValues } from './node-values.ts';
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
import { type Partition, type RowContext, recordIn, rowContext, tradelineIn } from './row-reader.ts';
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
  const lists = newLists();
  const sections = sectionsOf(lists, rowContext(format, dayOf(pulledAt)));
  const asked = new Map(each([...names.NAME_MEMBERS, names.APPLICANT_MEMBER], listed(lists.asked, nameIn)));
  const scores = new Map<string, ExplainedScore>();
  const hasMarkup = walkReport(root, (member) => {
    for (const explained of scoresIn(member)) {
      const key = JSON.stringify(explained.score);
      if (scores.size < MAX_SCORES && !scores.has(key)) scores.set(key, explained);
    }
    return (member.isAsked ? asked : sections).get(member.name)?.(member) ?? false;
  });
  return fileOf(lists, [...scores.values()], hasMarkup);
}

type Lists = ReturnType<typeof newLists>;

function newLists() {
  return {
    rows: {
      tradelines: new Items<Tradeline>(),
      inquiries: new Items<RecordRow>(),
      collections: new Items<RecordRow>(),
      publicRecords: new Items<RecordRow>(),
    },
    named: new Items<string>(),
    asked: new Items<string>(),
    births: new Items<Said>(),
    addresses: new Items<Said>(),
    employments: new Items<Said>(),
    messages: new Items<Said>(),
    statements: new Items<Said>(),
    totals: new Items<Said>(),
  };
}

function fileOf({ rows, ...lists }: Lists, scores: readonly ExplainedScore[], hasMarkup: boolean): CreditFile {
  const tradelines = rows.tradelines.stated;
  const shown = [...Object.values(rows), lists.messages, lists.statements];
  return {
    scores,
    names: lists.named.items.length > 0 ? lists.named.items : lists.asked.items,
    person: [
      ...lists.births.items.slice(0, 1),
      ...lists.addresses.items.slice(0, MAX_PLACES),
      ...lists.employments.items.slice(0, MAX_PLACES),
    ],
    messages: lists.messages.items,
    statements: lists.statements.items,
    totals: lists.totals.items,
    tradelines,
    inquiries: rows.inquiries.stated,
    collections: rows.collections.stated ?? (tradelines && []),
    publicRecords: rows.publicRecords.stated ?? (tradelines && []),
    isWhole: Object.values(rows).every(({ isFull }) => !isFull),
    isRenderable: shown.some(({ items }) => items.length > 0) || (scores.length > 0 && !hasMarkup),
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
    this.#looked += 1;
    if (item === null) return false;
    this.isStated = true;
    const key = JSON.stringify(item);
    if (!this.#seen.has(key)) this.items.push(item);
    this.#seen.add(key);
    return true;
  }
}

/** Reads what a member holds; tells whether that is all that it holds, and nothing in it is to be looked at. */
type Section = (member: Member) => boolean;

function each(members: readonly string[], section: Section): [string, Section][] {
  return members.map((member) => [member, section]);
}

/** @param itemIn reads an item of a node; null for a node that is none. */
function listed<Item>(list: Items<Item>, itemIn: (node: unknown, member: string) => Item | null): Section {
  return sectionOf(list, (node, member) => list.add(itemIn(node, member)));
}

function sectionOf(list: Items<unknown>, add: (node: unknown, member: string) => boolean): Section {
  return ({ name, value }) => {
    list.isStated ||= value !== null && typeof value === 'object';
    const found = asList(value).filter((node) => !list.isFull && add(node, name));
    return found.length > 0 || list.isFull;
  };
}

/** No member belongs to two sections. */
function sectionsOf({ rows, ...lists }: Lists, context: RowContext): Map<string, Section> {
  /** A collection agency's row is no account. */
  const addTradeline = (node: unknown, partition: Partition) => {
    const tradeline = tradelineIn(node, context, partition);
    if (tradeline?.kind !== 'collection') return rows.tradelines.add(tradeline);
    return rows.collections.add(recordIn(node, 'collections', context));
  };
  const addAccount = (node: unknown) => addTradeline(node, { partition: null, kinds: [] });
  let partitions = 0;
  const addPartition = (node: unknown) => {
    partitions += 1;
    const held = Object.entries(node ?? {}).find(([name]) => plainName(name) === names.PARTITION_ROWS);
    const list = asList(held?.[1]);
    const partition = list.length > 1 && list.length <= BUREAUS ? String(partitions) : null;
    const kinds = new NodeValues(node, names.PARTITION).statements('kind');
    return list.filter((row) => !rows.tradelines.isFull && addTradeline(row, { partition, kinds })).length > 0;
  };
  const records = (kind: keyof typeof names.RECORDS) => {
    return each(
      names.RECORDS[kind].members,
      listed(rows[kind], (node) => recordIn(node, kind, context)),
    );
  };
  const nameSection = listed(lists.named, nameIn);
  return new Map([
    ...each(names.TRADELINE_MEMBERS, sectionOf(rows.tradelines, addAccount)),
    ...each([names.PARTITION_MEMBER], sectionOf(rows.tradelines, addPartition)),
    ...records('inquiries'),
    ...records('collections'),
    ...records('publicRecords'),
    ...each(names.STATEMENT_MEMBERS, listed(lists.statements, statementIn)),
    ...each(Object.keys(names.MESSAGES), listed(lists.messages, messageIn)),
    ...each(Object.keys(names.FLAGS), listed(lists.messages, flagIn)),
    ...each(names.TOTAL_MEMBERS, listed(lists.totals, totalIn)),
    ...each(names.BIRTH_MEMBERS, listed(lists.births, birthIn)),
    ...each(names.ADDRESS_MEMBERS, listed(lists.addresses, addressIn)),
    ...each(names.EMPLOYMENT_MEMBERS, listed(lists.employments, employmentIn)),
    // A node with a name holds other things too.
    ...each(names.NAME_MEMBERS, (member) => nameSection(member) && false),
  ]);
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
  const values = new NodeValues(node, names.MESSAGE);
  const label = names.MESSAGES[member] ?? '';
  const text = values.text('text', MAX_STATEMENT_CHARACTERS);
  if (text !== null) return { label, text };
  const [result, type, condition] = [values.text('result'), values.text('type'), values.text('condition')];
  if (result !== null) return { label, text: spacedWords(result) };
  return said(label, type === null || condition === null ? null : `${type}: ${condition}`);
}

function flagIn(node: unknown, member: string): Said | null {
  const values = new NodeValues(node, names.FLAG);
  const isSet = ['true', 'y', 'yes', '1'].includes(String(values.first('value')).toLowerCase());
  return isSet ? (names.FLAGS[member] ?? null) : null;
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

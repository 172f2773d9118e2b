import type { ReportScore } from '@fundlens/read-models/contacts/slots';
import type {
  Account,
  Address,
  Alert,
  Bounded,
  Collection,
  Employment,
  Identity,
  Inquiry,
  PublicRecord,
  ReportContent,
  Statement,
  SummaryLine,
} from './report-content.ts';
import * as fields from './report-fields.ts';
import { COLLECTION_MEMBERS, INQUIRY_MEMBERS, PUBLIC_RECORD_MEMBERS, TRADELINE_MEMBERS } from './report-names.ts';
import { isAsked } from './report-request.ts';
import { reportScores } from './report-scores.ts';
import { parsedReport } from './report-json.ts';
import { asList, firstOf, type Leaves, leavesOf, walkReport } from './report-tree.ts';

/** Far beyond a real file; what is left out is counted and said. */
const MAX_ACCOUNTS = 400;
const MAX_INQUIRIES = 200;
const MAX_OTHER_ITEMS = 100;
/** An identity block is to be read at a glance. */
const MAX_NAMES = 6;
const MAX_ADDRESSES = 10;
const MAX_EMPLOYMENTS = 10;

/** Children of them are read too, because they only hold the others. */
type Section<Item> = {
  readonly members: readonly string[];
  readonly read: (leaves: Leaves, member: string) => Item | null;
  readonly into: Gathered<Item>;
  readonly deeper?: true;
};

/**
 * Reads a report by the names that bureaus, resellers and mergers use, whatever its format is said to be.
 * @param report redacted UTF-8 JSON
 * @returns null when there is nothing in it that we know how to show: an unknown shape, a summary of nothing, markup.
 */
export function readReport(report: Uint8Array, format: string): ReportContent | null {
  const root = parsedReport(report);
  if (root === undefined) return null;
  const reading = newReading();
  const { markup } = walkReport(root, isAsked, reading.visit);
  const scores = scoresOf(report, format);
  const { lists } = reading;
  if (!isKnown(lists, { scores, markup })) return null;
  return {
    identity: reading.identity(),
    scores,
    summary: reading.summary.bounded(),
    alerts: lists.alerts.bounded(),
    accounts: lists.accounts.bounded(),
    collections: lists.collections.bounded(),
    publicRecords: lists.publicRecords.bounded(),
    inquiries: lists.inquiries.bounded(),
    statements: lists.statements.bounded(),
  };
}

/** Whether `readReport` finds something, at a fraction of the work: a usual report tells by its first account. */
export function isRenderable(report: Uint8Array, format: string): boolean {
  const root = parsedReport(report);
  if (root === undefined) return false;
  const { lists, visit } = newReading({ once: true });
  const { markup } = walkReport(root, isAsked, (name, value, asked) => {
    const found = visit(name, value, asked);
    return found === 'done' && isListed(lists) ? 'stop' : found;
  });
  return isListed(lists) || isKnown(lists, { scores: scoresOf(report, format), markup });
}

/** One walk over a report: what it meets, and what it has found so far. `once`: of each list one item is enough. */
function newReading({ once }: { readonly once: boolean } = { once: false }) {
  const lists = emptyLists();
  const names = gathered<string>(MAX_NAMES, 'distinct');
  const askedNames = gathered<string>(MAX_NAMES, 'distinct');
  const birthYears = gathered<string>(1, 'distinct');
  const summary = gathered<SummaryLine>(MAX_OTHER_ITEMS, 'distinct');
  const addresses = gathered<Address>(MAX_ADDRESSES, 'distinct');
  const employments = gathered<Employment>(MAX_EMPLOYMENTS, 'distinct');
  const read = sectionsByMember([
    ...listSections(lists),
    section({ members: fields.SUMMARY_MEMBERS, read: fields.summaryIn, into: summary }),
    section({ members: fields.ADDRESS_MEMBERS, read: fields.addressIn, into: addresses }),
    section({ members: fields.EMPLOYMENT_MEMBERS, read: fields.employmentIn, into: employments }),
    section({ members: fields.NAME_MEMBERS, read: fields.nameIn, into: names, deeper: true }),
    section({ members: fields.BIRTH_MEMBERS, read: fields.birthYearIn, into: birthYears, deeper: true }),
  ]);
  const readAsked = sectionsByMember([
    section({ members: [...fields.NAME_MEMBERS, 'primaryapplicant'], read: fields.nameIn, into: askedNames }),
  ]);
  return {
    lists,
    summary,
    visit: (name: string, value: unknown, asked: boolean) =>
      (asked ? readAsked : read).get(name)?.(name, value, once) ?? 'deeper',
    identity: (): Identity => ({
      names: (names.items.length > 0 ? names : askedNames).items,
      birthYear: birthYears.items[0] ?? null,
      addresses: addresses.items,
      employments: employments.items,
    }),
  };
}

type Lists = ReturnType<typeof emptyLists>;

/** What a credit report is of. */
function emptyLists() {
  return {
    accounts: gathered<Account>(MAX_ACCOUNTS, 'all'),
    collections: gathered<Collection>(MAX_OTHER_ITEMS, 'all'),
    publicRecords: gathered<PublicRecord>(MAX_OTHER_ITEMS, 'all'),
    inquiries: gathered<Inquiry>(MAX_INQUIRIES, 'all'),
    statements: gathered<Statement>(MAX_OTHER_ITEMS, 'distinct'),
    alerts: gathered<Alert>(MAX_OTHER_ITEMS, 'distinct'),
  };
}

function listSections(lists: Lists): MemberSection[] {
  return [
    section({ members: TRADELINE_MEMBERS, read: fields.accountIn, into: lists.accounts }),
    section({ members: COLLECTION_MEMBERS, read: fields.collectionIn, into: lists.collections }),
    section({ members: PUBLIC_RECORD_MEMBERS, read: fields.publicRecordIn, into: lists.publicRecords }),
    section({ members: INQUIRY_MEMBERS, read: fields.inquiryIn, into: lists.inquiries }),
    section({ members: fields.STATEMENT_MEMBERS, read: fields.statementIn, into: lists.statements }),
    section({
      members: [...fields.ALERT_MEMBERS.keys()],
      read: (leaves, member) => fields.alertIn(leaves, fields.ALERT_MEMBERS.get(member) ?? ''),
      into: lists.alerts,
    }),
    section({
      members: [...fields.FLAGS.keys()],
      read: (leaves, member) =>
        (fields.isSet(firstOf(leaves, ['indicator', ''])) ? fields.FLAGS.get(member) : null) ?? null,
      into: lists.alerts,
    }),
  ];
}

/**
 * Scores are read from any markup, the rest only from XML: a page of scores alone would look like a file without
 * accounts.
 */
function isKnown(
  lists: Lists,
  { scores, markup }: { readonly scores: readonly ReportScore[]; readonly markup: boolean },
): boolean {
  return isListed(lists) || (scores.length > 0 && !markup);
}

function isListed(lists: Lists): boolean {
  return Object.values(lists).some(({ items }) => items.length > 0);
}

/** Scores of the shape that the format names; of any shape when it has none of that. */
function scoresOf(report: Uint8Array, format: string): ReportScore[] {
  const scores = reportScores(report, format);
  return scores.length > 0 || format === 'other' ? scores : reportScores(report, 'other');
}

type MemberSection = { readonly members: readonly string[]; readonly read: ReadMember };
type ReadMember = (member: string, value: unknown, once: boolean) => 'done' | 'deeper';

/** What one member's value holds for one section. */
function section<Item>({ members, read, into, deeper }: Section<Item>): MemberSection {
  return {
    members,
    read(member, value, once) {
      let found = false;
      for (const node of asList(value)) {
        const item = read(leavesOf(node), member);
        if (item === null) continue;
        into.add(item);
        found = true;
        if (once) break;
      }
      return found && deeper === undefined ? 'done' : 'deeper';
    },
  };
}

/** No member belongs to two sections but those that hold nothing else. */
function sectionsByMember(sections: readonly MemberSection[]) {
  return new Map(
    sections.flatMap(({ members, read }) => members.map((member): [string, ReadMember] => [member, read])),
  );
}

type Gathered<Item> = {
  readonly items: readonly Item[];
  add(item: Item): void;
  bounded(): Bounded<Item>;
};

/** The first `limit` items; how many came after them. Merged reports repeat what each bureau says: that is shown once. */
function gathered<Item>(limit: number, which: 'all' | 'distinct'): Gathered<Item> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let left = 0;
  return {
    items,
    add(item) {
      if (which === 'distinct') {
        const key = JSON.stringify(item);
        if (seen.has(key)) return;
        if (items.length < limit) seen.add(key);
      }
      if (items.length < limit) items.push(item);
      else left += 1;
    },
    bounded: () => ({ items, left }),
  };
}

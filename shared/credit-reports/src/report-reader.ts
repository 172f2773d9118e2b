import { CreditFileReading, type ReportOrigin } from './figures/credit-file-reader.ts';
import { fileFigures, NO_FIGURES } from './figures/credit-figures.ts';
import { groupedFile } from './figures/merged-file.ts';
import type {
  Address,
  Alert,
  Bounded,
  Employment,
  Identity,
  ReportContent,
  Statement,
  SummaryLine,
} from './report-content.ts';
import * as fields from './report-fields.ts';
import { parsedReport } from './report-json.ts';
import { isAsked } from './report-request.ts';
import { asList, firstOf, type Leaves, leavesOf, walkReport } from './report-tree.ts';
import { type ExplainedScore, explainedScores } from './score-factors.ts';

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
export function readReport(report: Uint8Array, origin: ReportOrigin): ReportContent | null {
  const root = parsedReport(report);
  if (root === undefined) return null;
  const rows = new CreditFileReading(origin);
  const reading = newReading();
  const { markup } = walkReport(root, isAsked, (name, value, asked) => {
    // Beyond the bound of rows the rest of the report is still read.
    const found = rows.visit(name, value, asked);
    return found === 'deeper' ? reading.visit(name, value, asked) : 'done';
  });
  const scores = scoresOf(report, origin.format);
  const { summary, alerts, statements } = reading;
  const isListed = rows.hasRows || [alerts, statements].some(({ items }) => items.length > 0);
  if (!isListed && (scores.length === 0 || markup)) return null;
  const grouped = groupedFile(rows.file);
  return {
    identity: reading.identity(),
    scores,
    figures: rows.isBeyondBound ? NO_FIGURES : fileFigures(rows.file, origin.pulledAt),
    isWhole: !rows.isBeyondBound,
    summary: summary.bounded(),
    alerts: alerts.bounded(),
    accounts: firstItems(grouped.tradelines, MAX_ACCOUNTS),
    collections: firstItems(grouped.collections, MAX_OTHER_ITEMS),
    publicRecords: firstItems(grouped.publicRecords, MAX_OTHER_ITEMS),
    inquiries: firstItems(grouped.inquiries, MAX_INQUIRIES),
    statements: statements.bounded(),
  };
}

/** Whether `readReport` finds something, at a fraction of the work: a usual report tells by its first account. */
export function isRenderable(report: Uint8Array, format: string): boolean {
  const root = parsedReport(report);
  if (root === undefined) return false;
  const rows = new CreditFileReading({ format, pulledAt: 0 }, { maxRows: 0 });
  const { alerts, statements, visit } = newReading({ once: true });
  const isListed = () => rows.hasRows || alerts.items.length > 0 || statements.items.length > 0;
  const { markup } = walkReport(root, isAsked, (name, value, asked) => {
    const found = rows.visit(name, value, asked);
    const next = found === 'deeper' ? visit(name, value, asked) : found;
    return isListed() ? 'stop' : next;
  });
  return isListed() || (!markup && scoresOf(report, format).length > 0);
}

function firstItems<Item>(items: readonly Item[] | null, limit: number): Bounded<Item> {
  const all = items ?? [];
  return { items: all.slice(0, limit), left: Math.max(0, all.length - limit) };
}

/** What a report says beside its accounts, inquiries and records. `once`: of each list one item is enough. */
function newReading({ once }: { readonly once: boolean } = { once: false }) {
  const names = gathered<string>(MAX_NAMES);
  const askedNames = gathered<string>(MAX_NAMES);
  const birthYears = gathered<string>(1);
  const summary = gathered<SummaryLine>(MAX_OTHER_ITEMS);
  const addresses = gathered<Address>(MAX_ADDRESSES);
  const employments = gathered<Employment>(MAX_EMPLOYMENTS);
  const statements = gathered<Statement>(MAX_OTHER_ITEMS);
  const alerts = gathered<Alert>(MAX_OTHER_ITEMS);
  const read = sectionsByMember([
    section({ members: fields.STATEMENT_MEMBERS, read: fields.statementIn, into: statements }),
    ...alertSections(alerts),
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
    summary,
    alerts,
    statements,
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

function alertSections(alerts: Gathered<Alert>): MemberSection[] {
  return [
    section({
      members: [...fields.ALERT_MEMBERS.keys()],
      read: (leaves, member) => fields.alertIn(leaves, fields.ALERT_MEMBERS.get(member) ?? ''),
      into: alerts,
    }),
    section({
      members: [...fields.FLAGS.keys()],
      read: (leaves, member) =>
        (fields.isSet(firstOf(leaves, ['indicator', ''])) ? fields.FLAGS.get(member) : null) ?? null,
      into: alerts,
    }),
  ];
}

/** Scores of the shape that the format names; of any shape when it has none of that. */
function scoresOf(report: Uint8Array, format: string): ExplainedScore[] {
  const scores = explainedScores(report, format);
  return scores.length > 0 || format === 'other' ? scores : explainedScores(report, 'other');
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

/** The first `limit` different items; how many came after them. Merged reports repeat what each bureau says. */
function gathered<Item>(limit: number): Gathered<Item> {
  const items: Item[] = [];
  const seen = new Set<string>();
  let left = 0;
  return {
    items,
    add(item) {
      const key = JSON.stringify(item);
      if (seen.has(key)) return;
      if (items.length === limit) left += 1;
      else {
        seen.add(key);
        items.push(item);
      }
    },
    bounded: () => ({ items, left }),
  };
}

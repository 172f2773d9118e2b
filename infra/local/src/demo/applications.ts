import { creditReportShapes } from '@fundlens/redaction/testing/credit-report-fixtures';
import { DAY, HOUR } from './instants.ts';
import type { DemoPerson } from './people.ts';
import type { Random } from './random.ts';
import { type DemoReport, newReport, readReport } from './reports.ts';
import { DEMO_BOARD, type DemoStage, reached, stageAfter, stageNamed } from './stages.ts';
import { type Underwriting, underwrite } from './underwriting.ts';

/** A person's funding application: all events about it follow from this. Instants in epoch milliseconds. */
export type DemoApplication = {
  readonly stage: DemoStage;
  /** When the file came to each mark (`reached`), as far as it came. */
  readonly marks: readonly number[];
  readonly stageChangedAt: number;
  readonly reports: readonly DemoReport[];
  /** What the report that was underwritten comes to; null without one. */
  readonly credit: Credit | null;
};

type Credit = {
  readonly requestId: string;
  readonly middleScore: number;
  readonly underwriting: Underwriting;
};

/** Counts over the whole demo, so that every stage and every shape of report occurs at every size. */
export type Counter = { applications: number; reports: number; readonly stages: Map<string, number> };

/** Files that are still open were submitted within so many days. */
const OPEN_DAYS = 40;
const RECENT_SHARE = 0.65;
/** Days that a file needs from one mark to the next, at least, and for all of them at most. */
const DAYS_PER_MARK = 0.5;
const MOST_DAYS = 20;
/** Every so many applications one that is not underwritten yet, and one with two reports. */
const EARLY_EACH = 6;
const SECOND_REPORT_EACH = 5;

const EARLY = ['received', 'completeness_review', 'underwriting_review', 'withdrawn'];
const ENDED = ['funded', 'approved'];
const GOING_ON = DEMO_BOARD.filter((stage) => ![...EARLY, 'funded', 'declined', 'nurture'].includes(stage));

export function createApplication(
  random: Random,
  { person, baseInstant, counter }: { person: DemoPerson; baseInstant: number; counter: Counter },
): DemoApplication {
  const index = counter.applications++;
  const latest = baseInstant - HOUR;
  const isEarly = index % EARLY_EACH === 0;
  const isRecent = isEarly || random.chance(RECENT_SHARE);
  const soon = person.createdAt + Math.round((0.05 + 1.5 * random.next()) * DAY);
  const recent = latest - Math.round((2 + (OPEN_DAYS - 2) * random.next()) * DAY);
  const submittedAt = Math.min(isRecent ? Math.max(soon, recent) : soon, latest - DAY);
  const pulledAt = submittedAt + random.int(2, 16) * HOUR;
  const pulls = index % SECOND_REPORT_EACH === 3 ? [Math.floor((submittedAt + pulledAt) / 2), pulledAt] : [pulledAt];
  const reports = pulls.map((at) => {
    const shape = creditReportShapes[counter.reports++ % creditReportShapes.length] ?? 'equifax-flat';
    return newReport(random, { shape, pulledAt: at, fileAt: submittedAt });
  });
  const end = isEarly ? null : endOf(creditOf(person, reports.at(-1)));
  const possible = isEarly ? EARLY : isRecent ? GOING_ON : ENDED;
  const stage = leastUsed(counter, end === null ? possible : [end], latest - pulledAt);
  const share = 0.3 + 0.7 * random.next();
  return applicationIn(stage, { person, submittedAt, reports, latest, share });
}

/** @param facts.share of the time up to `latest`, but of 20 days at most, after which the file came into the stage */
export function applicationIn(
  stage: DemoStage,
  facts: { person: DemoPerson; submittedAt: number; reports: readonly DemoReport[]; latest: number; share: number },
): DemoApplication {
  const { person, submittedAt, latest, share } = facts;
  const reports = stage.reached >= reached.reported ? facts.reports : [];
  const from = reports.at(-1)?.pulledAt ?? submittedAt;
  const stageChangedAt = Math.floor(from + share * Math.min(MOST_DAYS * DAY, latest - from));
  // Evenly from the report to the stage; money is out when the stage says so.
  const markAt = (mark: number) => Math.floor(from + ((stageChangedAt - from) * (mark - 1)) / stage.reached);
  const marks = Array.from({ length: stage.reached + 1 }, (_, mark) => (mark === 0 ? submittedAt : markAt(mark)));
  if (stage.reached === reached.funded) marks[reached.funded] = stageChangedAt;
  return {
    stage,
    marks,
    stageChangedAt,
    reports,
    credit: reports.length === 0 ? null : creditOf(person, reports.at(-1)),
  };
}

export function creditOf(person: DemoPerson, report: DemoReport | undefined): Credit {
  if (report === undefined) throw new TypeError('only a report can be underwritten');
  const read = readReport(person, report);
  return { requestId: report.requestId, middleScore: read.middleScore, underwriting: underwrite(read, person) };
}

/** Where underwriting ends a file; null: it goes on. */
function endOf({ underwriting }: Credit): string | null {
  if (underwriting.declineReason !== null) return 'declined';
  return underwriting.parkedReason === null ? null : 'nurture';
}

/** Of those that can have been reached in the time since the report the one that the demo has fewest of. */
function leastUsed({ stages }: Counter, possible: readonly string[], availableMs: number): DemoStage {
  const used = (stage: DemoStage) => stages.get(stage.stage) ?? 0;
  const all = possible.map(stageNamed).toSorted((a, b) => used(a) - used(b));
  const stage = all.find((each) => each.reached * DAYS_PER_MARK * DAY <= availableMs) ?? all[0];
  if (stage === undefined) throw new TypeError('a file stands somewhere');
  stages.set(stage.stage, used(stage) + 1);
  return stage;
}

/** The revenue of six weeks, in whole $5,000; more than underwriting has for it where the file is escalated. */
export function requestedCentsOf({ business }: DemoPerson, application: DemoApplication): number {
  const { fundingRangeMaxCents = null } = application.credit?.underwriting ?? {};
  if (application.stage.stage === 'escalated' && fundingRangeMaxCents !== null) return fundingRangeMaxCents * 2;
  return Math.ceil((business.monthlyRevenueCents * 1.5) / 500_000) * 500_000;
}

/** One step further at `at`; null where the file stays as it is. */
export function movedApplication(
  random: Random,
  { person, application, at }: { person: DemoPerson; application: DemoApplication; at: number },
): DemoApplication | null {
  const { stage: before, marks, reports, credit } = application;
  const next = stageAfter(before);
  if (next === null) return null;
  const end = before.reached === reached.reported && credit !== null ? endOf(credit) : null;
  const stage = end === null ? next : stageNamed(end);
  const [submittedAt = at] = marks;
  const shape = random.pick(creditReportShapes);
  const isFirstPull = stage.reached >= reached.reported && reports.length === 0;
  const pulled = isFirstPull ? [newReport(random, { shape, pulledAt: at, fileAt: submittedAt })] : [];
  return {
    stage,
    marks: Array.from({ length: stage.reached + 1 }, (_, mark) => marks[mark] ?? at),
    stageChangedAt: at,
    reports: [...reports, ...pulled],
    credit: isFirstPull ? creditOf(person, pulled[0]) : credit,
  };
}

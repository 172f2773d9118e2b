import { DAY, HOUR } from '../dates.ts';
import { crmId } from '../ids.ts';
import type { Random } from '../random.ts';
import { type ApplicationDates, drawDates, isReachable } from './application-dates.ts';
import { type CreditFile, createCreditFile } from './credit-file.ts';
import { type DemoPlan, planOf } from './funding-plan.ts';
import { operators } from './names.ts';
import type { DemoPerson } from './person.ts';
import { type DemoReport, formatOf, reportVariants } from './report.ts';
import { subjectOf } from './report-subject.ts';
import { type DemoStage, demoStages, reached, stageNamed } from './stages.ts';
import { type CreditProfile, profileOf, type Underwriting, underwrite } from './underwriting.ts';

/** A person's funding application and all that came of it. Money in cents, instants in epoch milliseconds. */
export type DemoApplication = {
  readonly stage: DemoStage;
  readonly dates: ApplicationDates;
  /** False where the upstream lost the instant: such an entry comes last in every list. */
  readonly isDated: boolean;
  readonly requestedAmountCents: number;
  readonly processor: string | null;
  readonly creditFile: CreditFile;
  readonly reports: readonly DemoReport[];
  /** What the latest report comes to; null without one. */
  readonly credit: ApplicationCredit | null;
  readonly plan: DemoPlan | null;
  /** An operator or a system spelled the number out in a text of the file. */
  readonly spellsNumber: boolean;
  readonly resultId: string;
  readonly planId: string;
};

export type ApplicationCredit = { readonly profile: CreditProfile; readonly underwriting: Underwriting };

/** Counts over the whole demo, so that every stage and every form of report occurs at every size. */
export type ApplicationCounter = { applications: number; reports: number; readonly stages: Map<string, number> };

export function newCounter(): ApplicationCounter {
  return { applications: 0, reports: 0, stages: new Map() };
}

/** Files that are still open were submitted within so many days. */
const OPEN_DAYS = 40;
const RECENT_SHARE = 0.65;
/** Every so many applications one that is not underwritten yet. */
const EARLY_EACH = 6;
const UNDATED_EACH = 12;
const ESCALATED_EACH = 9;
const SPELLED_SHARE = 0.05;

const ofStages = (...names: readonly string[]) => names.map(stageNamed);
const EARLY = ofStages('received', 'completeness_review', 'underwriting_review', 'withdrawn');
const GOING_ON = demoStages.filter(
  (stage) => !EARLY.includes(stage) && !['declined', 'nurture', 'funded', 'escalated'].includes(stage.stage),
);
const ENDED = ofStages('funded', 'funded', 'funded', 'funded', 'approved', 'withdrawn');

export function createApplication(
  random: Random,
  options: { person: DemoPerson; baseInstant: number; counter: ApplicationCounter },
): DemoApplication {
  const { person, baseInstant, counter } = options;
  const index = counter.applications;
  counter.applications += 1;
  const isEarly = index % EARLY_EACH === 0;
  const latest = baseInstant - HOUR;
  const isRecent = isEarly || random.chance(RECENT_SHARE);
  const submittedAt = drawSubmission(random, { person, latest, isRecent });
  const authorizedAt = submittedAt + Math.round((0.05 + 0.3 * random.next()) * DAY);
  const pulls = drawPulls(random, { authorizedAt, latest, counter });
  return createApplicationOf(random, {
    person,
    creditFile: createCreditFile(random.fork('credit-file'), person, pulls[0].pulledAt),
    pulls,
    chooseStage: (credit, pulledAt) => {
      const isAboveRange = credit.underwriting.fundingRangeCents !== null && index % ESCALATED_EACH === 4;
      const possible = isEarly ? EARLY : stagesAfter(credit, { isRecent, isAboveRange });
      return leastUsed(counter, possible, latest - pulledAt);
    },
    submittedAt,
    authorizedAt,
    latest,
    requestedAmountCents: wantedAmount(random, person),
    isUndated: index % UNDATED_EACH === 0,
  });
}

export type ApplicationFacts = {
  readonly person: DemoPerson;
  readonly creditFile: CreditFile;
  /** Those that are made as soon as the client has signed. */
  readonly pulls: readonly [DemoReport, ...DemoReport[]];
  /** Where the file stands, as its latest report has it. */
  readonly chooseStage: (credit: ApplicationCredit, pulledAt: number) => DemoStage;
  readonly submittedAt: number;
  readonly authorizedAt: number;
  readonly latest: number;
  readonly requestedAmountCents: number;
  readonly isUndated?: boolean;
};

/** What follows from a file: underwriting, stage, dates, plan. */
export function createApplicationOf(random: Random, facts: ApplicationFacts): DemoApplication {
  const { person, creditFile, pulls, submittedAt, authorizedAt, latest, requestedAmountCents } = facts;
  const last = pulls.at(-1) ?? pulls[0];
  const credit = creditOf(person, creditFile, last);
  const stage = facts.chooseStage(credit, last.pulledAt);
  const hasReport = stage.reached >= reached.reported;
  const range = credit.underwriting.fundingRangeCents;
  const withoutPlan = {
    stage,
    dates: drawDates(random, { stage, submittedAt, authorizedAt, pulledAt: hasReport ? last.pulledAt : null, latest }),
    isDated: stage.stage !== 'received' || facts.isUndated !== true,
    requestedAmountCents: stage.stage === 'escalated' && range !== null ? range.max * 2 : requestedAmountCents,
    processor: stage.reached > reached.received ? random.pick(operators) : null,
    creditFile,
    reports: hasReport ? pulls : [],
    credit: hasReport ? credit : null,
    spellsNumber: random.chance(SPELLED_SHARE),
    resultId: crmId(random),
    planId: crmId(random),
  };
  return { ...withoutPlan, plan: planFor(withoutPlan) };
}

export function creditOf(person: DemoPerson, file: CreditFile, report: DemoReport): ApplicationCredit {
  const profile = profileOf(subjectOf(person, file, report), person);
  return { profile, underwriting: underwrite(profile) };
}

export function planFor(application: Omit<DemoApplication, 'plan'>): DemoPlan | null {
  const { credit, stage, dates, requestedAmountCents } = application;
  return credit && planOf({ ...credit, stage, dates, requestedCents: requestedAmountCents });
}

/** Where a file can stand after its underwriting. */
function stagesAfter(
  { underwriting }: ApplicationCredit,
  { isRecent, isAboveRange }: { isRecent: boolean; isAboveRange: boolean },
): readonly DemoStage[] {
  if (underwriting.verdict === 'declined') return ofStages('declined');
  if (underwriting.verdict === 'parked') return ofStages('nurture');
  if (!isRecent) return ENDED;
  return isAboveRange ? ofStages('escalated') : GOING_ON;
}

/** Of those that can have been reached in the time since the report the one that the demo has fewest of. */
function leastUsed(counter: ApplicationCounter, possible: readonly DemoStage[], availableMs: number): DemoStage {
  const reachable = possible.filter((stage) => isReachable(stage, availableMs));
  const used = ({ stage }: DemoStage) =>
    (counter.stages.get(stage) ?? 0) / possible.filter((each) => each.stage === stage).length;
  const [stage] = (reachable.length === 0 ? possible : reachable).toSorted((a, b) => used(a) - used(b));
  if (stage === undefined) throw new TypeError('a file stands somewhere');
  counter.stages.set(stage.stage, (counter.stages.get(stage.stage) ?? 0) + 1);
  return stage;
}

function drawSubmission(
  random: Random,
  { person, latest, isRecent }: { person: DemoPerson; latest: number; isRecent: boolean },
): number {
  const soon = person.createdAt + Math.round((0.05 + 1.5 * random.next()) * DAY);
  const recent = latest - Math.round((2 + (OPEN_DAYS - 2) * random.next()) * DAY);
  return Math.min(isRecent ? Math.max(soon, recent) : soon, latest - DAY);
}

/** The revenue of two weeks to ten weeks, in whole $5,000. */
export function wantedAmount(random: Random, { business }: DemoPerson): number {
  const wanted = business.monthlyRevenueCents * (0.5 + 2 * random.next());
  return Math.min(50_000_000, Math.max(1_500_000, Math.round(wanted / 500_000) * 500_000));
}

/** One report; for every fifth person a second and a third, some days apart, where there was time for them. */
function drawPulls(
  random: Random,
  { authorizedAt, latest, counter }: { authorizedAt: number; latest: number; counter: ApplicationCounter },
): [DemoReport, ...DemoReport[]] {
  const count = counter.reports % 5 === 4 ? random.int(2, 3) : 1;
  const first = nextReport(random, counter, authorizedAt + Math.round((0.02 + 0.2 * random.next()) * DAY));
  const pulls: [DemoReport, ...DemoReport[]] = [first];
  for (let pulledAt = first.pulledAt; pulls.length < count; ) {
    pulledAt += random.int(2, 12) * DAY;
    if (pulledAt > latest - DAY) break;
    pulls.push(nextReport(random, counter, pulledAt));
  }
  return pulls;
}

function nextReport(random: Random, counter: ApplicationCounter, pulledAt: number): DemoReport {
  const variant = reportVariants[counter.reports % reportVariants.length] ?? reportVariants[0];
  // Without a summary the projector has to read everything out of the report.
  const hasSummary = counter.reports % 5 < 3;
  counter.reports += 1;
  return { requestId: crmId(random), pulledAt, format: formatOf(variant), variant, hasSummary };
}

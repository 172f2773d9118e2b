import { DAY, HOUR } from '../dates.ts';
import type { Random } from '../random.ts';
import { type DemoStage, type Reached, reached } from './stages.ts';

/** When an application passed each mark, in their order; null: not yet. Epoch milliseconds. */
export type ApplicationDates = {
  readonly submittedAt: number;
  /** The client signed that reports may be pulled. */
  readonly authorizedAt: number | null;
  readonly underwrittenAt: number | null;
  readonly plannedAt: number | null;
  readonly submittedToLendersAt: number | null;
  /** The last lender but the slowest. */
  readonly answeredAt: number | null;
  readonly stageChangedAt: number;
};

/** Days that an application usually takes from its latest report to a mark, at least and at most. */
const USUAL_DAYS: readonly { readonly mark: Reached; readonly least: number; readonly most: number }[] = [
  { mark: reached.underwritten, least: 0.1, most: 1 },
  { mark: reached.planned, least: 0.1, most: 1 },
  { mark: reached.submitted, least: 0.5, most: 2 },
  { mark: reached.answered, least: 2, most: 6 },
  { mark: reached.funded, least: 1, most: 4 },
];

/** Whether a stage can have been reached so long after the latest report. */
export function isReachable(stage: DemoStage, availableMs: number): boolean {
  const least = USUAL_DAYS.filter(({ mark }) => mark <= stage.reached).map((step) => step.least);
  return (least.reduce((sum, days) => sum + days, 0) + 0.3) * DAY <= availableMs;
}

/** @param options.pulledAt of the latest report; null: none yet. */
export function drawDates(
  random: Random,
  options: { stage: DemoStage; submittedAt: number; authorizedAt: number; pulledAt: number | null; latest: number },
): ApplicationDates {
  const { stage, submittedAt, pulledAt, latest } = options;
  const from = pulledAt ?? submittedAt;
  const steps = USUAL_DAYS.filter(({ mark }) => mark <= stage.reached && pulledAt !== null).map(
    ({ mark, least, most }) => ({ mark, days: least + (most - least) * random.next() }),
  );
  // The last step leads into the stage.
  const days = [...steps.map((step) => step.days), 0.1 + random.next()];
  const total = days.reduce((sum, each) => sum + each, 0) * DAY;
  const scale = Math.min(1, (latest - from) / (total + HOUR));
  const marks = new Map<Reached, number>();
  let at = from;
  for (const [index, each] of days.entries()) {
    at += Math.round(each * DAY * scale);
    const mark = steps[index]?.mark;
    if (mark !== undefined) marks.set(mark, at);
  }
  const markAt = (mark: Reached) => marks.get(mark) ?? null;
  return {
    submittedAt,
    authorizedAt: pulledAt === null ? null : options.authorizedAt,
    underwrittenAt: markAt(reached.underwritten),
    plannedAt: markAt(reached.planned),
    submittedToLendersAt: markAt(reached.submitted),
    answeredAt: markAt(reached.answered),
    stageChangedAt: at,
  };
}

/** The dates after one more step at `at`. */
export function datesAfter(dates: ApplicationDates, stage: DemoStage, at: number): ApplicationDates {
  const passed = (mark: Reached, before: number | null) => before ?? (stage.reached >= mark ? at : null);
  return {
    submittedAt: dates.submittedAt,
    authorizedAt: passed(reached.reported, dates.authorizedAt),
    underwrittenAt: passed(reached.underwritten, dates.underwrittenAt),
    plannedAt: passed(reached.planned, dates.plannedAt),
    submittedToLendersAt: passed(reached.submitted, dates.submittedToLendersAt),
    answeredAt: passed(reached.answered, dates.answeredAt),
    stageChangedAt: at,
  };
}

import { applicantOutcomes } from '@fundlens/contracts/events/applicant-changed';
import { z } from 'zod';
import { cents, count, instant } from '../body-values.ts';
import { isoInstant } from '../json-text.ts';
import {
  APPLICATION_STATE_DAYS,
  byDimension,
  FIRST_STATE_DAY,
  instantOfAmount,
  labelled,
  leftOver,
  STAGE_MEASURES,
} from './dashboard-measures.ts';
import { type Days, openSums, totalsOver } from './dashboard-sums.ts';
import { NO_SUMS, sumsOf, type WindowSums } from './window-sums.ts';

/** /pipeline/stages: where the applications of a location stand now. */

const countOfEach = Object.fromEntries(applicantOutcomes.map((outcome) => [outcome, count()]));

const counts = {
  applications: count().describe('Applications at the stage that /pipeline lists.'),
  byOutcome: z.strictObject(countOfEach as Record<(typeof applicantOutcomes)[number], z.ZodInt>),
  requestedAmountCents: cents().describe('What these applications ask for.'),
  approvedAmountCents: cents().describe('What lenders approved of all plans of their contacts, paid out or not.'),
  fundedAmountCents: cents().describe('What they paid out of these plans.'),
};

const stage = z
  .strictObject({
    stage: z.string().nullable().describe('As applications spell it: the value of the filter `stage` of /pipeline.'),
    ...counts,
    firstUsedAt: instant()
      .nullable()
      .describe('The earliest `stageChangedAt`, else `submittedAt`, of the applications at the stage.'),
  })
  .meta({ id: 'PipelineStage', description: 'A stage of the applicant pipeline and what stands at it.' });

/** How many stages are told apart, and how many a board may have. */
const MAX_TOLD_APART = 50;
export const MAX_BOARD_STAGES = 50;

export const pipelineStagesBody = z.strictObject({
  stages: z
    .array(stage)
    .max(MAX_BOARD_STAGES + MAX_TOLD_APART)
    .describe(
      "First the stages of the desk's board, as the operator of the service lists them, in its order and empty ones too; then " +
        'every other stage at which an application is, by name, applications without a stage last. At most 50 stages are ' +
        'told apart, those with the shortest names; one of the board that may be counted among the others is not listed.',
    ),
  otherStages: z.strictObject(counts).describe('The applications at stages that are not listed.'),
});

export type PipelineStages = z.infer<typeof pipelineStagesBody>;
type StageCounts = PipelineStages['otherStages'];

/**
 * @param stageSums of the location's window document; null when it has none.
 * @param board stages as applications spell them, in the desk's order.
 */
export function readPipelineStages(stageSums: Uint8Array | null, board: readonly string[]): PipelineStages {
  const sums = stageSums === null ? NO_SUMS : sumsOf(totalsOver(openSums(stageSums), ALL_PARTS));
  const counted = countsByStage(sums);
  const otherStages = countsOf((measure) => sums.sum(leftOver(byDimension(measure, 'stage'))));
  // The shortest names are told apart: one that is not there is empty where a longer one is told, or nothing is left over.
  const longest = Math.max(...[...counted.keys()].map((name) => (name ?? '').length));
  const isKnown = (name: string) => counted.has(name) || otherStages.applications === 0 || name.length < longest;
  const others = [...counted.keys()].filter((name) => name === null || !board.includes(name)).sort(byName);
  return {
    stages: [...board.filter(isKnown), ...others].map((name) => {
      const firstUsed = sums.sum(labelled(byDimension(STAGE_MEASURES.firstUsed, 'stage'), name));
      return {
        stage: name,
        ...(counted.get(name) ?? countsOf(() => 0)),
        firstUsedAt: firstUsed === 0 ? null : isoInstant(instantOfAmount(firstUsed)),
      };
    }),
    otherStages,
  };
}

/** In code-unit order, none last. */
function byName(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}

const ALL_PARTS: Days = { from: FIRST_STATE_DAY, to: FIRST_STATE_DAY + APPLICATION_STATE_DAYS - 1 };

type StageMeasure = (typeof STAGE_MEASURES)[keyof typeof STAGE_MEASURES];

function countsByStage({ byLabel }: WindowSums): ReadonlyMap<string | null, StageCounts> {
  const byMeasure = new Map(
    Object.values(STAGE_MEASURES).map((measure) => [
      measure,
      new Map(byLabel(byDimension(measure, 'stage')).map(({ label, sum }) => [label, sum])),
    ]),
  );
  const stages = new Set(
    applicantOutcomes.flatMap((outcome) => [...(byMeasure.get(STAGE_MEASURES[outcome])?.keys() ?? [])]),
  );
  return new Map([...stages].map((name) => [name, countsOf((measure) => byMeasure.get(measure)?.get(name) ?? 0)]));
}

function countsOf(sum: (measure: StageMeasure) => number): StageCounts {
  const byOutcome = applicantOutcomes.map((outcome) => [outcome, sum(STAGE_MEASURES[outcome])] as const);
  return {
    applications: byOutcome.reduce((all, [, applications]) => all + applications, 0),
    byOutcome: Object.fromEntries(byOutcome) as StageCounts['byOutcome'],
    requestedAmountCents: sum(STAGE_MEASURES.requestedCents),
    approvedAmountCents: sum(STAGE_MEASURES.approvedCents),
    fundedAmountCents: sum(STAGE_MEASURES.fundedCents),
  };
}

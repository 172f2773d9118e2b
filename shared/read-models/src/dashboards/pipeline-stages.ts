import { applicantOutcomes } from '@fundlens/contracts/events/applicant-changed';
import { z } from 'zod';
import { cents, count, instant, isoInstant } from '../bodies.ts';
import { byDimension, instantOfAmount, leftOver, STAGE_MEASURES } from './dashboard-measures.ts';
import { openSums, totalsOver } from './dashboard-sums.ts';
import { STATE } from './dashboard-window.ts';
import { amountsByLabel, amountsOf, NO_SUMS, sumsOf } from './window-sums.ts';

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

const BY_STAGE = amountsOf(STAGE_MEASURES, (measure) => byDimension(measure, 'stage'));

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

/**
 * @param stageSums of the location's window document; null when it has none.
 * @param board stages as applications spell them, in the desk's order.
 */
export function readPipelineStages(stageSums: Uint8Array | null, board: readonly string[]): PipelineStages {
  const sums = stageSums === null ? NO_SUMS : sumsOf(totalsOver(openSums(stageSums), STATE));
  const told = amountsByLabel(BY_STAGE, sums);
  const otherStages = countsOf(amountsOf(BY_STAGE, (measure) => sums.sum(leftOver(measure))));
  // The shortest names are told apart: one that is not there is empty where a longer one is told, or nothing is left over.
  const longest = Math.max(...[...told.keys()].map((name) => (name ?? '').length));
  const isKnown = (name: string) => told.has(name) || otherStages.applications === 0 || name.length < longest;
  const others = [...told.keys()].filter((name) => name === null || !board.includes(name)).sort(byName);
  return {
    stages: [...board.filter(isKnown), ...others].map((name) => {
      const amounts = told.get(name) ?? amountsOf(STAGE_MEASURES, () => 0);
      const firstUsedAt = amounts.firstUsed === 0 ? null : isoInstant(instantOfAmount(amounts.firstUsed));
      return { stage: name, ...countsOf(amounts), firstUsedAt };
    }),
    otherStages,
  };
}

/** In code-unit order, none last. */
function byName(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}

function countsOf(amounts: Readonly<Record<keyof typeof STAGE_MEASURES, number>>): PipelineStages['otherStages'] {
  const byOutcome = applicantOutcomes.map((outcome) => [outcome, amounts[outcome]] as const);
  return {
    applications: byOutcome.reduce((all, [, applications]) => all + applications, 0),
    byOutcome: Object.fromEntries(byOutcome) as PipelineStages['otherStages']['byOutcome'],
    requestedAmountCents: amounts.requestedCents,
    approvedAmountCents: amounts.approvedCents,
    fundedAmountCents: amounts.fundedCents,
  };
}

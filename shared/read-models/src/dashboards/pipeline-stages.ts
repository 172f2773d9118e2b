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
import { type Days, openSums, type PackedSums } from './dashboard-sums.ts';
import { factLabel } from './fact-label.ts';

/** /pipeline/stages: where the applications of a location stand now. */

const OUTCOMES = ['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'] as const;

const counts = {
  applications: count().describe('Applications at the stage that /pipeline lists.'),
  byOutcome: z.strictObject({
    open: count(),
    approved: count(),
    funded: count(),
    declined: count(),
    withdrawn: count(),
    parked: count(),
  }),
  requestedAmountCents: cents().describe('What these applications ask for.'),
  approvedAmountCents: cents().describe('What lenders approved of all plans of their contacts, paid out or not.'),
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

export const pipelineStagesBody = z.strictObject({
  stages: z
    .array(stage)
    .max(50)
    .describe(
      'Every stage at which an application is. First those that have the name of a stage of a deal pipeline (compared ' +
        'without case, blanks, hyphens and underscores), by pipeline id and position; then the others by first use. At ' +
        'most 50 stages, those with the shortest names.',
    ),
  otherStages: z.strictObject(counts).describe('The applications at stages that are not listed.'),
});

export type PipelineStages = z.infer<typeof pipelineStagesBody>;
type StageCounts = PipelineStages['otherStages'];

/** Deal pipelines, as far as they give stages their place. */
export type BoardStages = readonly { readonly stages: readonly { readonly name: string | null }[] }[];

/**
 * @param stageSums of the location's window document; null when it has none.
 * @param pipelines the location's deal pipelines in the order of ids, each with its stages by position.
 */
export function readPipelineStages(stageSums: Uint8Array | null, pipelines: BoardStages): PipelineStages {
  const sums = stageSums === null ? NO_SUMS : openSums(stageSums, FIRST_STATE_DAY);
  const places = placesOn(pipelines);
  const rows = countsByStage(sums).map(([label, counted]) => ({
    counted: { stage: label, ...counted },
    firstUsed: sums.lowest(labelled(byDimension(STAGE_MEASURES.firstUsed, 'stage'), label)),
    place: places.get(boardName(label)) ?? Number.MAX_SAFE_INTEGER,
  }));
  // Stages come in code-unit order and sorting is stable.
  rows.sort((a, b) => a.place - b.place || comparedInstants(a.firstUsed, b.firstUsed));
  return {
    stages: rows.map(({ counted, firstUsed }) => ({
      ...counted,
      firstUsedAt: firstUsed === null ? null : isoInstant(instantOfAmount(firstUsed)),
    })),
    otherStages: countsOf((measure) => sums.sum(leftOver(byDimension(measure, 'stage')), ALL_PARTS)),
  };
}

type ReadableSums = Pick<PackedSums, 'sum' | 'sumsByLabel' | 'lowest'>;
const NO_SUMS: ReadableSums = {
  sum: () => 0,
  sumsByLabel: () => [],
  lowest: () => null,
};
const ALL_PARTS: Days = { from: FIRST_STATE_DAY, to: FIRST_STATE_DAY + APPLICATION_STATE_DAYS - 1 };

type StageMeasure = (typeof STAGE_MEASURES)[keyof typeof STAGE_MEASURES];

/** In code-unit order of the stages. */
function countsByStage(sums: ReadableSums): [string | null, StageCounts][] {
  const byMeasure = new Map(
    Object.values(STAGE_MEASURES).map((measure) => [
      measure,
      new Map(sums.sumsByLabel(byDimension(measure, 'stage'), ALL_PARTS).map(({ label, sum }) => [label, sum])),
    ]),
  );
  const stages = new Set(OUTCOMES.flatMap((outcome) => [...(byMeasure.get(STAGE_MEASURES[outcome])?.keys() ?? [])]));
  return [...stages]
    .sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map((stage) => [stage, countsOf((measure) => byMeasure.get(measure)?.get(stage) ?? 0)]);
}

function countsOf(sum: (measure: StageMeasure) => number): StageCounts {
  const byOutcome = {
    open: sum(STAGE_MEASURES.open),
    approved: sum(STAGE_MEASURES.approved),
    funded: sum(STAGE_MEASURES.funded),
    declined: sum(STAGE_MEASURES.declined),
    withdrawn: sum(STAGE_MEASURES.withdrawn),
    parked: sum(STAGE_MEASURES.parked),
  };
  return {
    applications: OUTCOMES.reduce((all, outcome) => all + byOutcome[outcome], 0),
    byOutcome,
    requestedAmountCents: sum(STAGE_MEASURES.requestedCents),
    approvedAmountCents: sum(STAGE_MEASURES.approvedCents),
  };
}

/** The place of each name: of the first pipeline that has it. */
function placesOn(pipelines: BoardStages): ReadonlyMap<string | null, number> {
  const places = new Map<string | null, number>();
  for (const { name } of pipelines.flatMap(({ stages }) => stages)) {
    const known = boardName(name);
    if (known !== null && !places.has(known)) places.set(known, places.size);
  }
  return places;
}

/** A board says `Documents needed` where applications say `documents_needed`. */
function boardName(name: string | null): string | null {
  return factLabel(name?.replaceAll(/[_-]/g, ' ') ?? null);
}

function comparedInstants(a: number | null, b: number | null): number {
  return (a ?? Number.MAX_SAFE_INTEGER) - (b ?? Number.MAX_SAFE_INTEGER);
}

import { z } from 'zod';
import { cents, count, instant } from '../body-values.ts';
import type { DealPipelineBody } from '../deal-pipelines/deal-pipelines.ts';
import { isoInstant } from '../json-text.ts';
import {
  byDimension,
  FIRST_STATE_DAY,
  instantOfAmount,
  labelled,
  leftOver,
  STAGE_MEASURES,
} from './dashboard-measures.ts';
import { openSums, type PackedSums } from './dashboard-sums.ts';
import { factLabel } from './fact-label.ts';
import { labelsOf, toNumber } from './window-sums.ts';

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

/** A stage of a deal pipeline, as far as its place on the board is read. */
export type BoardStages = readonly Pick<DealPipelineBody, 'stages'>[];

/**
 * @param stageSums of the location's window document; null when it has none.
 * @param pipelines the location's deal pipelines in the order of ids, each with its stages by position.
 */
export function readPipelineStages(stageSums: Uint8Array | null, pipelines: BoardStages): PipelineStages {
  const sums = stageSums === null ? NO_SUMS : openSums(stageSums, FIRST_STATE_DAY);
  const labels = new Set(
    OUTCOMES.flatMap((outcome) =>
      labelsOf(sums.measures, byDimension(STAGE_MEASURES[outcome], 'stage')).map(({ label }) => label),
    ),
  );
  const stages = [...labels].map((label) => {
    const nameOf = (measure: string) => labelled(byDimension(measure, 'stage'), label);
    const firstUsed = sums.lowest(nameOf(STAGE_MEASURES.firstUsed));
    const firstUsedAt = firstUsed === null ? null : instantOfAmount(Number(firstUsed));
    return { label, firstUsedAt, place: Number.MAX_SAFE_INTEGER, counts: countsOf(sums, nameOf) };
  });
  const places = placesOn(pipelines);
  for (const each of stages) each.place = places.get(boardName(each.label)) ?? each.place;
  stages.sort(
    (a, b) => a.place - b.place || comparedInstants(a.firstUsedAt, b.firstUsedAt) || comparedNames(a.label, b.label),
  );
  return {
    stages: stages.map(({ label, firstUsedAt, counts: own }) => ({
      stage: label,
      ...own,
      firstUsedAt: isoInstant(firstUsedAt),
    })),
    otherStages: countsOf(sums, (measure) => leftOver(byDimension(measure, 'stage'))),
  };
}

const NO_SUMS: Pick<PackedSums, 'measures' | 'total' | 'lowest'> = {
  measures: [],
  total: () => 0n,
  lowest: () => null,
};

function countsOf({ total }: Pick<PackedSums, 'total'>, nameOf: (measure: string) => string): StageCounts {
  const of = (measure: keyof typeof STAGE_MEASURES) => toNumber(total(nameOf(STAGE_MEASURES[measure])));
  const byOutcome = {
    open: of('open'),
    approved: of('approved'),
    funded: of('funded'),
    declined: of('declined'),
    withdrawn: of('withdrawn'),
    parked: of('parked'),
  };
  return {
    applications: OUTCOMES.reduce((sum, outcome) => sum + byOutcome[outcome], 0),
    byOutcome,
    requestedAmountCents: of('requestedCents'),
    approvedAmountCents: of('approvedCents'),
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

function comparedNames(a: string | null, b: string | null): number {
  const [left, right] = [a ?? '', b ?? ''];
  return left < right ? -1 : left > right ? 1 : 0;
}

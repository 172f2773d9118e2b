import { expect, test } from 'vitest';
import {
  byDimension,
  FIRST_STATE_DAY,
  instantAmount,
  labelled,
  leftOver,
  STAGE_MEASURES,
} from './dashboard-measures.ts';
import { packSums } from './dashboard-sums.ts';
import { pipelineStagesBody, readPipelineStages } from './pipeline-stages.ts';

type Standing = {
  stage: string | null;
  outcome?: 'open' | 'funded';
  part?: number;
  count?: bigint;
  firstUsed?: number;
};

/** What is counted per stage, by the parts that state is kept in. */
function stageSums(standings: readonly Standing[]): Uint8Array {
  const sums = new Map<string, Map<number, bigint>>();
  for (const { stage, outcome = 'open', part = 0, count = 1n, firstUsed = null } of standings) {
    const put = (measure: string, amount: bigint) => {
      const name = labelled(byDimension(measure, 'stage'), stage);
      sums.set(name, (sums.get(name) ?? new Map()).set(FIRST_STATE_DAY + part, amount));
    };
    put(STAGE_MEASURES[outcome], count);
    if (firstUsed !== null) put(STAGE_MEASURES.firstUsed, BigInt(instantAmount(firstUsed)));
  }
  return packSums(sums, FIRST_STATE_DAY);
}

const board = (...names: (string | null)[]) => ({
  stages: names.map((name, position) => ({ stageId: `s${position}`, name, position })),
});
const orderOf = (sums: Uint8Array, ...boards: ReturnType<typeof board>[]) =>
  readPipelineStages(sums, boards).stages.map(({ stage }) => stage);

test('a location without applications has no stages, and zeros for the others', () => {
  const read = readPipelineStages(null, [board('New')]);
  expect(pipelineStagesBody.parse(read)).toEqual(read);
  expect(read.stages).toEqual([]);
  expect(JSON.stringify(read.otherStages)).not.toMatch(/[1-9]/);
});

test('the counts of a stage are added up over all parts, its first use is the earliest of them', () => {
  const read = readPipelineStages(
    stageSums([
      { stage: 'new', part: 0, firstUsed: 9_000 },
      { stage: 'new', part: 63, count: 2n, firstUsed: -5_000 },
      { stage: 'new', part: 7, outcome: 'funded', count: 4n },
    ]),
    [],
  );
  expect(read.stages).toMatchObject([
    { stage: 'new', applications: 7, byOutcome: { open: 3, funded: 4 }, firstUsedAt: '1969-12-31T23:59:55.000Z' },
  ]);
});

test('stages come by first use, those without an instant last, equal ones by name', () => {
  const sums = stageSums([
    { stage: 'b' },
    { stage: 'a' },
    { stage: 'late', firstUsed: 2 },
    { stage: 'same 2', firstUsed: 1 },
    { stage: 'same 1', firstUsed: 1 },
    { stage: null },
  ]);
  expect(orderOf(sums)).toEqual(['same 1', 'same 2', 'late', null, 'a', 'b']);
});

test('stages of deal pipelines come first, in their order, of several pipelines the first that has the name', () => {
  const sums = stageSums([
    { stage: 'documents_needed', firstUsed: 3 },
    { stage: 'Offer-Sent', firstUsed: 2 },
    { stage: 'won', firstUsed: 4 },
    { stage: 'none of them', firstUsed: 1 },
  ]);
  const boards = [board('Documents  needed', null, 'Offer sent'), board('Won', 'documents needed')];
  expect(orderOf(sums, ...boards)).toEqual(['documents_needed', 'Offer-Sent', 'won', 'none of them']);
  expect(orderOf(sums, ...boards.toReversed())).toEqual(['won', 'documents_needed', 'Offer-Sent', 'none of them']);
});

test('spellings of one name share its place and stay apart', () => {
  const sums = stageSums([
    { stage: 'NEW', firstUsed: 2 },
    { stage: 'new', firstUsed: 1 },
    { stage: 'older', firstUsed: 0 },
  ]);
  expect(orderOf(sums, board('New'))).toEqual(['new', 'NEW', 'older']);
});

test('what is counted together is of other stages', () => {
  const name = leftOver(byDimension(STAGE_MEASURES.open, 'stage'));
  const sums = packSums(new Map([[name, new Map([[FIRST_STATE_DAY, 3n]])]]), FIRST_STATE_DAY);
  expect(readPipelineStages(sums, [])).toMatchObject({ stages: [], otherStages: { applications: 3 } });
});

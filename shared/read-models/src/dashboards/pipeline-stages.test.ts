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
import { readPipelineStages } from './pipeline-stages.ts';

type Standing = {
  stage: string | null;
  outcome?: 'open' | 'funded';
  part?: number;
  count?: number;
  firstUsed?: number;
};

/** What is counted per stage, by the parts that state is kept in. */
function stageSums(standings: readonly Standing[]): Uint8Array {
  const sums = new Map<string, Map<number, number>>();
  for (const { stage, outcome = 'open', part = 0, count = 1, firstUsed = null } of standings) {
    const put = (measure: string, amount: number) => {
      const name = labelled(byDimension(measure, 'stage'), stage);
      sums.set(name, (sums.get(name) ?? new Map()).set(FIRST_STATE_DAY + part, amount));
    };
    put(STAGE_MEASURES[outcome], count);
    if (firstUsed !== null) put(STAGE_MEASURES.firstUsed, instantAmount(firstUsed));
  }
  return packSums(sums);
}

const orderOf = (sums: Uint8Array, ...board: string[]) =>
  readPipelineStages(sums, board).stages.map(({ stage }) => stage);

test('stages of the board come first, in its order and empty ones too, then the others by name, without one last', () => {
  const sums = stageSums([
    { stage: 'b', firstUsed: 1 },
    { stage: 'received', firstUsed: 3 },
    { stage: null },
    { stage: 'Received', firstUsed: 2 },
    { stage: 'a', firstUsed: 4 },
  ]);
  expect(orderOf(sums)).toEqual(['Received', 'a', 'b', 'received', null]);
  expect(orderOf(sums, 'submitted', 'received', 'b')).toEqual(['submitted', 'received', 'b', 'Received', 'a', null]);
});

test('a stage of the board that may be counted among the others is not shown as empty', () => {
  const name = leftOver(byDimension(STAGE_MEASURES.open, 'stage'));
  const told = labelled(byDimension(STAGE_MEASURES.open, 'stage'), 'medium');
  const day = new Map([[FIRST_STATE_DAY, 3]]);
  const sums = packSums(
    new Map([
      [name, day],
      [told, day],
    ]),
  );
  expect(orderOf(sums, 'short', 'much longer', 'medium')).toEqual(['short', 'medium']);
  expect(readPipelineStages(sums, [])).toMatchObject({ otherStages: { applications: 3 } });
});

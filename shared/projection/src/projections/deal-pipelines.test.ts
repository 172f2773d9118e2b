import { deletionOf } from '@fundlens/testing/deletions';
import { pipelineChanged } from '@fundlens/testing/event-builders';
import { expect, test } from 'vitest';
import { dealPipelines } from './projections.ts';
import { given } from '../testing/given.ts';

const KEY = 'loc-1:pipeline-1';
const stage = (stageId: string, position: number | null) => ({ stageId, name: stageId.toUpperCase(), position });

test('a pipeline shows its stages in the order of a board, whatever order they were sent in', () => {
  const stages = [stage('none', null), stage('won', 2), stage('new', 0), stage('also-new', 0)];
  const shown = given(dealPipelines, pipelineChanged({ name: 'Funding', stages }))[KEY];
  expect(shown?.fields).toEqual({ listKey: 'pipeline-1' });
  expect(shown?.views.pipeline).toEqual({
    pipelineId: 'pipeline-1',
    name: 'Funding',
    stages: [stage('new', 0), stage('also-new', 0), stage('won', 2), stage('none', null)],
  });
});

test('a pipeline without name and stages is listed all the same', () => {
  const shown = given(dealPipelines, pipelineChanged({ name: null, stages: [] }))[KEY];
  expect(shown?.views.pipeline).toEqual({ pipelineId: 'pipeline-1', name: null, stages: [] });
});

test('a deleted pipeline is not listed any more', () => {
  expect(given(dealPipelines, pipelineChanged(), deletionOf(pipelineChanged()))[KEY]).toEqual({
    fields: {},
    views: {},
    texts: {},
  });
});

test('a pipeline too large for a list is refused', () => {
  const stages = Array.from({ length: 500 }, (_, n) => ({ stageId: `s${n}`, name: 'x'.repeat(320), position: n }));
  expect(() => given(dealPipelines, pipelineChanged({ stages }))).toThrow(
    expect.objectContaining({ kind: 'invalid', code: 'document_too_large' }),
  );
});

import { pipelineStagesBody, readPipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { z } from 'zod';
import { validate } from '../../middleware/validate.ts';
import type { PipelineStageQueries } from '../../queries/pipeline-stages.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

export type ListPipelineStagesDependencies = {
  readonly steps: Steps;
  readonly pipelineStages: PipelineStageQueries;
};

/** GET /pipeline/stages: counted in the background, like the dashboard, so that no request counts applications. */
export function listPipelineStages({ steps, pipelineStages }: ListPipelineStagesDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/pipeline/stages',
      tag: 'Pipeline',
      summary: 'List the stages of the applicant pipeline',
      description:
        'Every stage at which an application is now, with counts by outcome and sums of amounts, of the applications that ' +
        '/pipeline lists. A stage at which nothing is any more is not listed.',
      data: pipelineStagesBody,
    },
    authenticate,
    audit({ operation: 'pipeline.stages', structural: [] }),
    requirePermission('read'),
    limit,
    validate(z.object({})),
    checkLocation,
    dataAsOf(...DASHBOARD_SOURCES, 'deal_pipelines', 'dashboard_windows'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const [stageSums, boards] = await Promise.all([
        pipelineStages.findStageSums(state.locationId),
        pipelineStages.listBoards(state.locationId, state.signal),
      ]);
      state.data = [Buffer.from(JSON.stringify(readPipelineStages(stageSums, boards)))];
    },
  );
}

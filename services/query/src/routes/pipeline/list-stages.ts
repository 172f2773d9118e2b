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
  /** The stages of the desk's board, in its order. */
  readonly board: readonly string[];
};

/** GET /pipeline/stages: counted in the background, like the dashboard, so that no request counts applications. */
export function listPipelineStages({ steps, pipelineStages, board }: ListPipelineStagesDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path: '/pipeline/stages',
      tag: 'Pipeline',
      summary: 'List the stages of the applicant pipeline',
      description:
        "The stages of the desk's board in its order, and every other stage at which an application is now, with counts by " +
        'outcome and sums of amounts, of the applications that /pipeline lists.',
      data: pipelineStagesBody,
    },
    authenticate,
    audit({ operation: 'pipeline.stages', structural: [] }),
    requirePermission('read'),
    limit,
    validate(z.object({})),
    checkLocation,
    dataAsOf(...DASHBOARD_SOURCES, 'dashboard_windows'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const stageSums = await pipelineStages.findStageSums(state.locationId);
      state.data = [Buffer.from(JSON.stringify(readPipelineStages(stageSums, board)))];
    },
  );
}

import { applicationBody } from '@fundlens/read-models/contacts/views/application';
import { z } from 'zod';
import type { Caller } from '../../middleware/request-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { ApplicationQueries } from '../../queries/applications.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, pageSize, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';

const DEFAULT_PAGE_SIZE = 100;
/** Open vocabularies of the event contract have at most this many characters. */
const MAX_STAGE_CHARACTERS = 64;
/** The only type of pipeline in this version, and the default. */
const APPLICANT = 'applicant';

const path = '/pipeline';

const pipelineData = z.strictObject({
  pipelineType: z.literal(APPLICANT),
  ...pageMembers,
  contacts: z.array(applicationBody),
});

const parameters = z.object({
  pipelineType: z.literal(APPLICANT, `must be ${APPLICANT}`).default(APPLICANT).describe('The type of pipeline.'),
  stage: text(MAX_STAGE_CHARACTERS).optional().describe('Only applications at this stage.'),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export type ListPipelineDependencies = {
  readonly steps: Steps;
  readonly applications: ApplicationQueries;
  readonly cursors: CursorKey;
};

/** GET /pipeline: applicants of the location, latest submission first. */
export function listPipeline({ steps, applications, cursors }: ListPipelineDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes } = steps;
  return defineRoute(
    {
      path,
      tag: 'Pipeline',
      summary: 'List the applicant pipeline',
      description: 'Latest submission first. Lists contacts that are not deleted and have an application.',
      data: pipelineData,
    },
    authenticate,
    audit({ operation: 'pipeline.list', structural: ['pipelineType', 'limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { understand }),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    async ({ state }) => {
      const { pipelineType, stage, page } = state.parameters;
      const found = await applications.list({ locationId: state.locationId, stage }, page.request, state.signal);
      state.data = page.show(found, 'contacts', { pipelineType });
    },
  );

  function understand({ pipelineType, stage: named, ...asked }: z.output<typeof parameters>, caller: Caller) {
    const stage = named ?? null;
    const filters = [['pipelineType', pipelineType] as const, ...(stage === null ? [] : [['stage', stage] as const])];
    return { pipelineType, stage, page: openPage(cursors, { route: path, caller, filters }, asked) };
  }
}

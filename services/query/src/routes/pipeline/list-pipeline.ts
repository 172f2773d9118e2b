import { applicationBody } from '@fundlens/read-models/contacts/views/application';
import { z } from 'zod';
import type { CursorKey } from '../../pagination/cursor.ts';
import type { ApplicationQueries } from '../../queries/applications.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, limit, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';

const USUAL_PAGE_SIZE = 100;
/** Open vocabularies of the event contract have at most this many characters. */
const MAX_STAGE_CHARACTERS = 64;
/** The one type of pipeline in this version; taken when none is named. */
const APPLICANT = 'applicant';

const path = '/pipeline';

const pipelineData = z.strictObject({
  pipelineType: z.literal(APPLICANT),
  ...pageMembers,
  contacts: z.array(applicationBody),
});

/** GET /pipeline: applicants of the location, latest submission first. */
export function listPipeline({
  applications,
  cursors,
}: {
  applications: ApplicationQueries;
  cursors: CursorKey;
}): Route {
  return defineRoute({
    path,
    operation: 'pipeline.list',
    permission: null,
    location: 'one',
    tag: 'Pipeline',
    summary: 'List the applicant pipeline',
    description: 'Latest submission first. Listed is who has both a living contact and an application.',
    data: pipelineData,
    caching: 'revalidated',
    reads: ['contacts'],
    parameters: z.object({
      pipelineType: z.literal(APPLICANT, `must be ${APPLICANT}`).default(APPLICANT).describe('The type of pipeline.'),
      stage: text(MAX_STAGE_CHARACTERS).optional().describe('Only applications at this stage.'),
      limit: limit(USUAL_PAGE_SIZE),
      cursor: cursor(),
    }),
    structural: ['pipelineType', 'limit'],
    prepare(parameters, caller) {
      const { pipelineType } = parameters;
      const stage = parameters.stage ?? null;
      const filters = [['pipelineType', pipelineType] as const, ...(stage === null ? [] : [['stage', stage] as const])];
      const page = openPage(cursors, { route: path, caller, filters }, parameters);
      return async ({ locationId }) =>
        page.show(await applications.list(locationId, stage, page.request), 'contacts', { pipelineType });
    },
  });
}

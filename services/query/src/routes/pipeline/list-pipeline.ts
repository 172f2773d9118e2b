import { MAX_FILTER_CHARACTERS } from '@fundlens/read-models/contacts/application-filters';
import {
  APPLICATION_OUTCOMES,
  applicationBody,
  applicationView,
} from '@fundlens/read-models/contacts/views/application';
import { z } from 'zod';
import type { Caller } from '../../middleware/request-state.ts';
import { validate } from '../../middleware/validate.ts';
import type { CursorKeys } from '../../pagination/cursor.ts';
import type { ApplicationQueries } from '../../queries/applications.ts';
import { include, includedInApplicant, isHeavyPage, withIncluded } from '../contact-records/included-records.ts';
import { openPage, pageMembers } from '../paging.ts';
import { cursor, id, oneOf, pageSize, text } from '../parameters.ts';
import { defineRoute, type Route } from '../route.ts';
import type { Steps } from '../steps.ts';
import { updatedSince, updatedSinceOf } from '../updated-since.ts';

const DEFAULT_PAGE_SIZE = 100;
/** Open vocabularies of the event contract have at most this many characters. */
const MAX_VOCABULARY_CHARACTERS = 64;
/** The only type of pipeline in this version, and the default. */
const APPLICANT = 'applicant';

const path = '/pipeline';

/** The component of the document keeps its name; `Application` is the view alone, of /contacts/{contactId}/application. */
const applicant = z
  .strictObject({ ...applicationBody.shape, included: includedInApplicant })
  .meta({ ...applicationBody.meta(), id: 'Applicant' });

const pipelineData = z.strictObject({
  pipelineType: z.literal(APPLICANT),
  ...pageMembers,
  contacts: z.array(applicant),
});

const parameters = z.object({
  pipelineType: z.literal(APPLICANT, `must be ${APPLICANT}`).default(APPLICANT).describe('The type of pipeline.'),
  stage: text(MAX_VOCABULARY_CHARACTERS).optional().describe('Only applications at this stage.'),
  contactId: id().optional().describe('Only the application of this contact.'),
  outcome: oneOf(APPLICATION_OUTCOMES).optional().describe('Only applications with this outcome.'),
  processor: text(MAX_FILTER_CHARACTERS)
    .optional()
    .describe('Only applications of this processor, exactly as entries name them.'),
  waitingOn: text(MAX_FILTER_CHARACTERS)
    .optional()
    .describe('Only applications that wait on this, exactly as entries say it.'),
  planStatus: text(MAX_VOCABULARY_CHARACTERS)
    .optional()
    .describe('Only applications of contacts with a funding plan of this status, shown in the entry or not.'),
  updatedSince: updatedSince('application or contact'),
  include: include(applicationView.name),
  limit: pageSize(DEFAULT_PAGE_SIZE),
  cursor: cursor(),
});

export type ListPipelineDependencies = {
  readonly steps: Steps;
  readonly applications: ApplicationQueries;
  readonly cursors: CursorKeys;
};

/** GET /pipeline: applicants of the location, latest submission first. */
export function listPipeline({ steps, applications, cursors }: ListPipelineDependencies): Route {
  const { authenticate, audit, requirePermission, limit, checkLocation, dataAsOf, conditional, boundBytes, takeTurn } =
    steps;
  return defineRoute(
    {
      path,
      tag: 'Pipeline',
      summary: 'List the applicant pipeline',
      description:
        'Latest submission first; with `updatedSince` oldest change first. Lists contacts that are not deleted and have an ' +
        'application. All given filters have to match.',
      data: pipelineData,
    },
    authenticate,
    audit({ operation: 'pipeline.list', structural: ['pipelineType', 'contactId', 'include', 'limit'] }),
    requirePermission('read'),
    limit,
    validate(parameters, { understand }),
    checkLocation,
    dataAsOf('contacts'),
    conditional,
    boundBytes,
    takeTurn(isHeavyPage),
    async ({ state }) => {
      const { pipelineType, page, updatedSince: instant, ...asked } = state.parameters;
      const search = { locationId: state.locationId, ...asked, updatedSince: updatedSinceOf(instant, state.asOf) };
      const found = await applications.list(search, page.request, state.signal);
      state.data = page.show(withIncluded(found), 'contacts', { pipelineType });
    },
  );

  function understand({ pipelineType, include: views = [], ...asked }: z.output<typeof parameters>, caller: Caller) {
    const { stage, contactId = null, outcome, processor, waitingOn, planStatus, updatedSince } = asked;
    const filter = { stage, outcome, processor, waitingOn, planStatus };
    // Not what is included: it does not decide which entries there are.
    const filters = Object.entries({ pipelineType, contactId, ...filter, updatedSince }).flatMap(([name, value]) =>
      value == null ? [] : [[name, String(value)] as const],
    );
    const page = openPage(cursors, { route: path, caller, filters }, asked);
    return { pipelineType, contactId, filter, updatedSince, include: views, page };
  }
}

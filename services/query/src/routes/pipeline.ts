import { applicantOutcomes } from '@fundlens/contracts/events/applicant-changed';
import { askedApplicationTerms, MAX_FILTER_CHARACTERS } from '@fundlens/read-models/contacts/application-filters';
import { applicationBody, applicationView } from '@fundlens/read-models/contacts/views/application';
import { pipelineStagesBody, readPipelineStages } from '@fundlens/read-models/dashboards/pipeline-stages';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { z } from 'zod';
import { jsonBytes } from '../envelope.ts';
import { entityKey } from '../queries/documents.ts';
import { readList } from '../queries/lists.ts';
import type { List } from '../queries/page.ts';
import { include, includedInApplicant } from './contact-records.ts';
import { openPage, pageMembers } from './paging.ts';
import { cursor, id, oneOf, pageSize, text, updatedSince } from './parameters.ts';
import { get, type Route, type RouteDependencies } from './route.ts';

const LIST = '/pipeline';
const VIEW = applicationView.name;
const BY_SUBMISSION: List = { model: 'contacts', type: 'application', view: VIEW, sortedBy: 'applicationKey' };
const DEFAULT_PAGE_SIZE = 100;
/** Open vocabularies of the event contract have at most this many characters. */
const MAX_VOCABULARY_CHARACTERS = 64;
/** The only type of pipeline in this version, and the default. */
const APPLICANT = 'applicant';

/** The component of the document keeps its name; `Application` is the view alone, of /contacts/{contactId}/application. */
const applicant = z
  .strictObject({ ...applicationBody.shape, included: includedInApplicant })
  .meta({ ...applicationBody.meta(), id: 'Applicant' });

export function pipelineRoutes({ dashboards, config, cursors }: RouteDependencies): readonly Route[] {
  return [
    get(LIST, {
      operation: 'pipeline.list',
      tag: 'Pipeline',
      summary: 'List the applicant pipeline',
      description:
        'Latest submission first; with `updatedSince` oldest change first. Lists contacts that are not deleted and have an ' +
        'application. All given filters have to match.',
      parameters: z.object({
        pipelineType: z.literal(APPLICANT, `must be ${APPLICANT}`).default(APPLICANT).describe('The type of pipeline.'),
        stage: text(MAX_VOCABULARY_CHARACTERS).optional().describe('Only applications at this stage.'),
        contactId: id().optional().describe('Only the application of this contact.'),
        outcome: oneOf(applicantOutcomes).optional().describe('Only applications with this outcome.'),
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
        include: include(VIEW),
        limit: pageSize(DEFAULT_PAGE_SIZE),
        cursor: cursor(),
      }),
      audited: ['pipelineType', 'contactId', 'include', 'limit'],
      reads: ['contacts'],
      data: z.strictObject({ pipelineType: z.literal(APPLICANT), ...pageMembers, contacts: z.array(applicant) }),
      read({ pipelineType, contactId = null, include: views = [], updatedSince, limit, cursor, ...filter }, caller) {
        // Not what is included: it does not decide which entries there are.
        const filters = { pipelineType, contactId, ...filter, updatedSince };
        const page = openPage(cursors, { route: LIST, caller, filters }, { limit, cursor });
        const [first, ...others] = askedApplicationTerms(filter);
        const residual = others.length > 0 ? { applicationTerms: { $all: others } } : {};
        return async (request) => {
          // Finds one contact without a look at the others.
          const ofContact = contactId !== null && { _id: entityKey(request.locationId, contactId) };
          const indexed = { applicationTerms: first, ...ofContact };
          const search = { indexed, residual, include: views, updatedSince };
          const found = await readList(BY_SUBMISSION, search, page.request, request);
          return page.show(found, 'contacts', { pipelineType });
        };
      },
    }),
    // Counted in the background, like the dashboard, so that no request counts applications.
    get('/pipeline/stages', {
      operation: 'pipeline.stages',
      tag: 'Pipeline',
      summary: 'List the stages of the applicant pipeline',
      description:
        "The stages of the desk's board in its order, and every other stage at which an application is now, with counts by " +
        'outcome and sums of amounts, of the applications that /pipeline lists.',
      parameters: z.object({}),
      audited: [],
      reads: [...DASHBOARD_SOURCES, 'dashboard_windows'],
      data: pipelineStagesBody,
      read: () => async (request) =>
        jsonBytes(readPipelineStages(await dashboards.findStageSums(request), config.PIPELINE_STAGES ?? [])),
    }),
  ];
}

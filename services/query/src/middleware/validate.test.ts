import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { selectorOf, reportParameters } from '../routes/credit-reports/report-selection.ts';
import { cursor, id, oneOf, pageSize, someOf, text } from '../routes/parameters.ts';
import { type MatchedRoute, RequestState } from './request-state.ts';
import type { ApiContext, Step } from './step.ts';
import { validate } from './validate.ts';

const page = z.object({
  contactId: id(),
  pipelineType: z.literal('applicant', 'must be applicant').default('applicant'),
  stage: text(8).optional(),
  limit: pageSize(50),
  cursor: cursor(),
});

const credential = {
  credentialId: 'k1',
  hint: null,
  companyId: 'acme',
  reach: 'agency',
  pinnedLocationId: null,
  permissions: ['read'],
} as const;

/** What an agency key is answered: the error, or null for a request that passes. */
async function refusal<P>(
  step: Step<P>,
  parameters: Iterable<string>,
  { query, path = '', headers = {} }: { query: string; path?: string; headers?: Record<string, string> },
): Promise<ApiError | null> {
  const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path, query } as never });
  const matched: MatchedRoute = {
    location: 'one',
    basePath: '',
    queryParameters: new Set(['locationId', ...parameters]),
    pathParameters: path === '' ? [] : [{ name: 'contactId', segment: 0 }],
  };
  state.matched = matched;
  state.holder = { credential, company: {} } as never;
  try {
    await step({ req: { headers }, state } as unknown as ApiContext<P>, async () => undefined);
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const rulesOf = (error: ApiError | null) => error?.issues.map(({ parameter, rule }) => `${parameter} ${rule}`);
const pageRefusal = (query: string, more: { path?: string; headers?: Record<string, string> } = {}) =>
  refusal(validate(page), ['pipelineType', 'stage', 'limit', 'cursor'], { query, path: 'c1', ...more });

it('lets a right request pass', async () => {
  expect(await pageRefusal('locationId=l1&limit=5')).toBeNull();
});

it('names every parameter that breaks a rule, the first one in the message', async () => {
  const error = await pageRefusal('limits=1&stage=&limit=501&cursor=%21&pipelineType=deal', {
    headers: { 'x-wait-for-position': 'nowhere' },
  });
  expect(rulesOf(error)).toEqual([
    'limits unknown',
    'locationId required',
    'pipelineType one_of',
    'stage length',
    'limit range',
    'cursor format',
    'X-Wait-For-Position format',
  ]);
  expect(error).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(error?.message).toMatch(/^The parameter limits is not known here/);
});

it('names the values of a closed vocabulary', async () => {
  const schema = z.object({
    status: oneOf(['open', 'won']).optional(),
    include: someOf(['plans', 'steps']).optional(),
  });
  const error = await refusal(validate(schema), ['status', 'include'], {
    query: 'locationId=l1&status=lost&include=plans,other',
  });
  expect(error?.message).toBe('status must be one of open, won.');
  expect(error?.issues).toEqual([
    { parameter: 'status', rule: 'one_of', allowed: ['open', 'won'], message: 'status must be one of open, won.' },
    {
      parameter: 'include',
      rule: 'one_of',
      allowed: ['plans', 'steps'],
      message: 'include must be one or more of plans, steps, separated by commas, each once.',
    },
  ]);
});

it.each(['0', '501', '1000', '-1', '1e2', '007', ''])('a page size %j is out of its range', async (limit) => {
  expect(rulesOf(await pageRefusal(`locationId=l1&limit=${limit}`))).toEqual(['limit range']);
});

it('has one issue for a parameter, the first', async () => {
  expect(rulesOf(await pageRefusal('locationId=%FF', { path: '%FF' }))).toEqual([
    'locationId encoding',
    'contactId encoding',
  ]);
  expect(rulesOf(await pageRefusal(`locationId=${'l'.repeat(65)}&limit=x&limit=5`))).toEqual([
    'limit repeated',
    'locationId length',
  ]);
});

it('says that one of two selectors is required', async () => {
  const step = validate(reportParameters, { understand: selectorOf });
  const error = await refusal(step, ['contactId', 'requestId'], { query: 'locationId=l1' });
  expect(rulesOf(error)).toEqual(['contactId either', 'requestId either']);
  expect(error?.message).toBe('contactId or requestId is required.');
});

it('never shows a value', async () => {
  const secret = '078051120';
  const error = await pageRefusal(`${secret}=1&stage=${secret}&limit=${secret}&cursor=${secret}!`, {
    headers: { 'x-wait-for-position': secret },
  });
  expect(error?.issues.length).toBe(6);
  expect(JSON.stringify([error?.message, error?.issues])).not.toContain(secret);
});

import { contactRecords } from '@fundlens/query/testing/published-routes';
import fc from 'fast-check';
import { canaryOf, contactIds, dealIds, locationIds, requestIds } from './canary-world.ts';

/** A request as chance makes it; which credential and which earlier cursor it uses is drawn as a number. */
export type RandomRequest = {
  readonly holder: number;
  readonly path: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
  /** Stands for one of the cursors that were issued so far. */
  readonly cursor: number | null;
  readonly headers: Readonly<Record<string, string>>;
};

const oddTexts = [
  '',
  ' ',
  '*',
  '.*',
  '%',
  '..',
  '../alpha',
  'alpha/../bravo',
  'alpha:contact-1',
  'alpha%3Acontact-1',
  'ALPHA',
  'alpha ',
  'alpha\u0000',
  'alpha,bravo',
  '{"$ne":""}',
  '[object Object]',
  '__proto__',
  'null',
  'undefined',
  'x'.repeat(200),
  '\u202ealpha',
];

const odd = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...oddTexts) }, { weight: 1, arbitrary: fc.string() });
const location = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...locationIds) }, { weight: 1, arbitrary: odd });
const everyContact = [...contactIds, ...locationIds.map((id) => `contact-only-${id}`)];
const contact = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...everyContact) }, { weight: 1, arbitrary: odd });
const report = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...requestIds) }, { weight: 1, arbitrary: odd });
const deal = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...dealIds) }, { weight: 1, arbitrary: odd });
const canary = fc.constantFrom(...locationIds.map(canaryOf));

/** Names that clients might hope to be heard under. */
const oddName = fc.constantFrom(
  'locationid',
  'location_id',
  'locationId[]',
  'locationId[$ne]',
  'companyId',
  '_id',
  'filter',
);

const pair = <N extends string>(name: N, value: fc.Arbitrary<string>) => value.map((text) => [name, text] as const);

const locationPair = pair('locationId', location);
const pagePairs = [
  pair('limit', fc.oneof(fc.constantFrom('1', '2', '3', '500'), odd)),
  pair('tag', canary),
  pair('email', canary),
  pair('query', fc.oneof(canary, fc.constantFrom('canary', 'alpha', 'canary.alpha', 'yranac br'), odd)),
  pair('phone', fc.constantFrom('+1 312 555 0142', '3125550142')),
  pair('stage', canary),
  pair('pipelineType', fc.constantFrom('applicant', 'applicant', 'deal')),
];

const includePair = pair(
  'include',
  fc.oneof(fc.constantFrom('application', 'fundingPlans,nextSteps', 'creditSummary,underwritingResults'), odd),
);
const updatedSincePair = pair(
  'updatedSince',
  fc.oneof(fc.constantFrom('1970-01-01T00:00:00Z', '2026-11-23T08:00:00.000Z', '9999-12-31T23:59:59Z'), odd),
);
const pipelinePairs = [
  ...pagePairs,
  includePair,
  updatedSincePair,
  pair('contactId', contact),
  pair('outcome', fc.constantFrom('open', 'approved', 'canary')),
  pair('processor', fc.oneof(canary, odd)),
  pair('waitingOn', fc.oneof(canary, odd)),
  pair('planStatus', fc.oneof(canary, odd)),
];

const dealPairs = [
  pair('limit', fc.constantFrom('1', '2', '500')),
  pair('pipelineId', fc.oneof(fc.constant('pipeline-1'), odd)),
  pair('stageId', fc.oneof(fc.constant('stage-1'), odd)),
  pair('status', fc.constantFrom('open', 'open', 'won', 'OPEN')),
  pair('contactId', contact),
  updatedSincePair,
];

const changePairs = [
  pair('limit', fc.constantFrom('1', '2', '500')),
  pair('types', fc.oneof(fc.constantFrom('contact', 'creditReport,deal', 'application,fundingPlan'), odd)),
];

const list = (path: string, pairs: fc.Arbitrary<readonly [string, string]>[] = pagePairs) =>
  fc.record({
    path: fc.constant(path),
    own: fc.subarray(pairs, { maxLength: Math.min(2, pairs.length) }).chain((chosen) => fc.tuple(...chosen)),
  });
const one = (path: fc.Arbitrary<string>) => fc.record({ path, own: fc.constant([]) });
const oneContact = fc.record({
  path: contact.map((id) => `/contacts/${encodeURIComponent(id.toWellFormed())}`),
  own: fc.oneof(fc.constant([]), fc.tuple(includePair)),
});
const dashboard = fc.record({
  path: fc.constant('/dashboard/stats'),
  own: fc
    .subarray([
      pair('days', fc.oneof(fc.constantFrom('1', '30', '365'), odd)),
      pair('series', fc.constantFrom('daily', 'daily', 'weekly')),
      pair('compare', fc.constantFrom('previous', 'previous', 'next')),
    ])
    .chain((chosen) => fc.tuple(...chosen)),
});
/** Also with a `locationId`, which is refused. */
const companyDashboard = fc.record({
  path: fc.constant('/dashboard/stats'),
  own: fc.oneof(
    fc.tuple(pair('scope', fc.constant('company'))),
    fc.tuple(pair('scope', fc.constantFrom('company', 'location')), pair('series', fc.constant('daily'))),
  ),
});
const reports = fc.record({
  path: fc.constantFrom('/credit-reports', '/credit-reports/pdf-url'),
  own: fc.oneof(
    fc.tuple(pair('contactId', contact)),
    fc.tuple(pair('requestId', report)),
    fc.tuple(pair('contactId', contact), pair('requestId', report)),
  ),
});

const recordOf = (id: string) =>
  fc
    .constantFrom(...contactRecords)
    .map(({ name: record }) => `/contacts/${encodeURIComponent(id.toWellFormed())}/${record}`);

const route = fc.oneof(
  { weight: 2, arbitrary: list('/locations') },
  { weight: 3, arbitrary: list('/contacts', [...pagePairs, includePair, updatedSincePair]) },
  { weight: 3, arbitrary: list('/pipeline', pipelinePairs) },
  { weight: 3, arbitrary: oneContact },
  { weight: 4, arbitrary: one(contact.chain(recordOf)) },
  { weight: 3, arbitrary: list('/deals', dealPairs) },
  { weight: 1, arbitrary: list('/deal-pipelines', dealPairs.slice(0, 1)) },
  { weight: 1, arbitrary: one(fc.constant('/custom-fields')) },
  { weight: 1, arbitrary: one(fc.constant('/pipeline/stages')) },
  { weight: 2, arbitrary: list('/changes', changePairs) },
  { weight: 2, arbitrary: one(deal.map((id) => `/deals/${encodeURIComponent(id.toWellFormed())}`)) },
  { weight: 3, arbitrary: reports },
  { weight: 1, arbitrary: one(fc.constant('/credential')) },
  { weight: 2, arbitrary: dashboard },
  { weight: 2, arbitrary: companyDashboard },
  { weight: 1, arbitrary: one(odd.map((text) => `/${encodeURIComponent(text.toWellFormed())}`)) },
);

/** In the topics without the prefix of the run. */
const positions = ['crm.changes.v1/0/0', 'crm.changes.v1/1/0,funding.changes.v1/0/0', 'nowhere/0/0', 'crm.changes.v1'];

const foreignHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...locationIds).map((id) => ({
      'x-location-id': id,
      'x-company-id': 'company-a',
      'x-forwarded-uri': `/api/v1/contacts?locationId=${id}`,
      'x-original-url': `/api/v1/contacts?locationId=${id}`,
    })),
  },
  { weight: 1, arbitrary: fc.constantFrom('*', '"a"').map((tags) => ({ 'if-none-match': tags })) },
  { weight: 1, arbitrary: fc.constantFrom(...positions).map((sent) => ({ 'x-wait-for-position': sent })) },
);

/** Requests of any client for anything, with ids, cursors and parameters of other clients and of none. */
export const randomRequest: fc.Arbitrary<RandomRequest> = fc
  .record({
    holder: fc.nat(),
    route,
    locations: fc.oneof(
      { weight: 8, arbitrary: fc.tuple(locationPair) },
      { weight: 2, arbitrary: fc.constant([]) },
      // The same name twice: a check of the one must not read the other.
      { weight: 1, arbitrary: fc.tuple(locationPair, locationPair) },
    ),
    extra: fc.oneof(
      { weight: 10, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.tuple(oddName.chain((name) => pair(name, location))) },
    ),
    cursor: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat() }),
    headers: foreignHeaders,
  })
  .map(({ holder, route: { path, own }, locations, extra, cursor, headers }) => ({
    holder,
    path,
    parameters: [...locations, ...own, ...extra],
    cursor:
      /^\/(contacts|deals)\//.test(path) || path.startsWith('/credit-reports') || path === '/dashboard/stats'
        ? null
        : cursor,
    headers,
  }));

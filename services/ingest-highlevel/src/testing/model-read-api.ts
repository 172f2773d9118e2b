import type { Entity, Fields, ModelCrm } from './model-crm.ts';

export type ModelRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Fields | undefined;
};
export type ModelResponse = { readonly status: number; readonly body: unknown };

/** Page numbers end at 10,000 entries, so that only cursors walk through a location: the model has no page numbers. */
const MAX_CONTACTS_PAGE = 500;
const MAX_OPPORTUNITIES_PAGE = 100;

/** What search responses lack of a contact: `ssn` is in the response by id alone. */
const NOT_IN_SEARCH = ['address1', 'ssn', 'dndSettings'];

type Route = {
  /** The parameters that the page of the documentation names. */
  readonly params?: readonly string[];
  answer(crm: ModelCrm, locationId: string, request: ModelRequest & { readonly id: string }): ModelResponse;
};

/** Which location a request is about: limits and tokens go by it. Undefined: the path or body names none. */
export function locationOf({ path, query, body }: ModelRequest, crm: ModelCrm, locations: readonly string[]) {
  const named = query.get('locationId') ?? query.get('location_id') ?? body?.locationId;
  if (typeof named === 'string') return named;
  const inPath = /^\/locations\/([^/]+)/.exec(path)?.[1];
  if (inPath !== undefined) return inPath;
  // By id alone: the token decides. Of an entity that is nowhere, the first location of the token.
  const [, plural, id] = /^\/(contacts|opportunities)\/([^/]+)$/.exec(path) ?? [];
  const kind = plural === 'contacts' ? 'contact' : 'opportunity';
  return locations.find((location) => crm.entity(location, kind, id ?? '') !== undefined) ?? locations[0];
}

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /contacts/search': { answer: (crm, _, { body = {} }) => searchContacts(crm, body) },
  'GET /contacts/:id': { answer: (crm, locationId, { id }) => contactById(crm, locationId, id) },
  'GET /opportunities/search': {
    params: ['location_id', 'status', 'order', 'limit', 'startAfter', 'startAfterId'],
    answer: (crm, _, { query }) => searchOpportunities(crm, query),
  },
  'GET /opportunities/pipelines': {
    params: ['locationId'],
    answer: (crm, locationId) => found({ pipelines: crm.entities(locationId, 'pipeline') }),
  },
  'GET /opportunities/:id': { answer: (crm, locationId, { id }) => opportunityById(crm, locationId, id) },
  'GET /locations/:id': { answer: (crm, locationId) => found({ location: crm.location(locationId) }) },
  'GET /locations/:id/customFields': {
    params: ['model'],
    answer: (crm, locationId) => found({ customFields: crm.entities(locationId, 'customField') }),
  },
};

/** Answers as HighLevel's read API; strict about what the pages of its documentation name. */
export function answerRead(crm: ModelCrm, locationId: string, request: ModelRequest): ModelResponse {
  const { method, path, query } = request;
  const [, , id = ''] = path.split('/');
  const route = ROUTES[`${method} ${path}`] ?? ROUTES[`${method} ${path.replace(id, ':id')}`];
  if (route === undefined) return problem(404, `Cannot ${method} ${path}`);
  const unknown = [...query.keys()].find((name) => !route.params?.includes(name));
  if (unknown !== undefined) return problem(422, `property ${unknown} should not exist`);
  return route.answer(crm, locationId, { ...request, id });
}

function found(body: Fields): ModelResponse {
  return { status: 200, body };
}

type ModelCompany = { readonly companyId: string; readonly locations: readonly string[] };

/** What a company's token reads; null: the route is no such one. */
export function answerCompany({ path, query }: ModelRequest, company: ModelCompany | undefined): ModelResponse | null {
  const [, companyId] = /^\/companies\/([^/]+)$/.exec(path) ?? [];
  if (path !== '/oauth/installedLocations' && companyId === undefined) return null;
  if (company === undefined || (companyId ?? query.get('companyId')) !== company.companyId)
    return problem(401, 'Invalid JWT');
  if (companyId !== undefined) return found({ company: { id: companyId, name: 'Harbor Group' } });
  if (query.get('appId') === null) return problem(422, 'appId should not be empty');
  const wanted = query.get('locationId');
  const installed = company.locations.filter((id) => wanted === null || id === wanted);
  const skip = Number(query.get('skip') ?? 0);
  const page = installed.slice(skip, skip + Number(query.get('limit') ?? 20));
  const locations = page.map((id) => ({
    _id: id,
    name: 'Harbor Lending',
    isInstalled: true,
    installedAt: '2026-01-05T10:00:00.000Z',
  }));
  return found({ locations, count: installed.length });
}

function contactById(crm: ModelCrm, locationId: string, id: string): ModelResponse {
  const contact = crm.entity(locationId, 'contact', id);
  // The contacts endpoint answers 400 for a contact that does not exist.
  return contact === undefined ? problem(400, `Contact with id ${id} not found`) : found({ contact });
}

function opportunityById(crm: ModelCrm, locationId: string, id: string): ModelResponse {
  const opportunity = crm.entity(locationId, 'opportunity', id);
  return opportunity === undefined ? problem(404, 'Opportunity not found') : found({ opportunity });
}

function searchContacts(crm: ModelCrm, body: Fields): ModelResponse {
  const { locationId, pageLimit, searchAfter, sort, ...others } = body;
  if (typeof locationId !== 'string') return problem(422, 'locationId must be a string');
  if (!isCount(pageLimit, MAX_CONTACTS_PAGE)) return problem(422, 'pageLimit must be from 1 to 500');
  if (Object.keys(others).length > 0) return problem(422, 'the model knows no other property');
  if (JSON.stringify(sort) !== JSON.stringify([{ field: 'dateAdded', direction: 'asc' }]))
    return problem(422, 'the model sorts by the date of adding only');
  const all = byDate(crm.entities(locationId, 'contact'), 'dateAdded');
  const rest = Array.isArray(searchAfter)
    ? all.filter((contact) => isAfter(keyOf(contact, 'dateAdded'), [Number(searchAfter[0]), String(searchAfter[1])]))
    : all;
  return found({ contacts: rest.slice(0, pageLimit).map(searchShape), total: all.length, traceId: 'trace' });
}

function searchShape(contact: Entity): Fields {
  const shown = Object.fromEntries(Object.entries(contact).filter(([name]) => !NOT_IN_SEARCH.includes(name)));
  const { dateOfBirth } = contact;
  return {
    ...shown,
    address: contact.address1 ?? null,
    ...(typeof dateOfBirth === 'string' ? { dateOfBirth: Date.parse(dateOfBirth) } : {}),
    searchAfter: keyOf(contact, 'dateAdded'),
  };
}

function searchOpportunities(crm: ModelCrm, query: URLSearchParams): ModelResponse {
  const limit = Number(query.get('limit') ?? 20);
  if (!isCount(limit, MAX_OPPORTUNITIES_PAGE)) return problem(422, 'limit must not be greater than 100');
  const locationId = query.get('location_id');
  if (locationId === null) return problem(422, 'location_id must be a string');
  if (query.get('order') !== 'added_asc' || query.get('status') !== 'all')
    return problem(422, 'the model lists all by the date of adding only');
  const all = byDate(crm.entities(locationId, 'opportunity'), 'createdAt');
  const [after, afterId] = [query.get('startAfter'), query.get('startAfterId')];
  // With one of the two alone they return the first page again.
  const rest =
    after !== null && afterId !== null
      ? all.filter((entity) => isAfter(keyOf(entity, 'createdAt'), [Number(after), afterId]))
      : all;
  const opportunities = rest.slice(0, limit);
  const last = opportunities.at(-1);
  const [startAfter, startAfterId] = last === undefined ? [null, null] : keyOf(last, 'createdAt');
  return found({ opportunities, meta: { total: all.length, startAfter, startAfterId }, aggregations: {} });
}

type Key = readonly [number, string];

function keyOf(entity: Entity, field: string): Key {
  return [Date.parse(String(entity[field])), entity.id];
}

function compare([at, id]: Key, [otherAt, otherId]: Key): number {
  return at - otherAt || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

function isAfter(key: Key, other: Key): boolean {
  return compare(key, other) > 0;
}

function byDate(entities: readonly Entity[], field: string): Entity[] {
  return [...entities].sort((a, b) => compare(keyOf(a, field), keyOf(b, field)));
}

function isCount(value: unknown, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}

function problem(statusCode: number, message: string): ModelResponse {
  return { status: statusCode, body: { statusCode, message, traceId: 'trace' } };
}

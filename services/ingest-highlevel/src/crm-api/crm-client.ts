import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import type { CrmReader, Cursor, EntityReading, Purpose } from '../crm-reader.ts';
import type { EntityRef, ListedKind } from '../entity-ref.ts';
import { malformed } from './crm-errors.ts';
import { cursorAfter, type Page } from './paging.ts';
import type { CrmRequest, CrmRequests, Owner } from './requests.ts';

/** Both searches take 100 at most (contacts: 500, which makes responses of many MB). */
const PAGE_ENTRIES = 100;

/**
 * What HighLevel's read API returns. Documented fields are missing from real responses, and others are there that no page
 * names: only identities are required, and whatever else comes is kept.
 */
const entity = z.looseObject({ id: z.string().min(1), locationId: z.string().nullish().catch(undefined) });
export type CrmEntity = z.output<typeof entity>;

/** What stands under a name in the response. */
const under = <Value>(name: string, schema: z.ZodType<Value>) =>
  z.looseObject({ [name]: schema }).transform((body) => body[name] as Value);

const routes = {
  contact: { endpoint: '/contacts/{id}', response: under('contact', entity) },
  opportunity: { endpoint: '/opportunities/{id}', response: under('opportunity', entity) },
  location: { endpoint: '/locations/{id}', response: under('location', entity) },
  company: { endpoint: '/companies/{id}', response: under('company', entity) },
};
const installed = under('locations', z.array(z.looseObject({ _id: z.string().min(1) })));

/** The entities of a response; `offered` is the cursor of what follows as it stands there; null: it is the whole list. */
const whole = (name: string) =>
  under(name, z.array(entity)).transform((entities) => ({ entities, offered: null as unknown }));
const contactsPage = under('contacts', z.array(entity)).transform((entities) => ({
  entities,
  offered: { searchAfter: entities.at(-1)?.searchAfter } as unknown,
}));
const opportunitiesPage = z
  .looseObject({
    opportunities: z.array(entity),
    meta: z.looseObject({ startAfter: z.coerce.number().nullish(), startAfterId: z.string().nullish() }).nullish(),
  })
  .transform(({ opportunities, meta }) => ({
    entities: opportunities,
    offered: { startAfter: meta?.startAfter, startAfterId: meta?.startAfterId } as unknown,
  }));

/** How each kind is listed. The location itself is the only one of its list. */
const lists = {
  pipeline: (locationId: string) => ({
    request: get('/opportunities/pipelines', '', { locationId }),
    page: whole('pipelines'),
  }),
  customField: (locationId: string) => ({
    request: get('/locations/{id}/customFields', locationId, { model: 'contact' }),
    page: whole('customFields'),
  }),
  contact(locationId: string, cursor: Cursor | null) {
    const endpoint = '/contacts/search';
    const sort = [{ field: 'dateAdded', direction: 'asc' }];
    const body = { locationId, pageLimit: PAGE_ENTRIES, sort, ...cursor };
    return { request: { method: 'POST' as const, path: endpoint, endpoint, body }, page: contactsPage };
  },
  opportunity(locationId: string, cursor: Cursor | null) {
    const after = cursor !== null && 'startAfterId' in cursor ? cursor : {};
    const query = { location_id: locationId, status: 'all', order: 'added_asc', limit: PAGE_ENTRIES, ...after };
    return { request: get('/opportunities/search', '', query), page: opportunitiesPage };
  },
};

/** HighLevel's read API for one app. Errors: those of `crm-errors.ts`, and InvalidError `crm_foreign_location`. */
export type CrmClient = CrmReader & {
  /** One page of what is listed of a location; a list without pages has one. */
  list(
    kind: ListedKind,
    locationId: string,
    how: { readonly purpose: Purpose; readonly cursor: Cursor | null },
  ): Promise<Page<CrmEntity>>;
};

/** @param appId the app's id at HighLevel; without it, installations and companies cannot be read */
export function createCrmClient(requests: CrmRequests, { appId }: { readonly appId: string | undefined }): CrmClient {
  const { one, read } = reads(requests);

  const list: CrmClient['list'] = async (kind, locationId, { purpose, cursor }) => {
    const owner: Owner = { of: 'location', id: locationId };
    if (kind === 'location') {
      const found = await one(kind, owner, locationId, purpose);
      return { entities: found === null ? [] : [found], next: null };
    }
    const { request, page } = lists[kind](locationId, cursor);
    const { entities, offered } = await read(owner, purpose, request, page);
    const count = entities.length;
    const next = offered === null ? null : cursorAfter(request.endpoint, { count, askedWith: cursor, offered });
    const isOther = ({ model }: CrmEntity) => kind === 'customField' && model === 'opportunity';
    return { entities: ofLocation(locationId, entities).filter((found) => !isOther(found)), next };
  };

  /** By the entity's own route, never by a search. A pipeline or custom field has none: the list of all has it. */
  async function entityOf({ kind, locationId, id }: EntityRef, purpose: Purpose) {
    if (kind === 'company') return appId === undefined ? 'no_access' : await one(kind, { of: kind, id }, id, purpose);
    if (locationId === null) return 'no_access';
    if (kind === 'pipeline' || kind === 'customField') {
      const { entities } = await list(kind, locationId, { purpose, cursor: null });
      return entities.find((listed) => listed.id === id) ?? null;
    }
    if (kind !== 'installation') return await one(kind, { of: 'location', id: locationId }, id, purpose);
    if (appId === undefined) return 'no_access';
    const query = { companyId: id, appId, limit: PAGE_ENTRIES, isInstalled: 'true', locationId };
    const all = await read({ of: 'company', id }, purpose, get('/oauth/installedLocations', '', query), installed);
    const own = all.find(({ _id }) => _id === locationId);
    // A list of others does not say that the location is not among those that it leaves out: that would end access.
    return own ?? (all.length === 0 ? null : 'no_access');
  }

  /**
   * The route of a contact names no location: with a token of another one, "not found" says nothing. A location itself that
   * is not found is told by its own route.
   */
  async function opens({ kind, locationId }: EntityRef, purpose: Purpose): Promise<boolean> {
    if ((kind !== 'contact' && kind !== 'opportunity') || locationId === null) return true;
    return (await one('location', { of: 'location', id: locationId }, locationId, purpose)) !== null;
  }

  return {
    list,
    async readEntity(ref, purpose): Promise<EntityReading> {
      const found = await entityOf(ref, purpose);
      if (found !== null) return found;
      return (await opens(ref, purpose)) ? 'absent' : 'no_access';
    },
  };
}

function reads(requests: CrmRequests) {
  /** Null: HighLevel says that it does not exist. */
  async function find<Value>(owner: Owner, purpose: Purpose, request: CrmRequest, schema: z.ZodType<Value>) {
    const response = await requests.send(owner, purpose, request);
    if (response === undefined) return null;
    const result = schema.safeParse(response);
    if (result.success) return result.data;
    const path = result.error.issues[0]?.path.join('.');
    throw malformed(request.endpoint, path || 'body', 'is missing or of another type');
  }

  /** For what cannot be missing: "not found" is then about the location, and must not read as an empty list. */
  async function read<Value>(owner: Owner, purpose: Purpose, request: CrmRequest, schema: z.ZodType<Value>) {
    const value = await find(owner, purpose, request, schema);
    if (value === null) throw malformed(request.endpoint, 'location', 'is not found');
    return value;
  }

  async function one(kind: keyof typeof routes, owner: Owner, id: string, purpose: Purpose) {
    const { endpoint, response } = routes[kind];
    const found = await find(owner, purpose, get(endpoint, id), response);
    if (found !== null && found.id !== id) throw foreign();
    if (found !== null && owner.of === 'location') ofLocation(owner.id, [found]);
    return found;
  }

  return { one, read };
}

function get(endpoint: string, id: string, query: CrmRequest['query'] = {}): CrmRequest {
  return { method: 'GET', path: endpoint.replace('{id}', encodeURIComponent(id)), endpoint, query };
}

/** One tenant's entity under another's identity is the worst that this client could do. */
function ofLocation(locationId: string, entities: readonly CrmEntity[]): readonly CrmEntity[] {
  if (entities.some((one) => typeof one.locationId === 'string' && one.locationId !== locationId)) throw foreign();
  return entities;
}

function foreign(): InvalidError {
  return new InvalidError(
    'crm_foreign_location',
    "HighLevel's response holds an entity of another location, or another one than was asked for. Nothing of it is used.",
  );
}

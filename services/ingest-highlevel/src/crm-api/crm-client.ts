import type { Owner } from './access-tokens.ts';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import {
  type CrmCompany,
  type CrmContact,
  type CrmCustomField,
  type CrmInstalledLocation,
  type CrmLocation,
  type CrmOpportunity,
  type CrmPipeline,
  crmCompanySchema,
  crmContactSchema,
  crmCustomFieldSchema,
  crmInstalledLocationSchema,
  crmLocationSchema,
  crmOpportunitySchema,
  crmPipelineSchema,
} from './crm-entities.ts';
import { malformed } from './crm-errors.ts';
import { type Cursor, cursorAfter, type Page } from './paging.ts';
import type { CrmRequest, CrmRequests } from './requests.ts';
import type { Purpose } from './request-budget.ts';

/** Both searches take 100 at most (contacts: 500, which makes responses of many MB). */
const PAGE_ENTRIES = 100;
const INSTALLED_PAGE = 100;

/** HighLevel's read API for one app. A location's entity that does not exist is null. */
export type CrmClient = {
  contacts(locationId: string, purpose: Purpose, cursor: Cursor | null): Promise<Page<CrmContact>>;
  contact(locationId: string, purpose: Purpose, contactId: string): Promise<CrmContact | null>;
  opportunities(locationId: string, purpose: Purpose, cursor: Cursor | null): Promise<Page<CrmOpportunity>>;
  opportunity(locationId: string, purpose: Purpose, opportunityId: string): Promise<CrmOpportunity | null>;
  pipelines(locationId: string, purpose: Purpose): Promise<readonly CrmPipeline[]>;
  customFields(locationId: string, purpose: Purpose): Promise<readonly CrmCustomField[]>;
  location(locationId: string, purpose: Purpose): Promise<CrmLocation | null>;
  /** Where a company has the app installed, from the `skip`th on. With `locationId`: in that location, if it has. */
  installedLocations(
    app: { readonly companyId: string; readonly appId: string },
    purpose: Purpose,
    which: { readonly skip: number } | { readonly locationId: string },
  ): Promise<readonly CrmInstalledLocation[]>;
  company(companyId: string, purpose: Purpose): Promise<CrmCompany | null>;
};

const contactsPage = z.looseObject({ contacts: z.array(crmContactSchema) });
const oneContact = z.looseObject({ contact: crmContactSchema });
const opportunitiesPage = z.looseObject({
  opportunities: z.array(crmOpportunitySchema),
  meta: z.looseObject({ startAfter: z.coerce.number().nullish(), startAfterId: z.string().nullish() }).nullish(),
});
const oneOpportunity = z.looseObject({ opportunity: crmOpportunitySchema });
const pipelineList = z.looseObject({ pipelines: z.array(crmPipelineSchema) });
const customFieldList = z.looseObject({ customFields: z.array(crmCustomFieldSchema) });
const oneLocation = z.looseObject({ location: crmLocationSchema });
const oneCompany = z.looseObject({ company: crmCompanySchema });
const installedPage = z.looseObject({ locations: z.array(crmInstalledLocationSchema) });

/** Errors: those of `crm-errors.ts`, and InvalidError `crm_foreign_location` for a response of another location. */
export function createCrmClient(requests: CrmRequests): CrmClient {
  async function find<Value>(owner: Owner, purpose: Purpose, request: CrmRequest, schema: z.ZodType<Value>) {
    const response = await requests.send(owner, purpose, request);
    return response.found ? valid(response.value, schema, request.endpoint) : null;
  }

  /** For what cannot be missing: "not found" is then about the location, and must not read as an empty list. */
  async function read<Value>(owner: Owner, purpose: Purpose, request: CrmRequest, schema: z.ZodType<Value>) {
    const value = await find(owner, purpose, request, schema);
    if (value === null) throw malformed(request.endpoint, 'location', 'is not found');
    return value;
  }

  return {
    ...contactReads({ find, read }),
    ...opportunityReads({ find, read }),
    async pipelines(locationId, purpose) {
      const request = get('/opportunities/pipelines', '/opportunities/pipelines', { locationId });
      return ofLocation(locationId, (await read(location(locationId), purpose, request, pipelineList)).pipelines);
    },
    async customFields(locationId, purpose) {
      const request = get(`/locations/${locationId}/customFields`, '/locations/{id}/customFields', {
        model: 'contact',
      });
      const { customFields } = await read(location(locationId), purpose, request, customFieldList);
      return ofLocation(locationId, customFields).filter(({ model }) => model !== 'opportunity');
    },
    async location(locationId, purpose) {
      const found = await find(
        location(locationId),
        purpose,
        get(`/locations/${locationId}`, '/locations/{id}'),
        oneLocation,
      );
      if (found !== null && found.location.id !== locationId) throw foreign();
      return found?.location ?? null;
    },
    ...companyReads({ find, read }),
  };
}

type Reads = {
  find<Value>(o: Owner, p: Purpose, r: CrmRequest, s: z.ZodType<Value>): Promise<Value | null>;
  read<Value>(o: Owner, p: Purpose, r: CrmRequest, s: z.ZodType<Value>): Promise<Value>;
};

function companyReads({ find, read }: Reads): Pick<CrmClient, 'installedLocations' | 'company'> {
  return {
    async installedLocations({ companyId, appId }, purpose, which) {
      const query = { companyId, appId, limit: INSTALLED_PAGE, isInstalled: 'true', ...which };
      const request = get('/oauth/installedLocations', '/oauth/installedLocations', query);
      return (await read({ of: 'company', id: companyId }, purpose, request, installedPage)).locations;
    },
    async company(companyId, purpose) {
      const request = get(`/companies/${encodeURIComponent(companyId)}`, '/companies/{id}');
      const found = await find({ of: 'company', id: companyId }, purpose, request, oneCompany);
      if (found !== null && found.company.id !== companyId) throw foreign();
      return found?.company ?? null;
    },
  };
}

function contactReads({ find, read }: Reads): Pick<CrmClient, 'contacts' | 'contact'> {
  return {
    async contacts(locationId, purpose, cursor) {
      const endpoint = '/contacts/search';
      const sort = [{ field: 'dateAdded', direction: 'asc' }];
      const body = { locationId, pageLimit: PAGE_ENTRIES, sort, ...cursor };
      const request = { method: 'POST', path: endpoint, endpoint, body } as const;
      const { contacts } = await read(location(locationId), purpose, request, contactsPage);
      const searchAfter = contacts.at(-1)?.searchAfter;
      const next = cursorAfter(endpoint, { count: contacts.length, askedWith: cursor, offered: { searchAfter } });
      return { entities: ofLocation(locationId, contacts), next };
    },
    async contact(locationId, purpose, contactId) {
      const request = get(`/contacts/${encodeURIComponent(contactId)}`, '/contacts/{id}');
      const found = await find(location(locationId), purpose, request, oneContact);
      return found === null ? null : only(locationId, contactId, found.contact);
    },
  };
}

function opportunityReads({ find, read }: Reads): Pick<CrmClient, 'opportunities' | 'opportunity'> {
  return {
    async opportunities(locationId, purpose, cursor) {
      const endpoint = '/opportunities/search';
      const after = cursor !== null && 'startAfterId' in cursor ? cursor : {};
      const query = { location_id: locationId, status: 'all', order: 'added_asc', limit: PAGE_ENTRIES, ...after };
      const request = get(endpoint, endpoint, query);
      const { opportunities, meta } = await read(location(locationId), purpose, request, opportunitiesPage);
      const offered = { startAfter: meta?.startAfter, startAfterId: meta?.startAfterId };
      const next = cursorAfter(endpoint, { count: opportunities.length, askedWith: cursor, offered });
      return { entities: ofLocation(locationId, opportunities), next };
    },
    async opportunity(locationId, purpose, opportunityId) {
      const request = get(`/opportunities/${encodeURIComponent(opportunityId)}`, '/opportunities/{id}');
      const found = await find(location(locationId), purpose, request, oneOpportunity);
      return found === null ? null : only(locationId, opportunityId, found.opportunity);
    },
  };
}

function location(id: string): Owner {
  return { of: 'location', id };
}

function get(path: string, endpoint: string, query: CrmRequest['query'] = {}): CrmRequest {
  return { method: 'GET', path, endpoint, query };
}

function valid<Value>(value: unknown, schema: z.ZodType<Value>, endpoint: string): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw malformed(endpoint, issue?.path.join('.') || 'body', 'is missing or of another type');
}

/** One tenant's entity under another's identity is the worst that this client could do. */
function ofLocation<Entity extends { readonly locationId?: string | null | undefined }>(
  locationId: string,
  entities: readonly Entity[],
): readonly Entity[] {
  if (entities.some((entity) => typeof entity.locationId === 'string' && entity.locationId !== locationId)) {
    throw foreign();
  }
  return entities;
}

function only<Entity extends { readonly id: string; readonly locationId?: string | null | undefined }>(
  locationId: string,
  id: string,
  entity: Entity,
): Entity {
  ofLocation(locationId, [entity]);
  if (entity.id !== id) throw foreign();
  return entity;
}

function foreign(): InvalidError {
  return new InvalidError(
    'crm_foreign_location',
    "HighLevel's response holds an entity of another location, or another one than was asked for. Nothing of it is used.",
  );
}

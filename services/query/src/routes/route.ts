import type { ReadModelName } from '@fundlens/read-models/definition';
import type { z } from 'zod';
import { invalidRequest } from '../api-error.ts';
import type { Credential } from '../credentials/access-state.ts';
import type { RawParameters } from './raw-parameters.ts';
import type { Admission } from '../quota/limits.ts';

/** Who asks, and for which location: what a route's parameters are understood against. */
export type Caller = {
  readonly reach: 'location' | 'agency';
  readonly companyId: string | null;
  /** The pinned location, or the one asked for; null only where a route needs none. Not checked yet. */
  readonly locationId: string | null;
};

/** What a route answers: pieces of one JSON text. */
export type RouteAnswer = { readonly data: readonly Uint8Array[] };

/**
 * What may be kept of an answer. `revalidated`: the client's own cache may keep it and has to ask each time whether it is
 * still the same. `never-stored`: nobody keeps it.
 */
export type Caching = 'revalidated' | 'never-stored';

/** Who was let in, and what was left of its limits then. */
export type AdmittedHolder = { readonly credential: Credential; readonly admission: Admission };

/** Reads after every check has passed. `locationId` is the checked location; empty where the route needs none. */
export type Read = (checked: { readonly locationId: string; readonly holder: AdmittedHolder }) => Promise<RouteAnswer>;

/** Groups of operations, as the reference shows them (spec §1). */
export type RouteTag = 'Locations' | 'Contacts' | 'Credit' | 'Funding' | 'Pipeline' | 'Dashboard' | 'Credential';

/** What the OpenAPI document says of a route. None of it is looked at while a request is answered. */
export type PublishedRoute = {
  readonly tag: RouteTag;
  /** One line, as in a table of contents. */
  readonly summary: string;
  /** What a client must know beyond its parameters and its data; Markdown. */
  readonly description?: string;
  /** When the answer is 404, as a sentence; absent where it never is. */
  readonly notFound?: string;
  /** The answer's `data`. Objects are strict and members described, so that nothing unlisted is ever shown. */
  readonly data: z.ZodType;
};

export type Route = PublishedRoute & {
  /** Template below the base path, e.g. `/contacts/:contactId`. */
  readonly path: string;
  /** Name in the audit, e.g. `contacts.find`. */
  readonly operation: string;
  /** Beside `read`, which every route needs. */
  readonly permission: 'credit_reports' | null;
  /** `one`: agency keys name the location. `reach`: the route spans what the credential reaches. */
  readonly location: 'one' | 'reach';
  readonly caching: Caching;
  /** The read models whose freshness is that of the answer; none where it is made from what let the request in. */
  readonly reads: readonly ReadModelName[];
  /** Query parameters that it knows, with `locationId`. */
  readonly queryParameters: ReadonlySet<string>;
  /** Parameters that may be shown in the audit: ids and paging values. */
  readonly structural: ReadonlySet<string>;
  /** Path and query parameters without `locationId`, for the document. */
  readonly parameters: z.ZodObject;
  /** Checks the parameters without asking any store. @throws ApiError 400 */
  prepare(parameters: RawParameters, caller: Caller): Read;
};

export type RouteDefinition<Schema extends z.ZodObject> = Omit<
  Route,
  'parameters' | 'queryParameters' | 'structural' | 'prepare'
> & {
  /** Path and query parameters; every issue's message completes the sentence "<parameter> …". */
  readonly parameters: Schema;
  readonly structural: readonly (keyof z.output<Schema> & string)[];
  /** What the schema cannot check, and then how to read. @throws ApiError 400 */
  readonly prepare: (parameters: z.output<Schema>, caller: Caller) => Read;
};

export function defineRoute<Schema extends z.ZodObject>(definition: RouteDefinition<Schema>): Route {
  const { path, parameters: schema, structural } = definition;
  const names = Object.keys(schema.shape).filter((name) => !path.includes(`:${name}`));
  return {
    ...definition,
    queryParameters: new Set(['locationId', ...names]),
    structural: new Set(['locationId', ...structural]),
    prepare(parameters, caller) {
      const given = Object.fromEntries([...parameters].filter(([name]) => name !== 'locationId'));
      const result = schema.safeParse(given);
      if (result.success) return definition.prepare(result.data, caller);
      const [issue] = result.error.issues;
      throw invalidRequest(`${issue?.path.join('.') ?? 'A parameter'} ${issue?.message ?? 'is wrong'}.`);
    },
  };
}

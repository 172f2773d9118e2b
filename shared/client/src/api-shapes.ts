import type { components, paths } from './api-types.ts';

/** A path of the API as the document has it, e.g. `/contacts/{contactId}`. */
export type ApiPath = keyof paths;
type Operation<P extends ApiPath> = paths[P]['get'];
type Given<T> = [T] extends [undefined] ? object : T;

/** The schemas of the document by name, e.g. `Schemas['Contact']`. */
export type Schemas = components['schemas'];

/** `data` of a successful answer. */
export type DataOf<P extends ApiPath> = Operation<P>['responses'][200]['content']['application/json']['data'];
/** Path and query parameters together; their names never meet. */
export type ParametersOf<P extends ApiPath> = Given<NonNullable<Operation<P>['parameters']['path']>> &
  Given<NonNullable<Operation<P>['parameters']['query']>>;

/** Paths that answer in pages. */
export type PagedPath = {
  [P in ApiPath]: DataOf<P> extends { readonly nextCursor: string | null } ? P : never;
}[ApiPath];

type ListsOf<Data> = { [Name in keyof Data]: Data[Name] extends readonly unknown[] ? Data[Name] : never }[keyof Data];
/** One entry of a page. */
export type EntryOf<P extends PagedPath> = ListsOf<DataOf<P>> extends readonly (infer Entry)[] ? Entry : never;

/** Paths that answer 304 while nothing has changed. */
export type RevalidatedPath = {
  [P in ApiPath]: 304 extends keyof Operation<P>['responses'] ? P : never;
}[ApiPath];

import { CONTACT } from '@fundlens/read-models/contacts/slots';
import { createPublicPages, type PublicPages } from '../documentation/public-pages.ts';
import { createOpenapiDocument, type OpenapiDocument } from '../openapi/document.ts';
import { createRoutes } from '../routes/all.ts';
import { CONTACT_RECORDS } from '../routes/contact-records.ts';
import type { Route, RouteDependencies } from '../routes/route.ts';

/** The routes without their dependencies: only their published descriptions can be used. */
export function publishedRoutes(): readonly Route[] {
  return createRoutes({} as RouteDependencies);
}

/** The OpenAPI document of these routes. */
export function publishedDocument(options: Parameters<typeof createOpenapiDocument>[1] = {}): OpenapiDocument {
  return createOpenapiDocument(publishedRoutes(), options);
}

/** Records below a contact that are made of its children alone, e.g. `funding-plans`. */
export const CHILD_RECORDS = CONTACT_RECORDS.filter(({ view }) => view.reads.every((kind) => kind !== CONTACT)).map(
  ({ path }) => path,
);

/** The public pages as the service has them. */
export function publishedPages(): PublicPages {
  return createPublicPages(publishedDocument());
}

/** The part itself, where the document has a reference to a component in its place. */
export function resolved<Part extends object>(
  { components }: OpenapiDocument,
  part: Part | { readonly $ref: string },
): Part {
  if (!('$ref' in part)) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return (components as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[kind]?.[name] as Part;
}

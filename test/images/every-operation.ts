import type { OpenapiDocument } from '@fundlens/query/openapi/document';
import { type ApiAnswer, request, target } from '../harness/api-client.ts';

/** Ids that exist, by the name of the parameter that takes them. */
export type KnownIds = Readonly<Record<'locationId' | 'contactId' | 'requestId' | 'dealId', string>>;

/** Parameters that make a request where none is required by itself, by operation. */
const CHOSEN: Readonly<Record<string, readonly (keyof KnownIds)[]>> = {
  'credit-reports.find': ['requestId'],
  'credit-reports.pdf-url': ['requestId'],
};

export type Operation = { readonly operationId: string; readonly path: string };

/** The operations of the document that the service itself serves. */
export async function servedOperations(address: string): Promise<Operation[]> {
  const response = await fetch(`${address}/openapi.json`);
  if (!response.ok) throw new Error(`the document is not served: ${response.status}`);
  const { paths } = (await response.json()) as OpenapiDocument;
  return Object.entries(paths).map(([path, { get }]) => ({ operationId: get.operationId, path }));
}

/** One request, which the harness holds to the document: status, headers, body. */
export function askOperation(
  address: string,
  { operationId, path }: Operation,
  { token, known }: { readonly token: string; readonly known: KnownIds },
): Promise<ApiAnswer> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof KnownIds) => encodeURIComponent(known[name]));
  const chosen = (CHOSEN[operationId] ?? []).map((name) => [name, known[name]]);
  const parameters = Object.fromEntries([['locationId', known.locationId], ...chosen]) as Record<string, string>;
  return request(`${address}/api/v1`, { target: target(filled, parameters), token });
}

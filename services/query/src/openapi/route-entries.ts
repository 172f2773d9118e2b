import type { SearchEntry } from '../documentation/search-entries.ts';
import type { OpenapiDocument } from './document.ts';

/** Every operation as the search of the documentation finds it: by its path, what it does, and its parameters. */
export function routeEntries({ paths }: OpenapiDocument): SearchEntry[] {
  return Object.entries(paths).map(([path, { get }]) => {
    const names = get.parameters.map(({ name }) => name).filter((name) => !path.includes(`{${name}}`));
    const detail = names.length === 0 ? get.summary : `${get.summary} · ${names.join(', ')}`;
    return { kind: 'route', title: `GET ${path}`, detail, path: `docs#/${get.tags[0]}/${get.operationId}` };
  });
}

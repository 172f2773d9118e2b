import { entityRefOf } from '../entity-ref.ts';

/**
 * The locations of which anything is known: those in which the app is installed, and those that were backfilled or told of
 * by webhooks before any installation was. Not those from which it was uninstalled: their API is closed to us.
 * Names are those of entities.
 */
export function installedLocations(
  locations: readonly string[],
  installations: readonly { readonly name: string; readonly uninstalled: boolean }[],
): string[] {
  const locationOf = (name: string) => entityRefOf(name)?.locationId ?? null;
  const installed = new Set<string | null>();
  const ended = new Set<string | null>();
  for (const { name, uninstalled } of installations) (uninstalled ? ended : installed).add(locationOf(name));
  const known = new Set([...locations.map(locationOf), ...installed]);
  return [...known].filter((id): id is string => id !== null && (installed.has(id) || !ended.has(id))).toSorted();
}

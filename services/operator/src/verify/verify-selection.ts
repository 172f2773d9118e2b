import type { ReadModelName } from '@fundlens/read-models/definition';

/** Whether a record with this key says anything of the location. */
export function isOfLocation(key: Buffer | null, locationId: string): boolean {
  return scopeOf(key) === locationId;
}

/** Companies and credentials belong to no location; everything else has `locationId`. */
export function belongsToLocation(name: ReadModelName): boolean {
  return name !== 'companies' && name !== 'credentials';
}

/** `<entity>:<location>:<id>…`: the location of everything that belongs to one; null in a key that is none. */
function scopeOf(key: Buffer | null): string | null {
  const [, scope = ''] = (key?.toString('utf8') ?? '').split(':');
  return scope === '' ? null : scope;
}

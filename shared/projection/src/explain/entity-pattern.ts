import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { eventTypeOfEntity } from '@fundlens/contracts/event-types';
import { MAX_ID_LENGTH, MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { redactText } from '@fundlens/redaction/redact-text';

/** The upstream entities that a question is about, by their keys. */
export type EntityPattern = {
  /** First part of the key, e.g. `contact`, `credit-report`. */
  readonly entity: string;
  /** The location or, for what belongs to a company as a whole, the company. */
  readonly scope: string;
  /** Null: any id. */
  readonly ids: readonly (string | null)[];
};

/** One upstream entity. */
export type EntityKey = EntityPattern & { readonly ids: readonly string[] };

const MAX_IDS = 2;

/**
 * The entity of a key that is made by the rules for keys and whose entity is known; null for any other text, and for ids
 * that read as a Social Security number.
 */
export function readEntityKey(text: string): EntityKey | null {
  const [entity = '', scope = '', ...ids] = text.split(':');
  if (eventTypeOfEntity(entity) === null || ids.length === 0 || ids.length > MAX_IDS) return null;
  if (!isId(scope, MAX_LOCATION_ID_LENGTH) && !isId(scope, MAX_ID_LENGTH)) return null;
  return ids.every((id) => isId(id, MAX_ID_LENGTH)) ? { entity, scope, ids } : null;
}

/** Whether the text may be an id of an event, so that it may be looked for and shown. */
export function isId(text: string, maxLength: number = MAX_ID_LENGTH): boolean {
  return text.length <= maxLength && ID_PATTERN.test(text) && redactText(text) === text;
}

/** `contact:loc-1:c-1`; any id reads `*`. */
export function keyText({ entity, scope, ids }: EntityPattern): string {
  return `${entity}:${scope}:${ids.map((id) => id ?? '*').join(':')}`;
}

/** The entity of the pattern, when it names exactly one. */
export function exactKey({ entity, scope, ids }: EntityPattern): EntityKey | null {
  const named = ids.filter((id) => id !== null);
  return named.length === ids.length ? { entity, scope, ids: named } : null;
}

/** Whether a record with this key is about an entity of the patterns. */
export function keyMatcher(patterns: readonly EntityPattern[]): (key: Uint8Array | null) => boolean {
  const exact = new Set(patterns.filter((pattern) => exactKey(pattern) !== null).map(keyText));
  const open = patterns.filter((pattern) => exactKey(pattern) === null);
  return (key) => {
    if (key === null) return false;
    const text = Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('utf8');
    return exact.has(text) || open.some((pattern) => isOf(text, pattern));
  };
}

function isOf(text: string, pattern: EntityPattern): boolean {
  const [entity, scope, ...ids] = text.split(':');
  return (
    entity === pattern.entity &&
    scope === pattern.scope &&
    ids.length === pattern.ids.length &&
    pattern.ids.every((id, index) => id === null || id === ids[index])
  );
}

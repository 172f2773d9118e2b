import { isUtf8 } from 'node:buffer';
import type { EntityRef } from '@fundlens/contracts/definition/event-definition';
import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import type { AccessBlock } from '@fundlens/read-models/dead-letter';

/** First part of every key: `contact`, `credit-report`, … */
const ENTITY_PATTERN = /^[a-z][a-z-]{0,31}$/;

/**
 * Nine digits and no more, whatever an id may hold between them and whatever stands beside them. Stricter than the rule
 * for ids of valid events, where bare digits pass: here nothing is known of the event, so what could be a Social Security
 * number is taken for one.
 */
const COULD_BE_SSN = /(?<![0-9])(?=[0-9])(?<![0-9][._~@-]+)[0-9](?:[._~@-]*[0-9]){8}(?![._~@-]*[0-9])/;

/** UUIDs, object ids and digests: nine digits inside of them are chance. */
const RANDOM_ID = /^(?=.*[a-f])(?:[0-9a-f]-?){16,}$/i;

/**
 * What of a record's key may be shown beside a dead letter: null without a key, for one that is not made by the rules for
 * keys, and for one that may hold a Social Security number.
 */
export function readKey(key: Uint8Array | null): EntityRef | null {
  if (key === null || !isUtf8(key)) return null;
  const parts = Buffer.from(key).toString().split(':');
  const [entity, scope, ...ids] = parts;
  const readable =
    entity !== undefined &&
    scope !== undefined &&
    ENTITY_PATTERN.test(entity) &&
    (ids.length === 1 || ids.length === 2) &&
    [scope, ...ids].every((id) => id.length <= MAX_ID_LENGTH && ID_PATTERN.test(id)) &&
    !parts.some((part) => COULD_BE_SSN.test(part) && !RANDOM_ID.test(part));
  return readable ? { entity, scope, ids } : null;
}

/**
 * What must not be trusted while an invalid event of the access stream about `entity` is open: an installation stands
 * for the ownership of its location. Null when the key names nothing that the access stream is about.
 */
export function accessBlock({ entity, scope, ids }: EntityRef): AccessBlock | null {
  const [id] = ids;
  if (entity === 'credential' && ids.length === 1) return `credential:${id}`;
  if (entity === 'company' && ids.length === 1) return `company:${id}`;
  if (entity === 'installation' && ids.length === 1) return `location:${scope}`;
  return null;
}

import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_ID_LENGTH } from '@fundlens/contracts/limits';
import type { AccessBlock, DeadLetterEntity } from '@fundlens/read-models/dead-letter';

/** First part of every key: `contact`, `credit-report`, … */
const ENTITY_PATTERN = /^[a-z][a-z-]{0,31}$/;

/**
 * In groups of 3-2-4 with any separator that an id may hold, or nine bare digits that are a word of their own (inside of
 * a random id, such as a UUID, they are chance). Stricter than the rule for ids of valid events, where bare digits pass:
 * here nothing is known of the event, so what could be a Social Security number is taken for one.
 */
const COULD_BE_SSN =
  /(?<![0-9])[0-9]{3}[._~@-]+[0-9]{2}[._~@-]+[0-9]{4}(?![0-9])|(?<![0-9A-Za-z])[0-9]{9}(?![0-9A-Za-z])/;

export type KeyReading =
  | { readonly kind: 'readable'; readonly entity: DeadLetterEntity }
  /** No key, not UTF-8, or not made by the rules for keys. */
  | { readonly kind: 'unreadable' }
  /** May hold a Social Security number: not to be shown, and not to be hashed, since nine digits are soon guessed. */
  | { readonly kind: 'sensitive' };

/** What of a record's key may be shown beside a dead letter. */
export function readKey(key: Uint8Array | null): KeyReading {
  if (key === null) return { kind: 'unreadable' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(key);
  } catch {
    // Not UTF-8: the bytes may still spell digits, and a hash of them could be undone in the same way.
    text = Buffer.from(key).toString('latin1');
    return COULD_BE_SSN.test(text) ? { kind: 'sensitive' } : { kind: 'unreadable' };
  }
  if (COULD_BE_SSN.test(text.normalize('NFKC'))) return { kind: 'sensitive' };
  const [entity, scope, ...ids] = text.split(':');
  const readable =
    entity !== undefined &&
    scope !== undefined &&
    ENTITY_PATTERN.test(entity) &&
    isId(scope, MAX_ID_LENGTH) &&
    (ids.length === 1 || ids.length === 2) &&
    ids.every((id) => isId(id, MAX_ID_LENGTH));
  return readable ? { kind: 'readable', entity: { entity, scope, ids } } : { kind: 'unreadable' };
}

/**
 * What must not be trusted while an invalid event of the access stream about `entity` is open: an installation stands
 * for the ownership of its location. Null when the key names nothing that the access stream is about.
 */
export function accessBlock({ entity, scope, ids }: DeadLetterEntity): AccessBlock | null {
  const [id] = ids;
  if (entity === 'credential' && ids.length === 1) return `credential:${id}`;
  if (entity === 'company' && ids.length === 1) return `company:${id}`;
  if (entity === 'installation' && ids.length === 1) return `location:${scope}`;
  return null;
}

function isId(text: string, maxLength: number): boolean {
  return text.length <= maxLength && ID_PATTERN.test(text);
}

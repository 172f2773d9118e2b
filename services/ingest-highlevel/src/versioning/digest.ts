import { createHmac } from 'node:crypto';
import type { Content, Statement } from './crm-state.ts';

/** Keyed, because custom fields can hold a Social Security number, whose plain digest could be searched for. */
export type DigestContent = (content: Content) => string;

/**
 * Fields that say nothing about whether the entity changed: sources differ in which instants they have, and what the redactor
 * drops is never shown.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['updatedAt', 'stageChangedAt', 'statusChangedAt', 'installedAt'],
  ...['dateOfBirth', 'ssn'],
]);
/** Sources order them differently. */
const UNORDERED: ReadonlySet<string> = new Set(['tags', 'customFields']);

/** @param secret at least 32 characters, the same for all instances */
export function createContentDigest(secret: string): DigestContent {
  return (content) => (content.is === 'live' ? digestOf(secret, content.statement) : content.is);
}

function digestOf(secret: string, { fields }: Statement): string {
  const stated = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(
      ([name, value]) => [name, UNORDERED.has(name) ? sorted(value as unknown as readonly unknown[]) : value] as const,
    )
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHmac('sha256', secret).update(JSON.stringify(stated)).digest('base64url');
}

/** Names of the fields that state something: one that vanishes from one look to the next is in doubt. */
export function presentFields({ fields }: Statement): string[] {
  const customFields = 'customFields' in fields ? fields.customFields : [];
  const stated = Object.entries(fields).filter(
    ([name, value]) => value !== null && !LEFT_OUT.has(name) && !(Array.isArray(value) && value.length === 0),
  );
  return [...stated.map(([name]) => name), ...customFields.map(({ id }) => `customFields.${id}`)].toSorted();
}

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).toSorted();
}

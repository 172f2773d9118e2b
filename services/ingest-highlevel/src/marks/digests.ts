import { createHmac, hkdfSync } from 'node:crypto';
import type { Content, Statement } from './content.ts';

/** Keyed, because custom fields can hold a Social Security number, whose plain digest could be searched for. */
export type Digests = ReturnType<typeof createDigests>;

/** What the redactor drops is never shown, so it is no change. */
const DROPPED: ReadonlySet<string> = new Set(['dateOfBirth', 'ssn']);
const INSTANTS: ReadonlySet<string> = new Set(['updatedAt', 'stageChangedAt', 'statusChangedAt', 'installedAt']);
/** Sources order them differently. */
const UNORDERED: ReadonlySet<string> = new Set(['tags', 'customFields']);

const KEY_BYTES = 32;

/** @param secret at least 32 characters, the same for all instances */
export function createDigests(secret: string) {
  // A key for this purpose alone, so that what is stored for it says nothing about another.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'content of entities', KEY_BYTES)).toString('base64');
  const digest = (content: Content, isLeftOut: (name: string) => boolean) =>
    content === 'deleted' ? content : digestOf(key, content, isLeftOut);
  return {
    /** Of everything that the event states. */
    exact: (content: Content) => digest(content, (name) => DROPPED.has(name)),
    /** Without the instants of changes: listings, webhooks and readings differ in which of them they have. */
    shown: (content: Content) => digest(content, (name) => DROPPED.has(name) || INSTANTS.has(name)),
  };
}

function digestOf(key: string, { fields }: Statement, isLeftOut: (name: string) => boolean): string {
  const stated = Object.entries(fields)
    .filter(([name]) => !isLeftOut(name))
    .map(
      ([name, value]) => [name, UNORDERED.has(name) ? sorted(value as unknown as readonly unknown[]) : value] as const,
    )
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHmac('sha256', key).update(JSON.stringify(stated)).digest('base64url');
}

function sorted(items: readonly unknown[]): string[] {
  return items.map((item) => JSON.stringify(item)).toSorted();
}

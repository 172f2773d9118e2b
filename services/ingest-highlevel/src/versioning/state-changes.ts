import type { EntityState } from './entity-state.ts';
import type { NextContent } from './known-content.ts';
import { type Digested, laterSeen } from './order.ts';

/** The end of what a version was reserved for. */
export function ended(reserved: EntityState, dueAt: number | null): EntityState {
  return { ...reserved, revision: reserved.revision + 1, unresolved: false, dueAt };
}

/** What is known is still true: seen again, or compared with a listing. */
export function touched(state: EntityState, { observation, digest }: Digested): EntityState {
  const { content: known } = state;
  if (known === null) return state;
  const { content, seen, authority } = observation;
  const updatedAt = content.is === 'live' ? content.updatedAt : null;
  return {
    ...state,
    revision: state.revision + 1,
    content: {
      ...known,
      seen: authority === 'listing' ? known.seen : laterSeen(known.seen, seen),
      // Without it on one side, the later one's is not known: with an earlier one, older changes would count as newer.
      updatedAt: known.updatedAt === null || updatedAt === null ? null : Math.max(known.updatedAt, updatedAt),
      listing: authority === 'listing' ? digest : known.listing,
    },
  };
}

/** Whether what was observed may take the place of what is known, where nobody can be asked. */
export function isLatest(before: EntityState | null, { observation }: Digested): boolean {
  const { content, seen } = observation;
  if (content.is === 'unsaid') return false;
  const known = before?.content ?? null;
  if (known === null) return true;
  if (content.is === 'live' && (known.deleted || !content.complete)) return false;
  return seen.to >= known.seen.to;
}

/** Contacts under which the log may state the opportunity, once this content is published. */
export function contactIdsOf(state: EntityState | null, { content }: NextContent): string[] {
  const named = content.is === 'deleted' ? [content.contactId].filter((id) => id !== null) : currentContact(content);
  return [...new Set([...(state?.contactIds ?? []), ...named])];
}

/** The contact under which the content states the opportunity; none of what is deleted, or is no opportunity. */
export function currentContact(content: NextContent['content']): string[] {
  return content.is === 'live' && content.statement.type === 'DealChanged' ? [content.statement.fields.contactId] : [];
}

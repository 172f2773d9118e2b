import { presentFields } from './digest.ts';
import type { Content, Observation } from './crm-state.ts';
import { type EntityState, isSettled, type KnownContent, type KnownInstants } from './entity-state.ts';

/** An observation together with the digest of what it states. */
export type Digested = { readonly observation: Observation; readonly digest: string };

/**
 * What to do with an observation.
 * - `publish`: it is newer than what is known, for certain.
 * - `touch`: what is known is still true; the log has it.
 * - `drop`: it is older, for certain, and the log has something newer.
 * - `read`: in doubt.
 */
export type Decision = 'publish' | 'touch' | 'drop' | 'read';

/**
 * Decides by three orders, the surest first: HighLevel's own time of change where both sides have it; the intervals in which
 * the two states were seen; equal content. Whatever none of them settles is read back.
 */
export function decide(state: EntityState | null, { observation, digest }: Digested): Decision {
  const { content, authority } = observation;
  if (content.is === 'unsaid') return 'read';
  if (content.is === 'live' && !content.complete) return 'read';
  if (state === null) return 'publish';
  const known = state.content;
  if (state.unresolved) return 'read';
  if (known === null) return 'publish';
  const isSame = known.digest === digest;
  if (authority === 'listing') {
    const agrees = (isSame || known.listing === digest) && agreeOnInstants(known.instants, content);
    return agrees && isSettled(state) ? 'touch' : 'read';
  }
  const order = orderOf(known, observation);
  if (isSame && order !== 'older') return isSettled(state) ? 'touch' : 'publish';
  if (order === 'newer') return isBelievable(known, observation) ? 'publish' : 'read';
  // A state that may have been lost on its way to the log must not be answered for. And a deletion may be told after the
  // update that HighLevel sends beside it: it is too rare, and too grave, to be dropped unread.
  return order === 'older' && isSettled(state) && content.is === 'live' ? 'drop' : 'read';
}

function orderOf(known: KnownContent, { seen, content }: Observation): 'newer' | 'older' | 'unclear' {
  const updatedAt = content.is === 'live' ? content.updatedAt : null;
  if (!known.deleted && known.updatedAt !== null && updatedAt !== null) {
    if (updatedAt > known.updatedAt) return 'newer';
    return updatedAt < known.updatedAt ? 'older' : 'unclear';
  }
  if (seen.from > known.seen.to) return 'newer';
  return seen.to < known.seen.from ? 'older' : 'unclear';
}

/** HighLevel sends updates after deletions, and leaves fields out: neither is taken from a delivery alone. */
function isBelievable(known: KnownContent, { content }: Observation): boolean {
  if (content.is !== 'live') return true;
  const present = new Set(presentFields(content.statement));
  return !known.deleted && known.present.every((name) => present.has(name));
}

/** The digests leave instants out; a listing has those that were carried on or taken from a delivery. */
function agreeOnInstants(known: KnownInstants, content: Exclude<Content, { is: 'unsaid' }>): boolean {
  if (content.is !== 'live' || content.statement.type !== 'DealChanged') return true;
  const { stageChangedAt, statusChangedAt } = content.statement.fields;
  const agree = (own: number | null, last: number | null | undefined) => own === null || own === last;
  return agree(stageChangedAt, known.stageChangedAt) && agree(statusChangedAt, known.statusChangedAt);
}

/** The interval of the later of two looks at the same content. */
export function laterSeen(left: Observation['seen'], right: Observation['seen']): Observation['seen'] {
  return { from: Math.max(left.from, right.from), to: Math.max(left.to, right.to) };
}

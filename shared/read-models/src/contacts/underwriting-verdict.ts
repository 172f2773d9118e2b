import type { ResultSlot } from './slots.ts';

/**
 * Statuses of an open path, and how decisions for one begin, as upstreams spell them (compared without case, blanks and
 * punctuation). The event's fields and the figures of the dashboard name them.
 */
const QUALIFIED = ['qualified', 'prequalified', 'eligible', 'approved'];
/** Texts of the decline status for no decline, or none yet. */
const NOT_DECLINED = new Set([
  '',
  'no',
  'none',
  'na',
  'false',
  'notdeclined',
  'clear',
  'cleared',
  'open',
  'pending',
  'review',
  'underreview',
]);

/**
 * The verdict of an underwriting result on the file as a whole, by which the dashboard counts results.
 * A decline outranks everything, since it ends the file; parking outranks an open path, since it is not taken yet.
 * All of these fields are open vocabularies; a result that says none of the three is undecided.
 */
export function verdictOf(result: ResultSlot) {
  const { decision, declineReason, declineStatus, parkedReason, cardStatus, termLoanStatus } = result;
  const decided = plain(decision);
  if (plain(declineReason) !== '' || !NOT_DECLINED.has(plain(declineStatus)) || decided.startsWith('declin')) {
    return 'declined';
  }
  if (plain(parkedReason) !== '' || decided.startsWith('park')) return 'parked';
  const open = [cardStatus, termLoanStatus].some((status) => QUALIFIED.includes(plain(status)));
  return open || QUALIFIED.some((word) => decided.startsWith(word)) ? 'qualified' : 'undecided';
}

function plain(text: string | null): string {
  return (text ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

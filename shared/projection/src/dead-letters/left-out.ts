import type { DeadLetterStatus } from '@fundlens/read-models/dead-letter';

/**
 * Dead letters of which nothing may be in documents: the one rule of every reader that takes the log again.
 *
 * - discarded: an operator has judged that it is never applied, whatever a later build makes of it
 * - open: not before it is settled. Projectors have passed it, so what is served is held to the log without it. A rebuild
 *   takes it as any event: where it is valid by now, it is settled when readers are switched
 * - replayed: it was applied, and counts as any event
 */
export const LEFT_OUT: Readonly<Record<'served' | 'rebuilt', readonly DeadLetterStatus[]>> = {
  served: ['open', 'discarded'],
  rebuilt: ['discarded'],
};

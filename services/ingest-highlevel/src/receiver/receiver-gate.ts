import type { Component } from '@fundlens/runtime/lifecycle';
import type { Answer } from './delivery-handler.ts';

/** **Invariant**: every delivery that cannot be worked on now is answered with 429 and comes again. */
export type ReceiverGate = Component & {
  /**
   * The answer of the work, or one that comes before it.
   * @param withinMs a delivery that takes longer is answered; its work goes on, and does no harm when the delivery comes again
   */
  run(work: () => Promise<Answer>, withinMs: number): Promise<Answer>;
  inFlight(): number;
};

/** Closed before the start of the other parts and from the beginning of their stop. */
export function createReceiverGate(maxInFlight: number): ReceiverGate {
  const working = new Set<Promise<Answer>>();
  let closed: string | null = 'starting';

  return {
    name: 'receiver',
    inFlight: () => working.size,
    async run(work, withinMs) {
      if (closed !== null) return later(closed);
      if (working.size >= maxInFlight) return later('too_many_in_flight');
      const answer = work();
      working.add(answer);
      const tooLate = Promise.withResolvers<Answer>();
      const timer = setTimeout(tooLate.resolve, withinMs, later('not_stored_in_time'));
      const done = answer.finally(() => {
        clearTimeout(timer);
        working.delete(answer);
      });
      return await Promise.race([done, tooLate.promise]);
    },
    async start() {
      closed = null;
    },
    async stop() {
      closed = 'stopping';
      await Promise.allSettled(working);
    },
  };
}

function later(code: string): Answer {
  return { status: 429, code, type: 'unknown' };
}

import type { Component } from '@fundlens/runtime/lifecycle';
import type { Answer } from './delivery-handler.ts';

type GateOptions = {
  readonly maxInFlight: number;
  /** A delivery that takes longer is answered; its work goes on, and does no harm when the delivery comes again. */
  readonly answerWithinMs: number;
};

/** **Invariant**: every delivery that cannot be worked on now is answered with 429 and comes again. */
export type ReceiverGate = Component & {
  /** The answer of the work, or one that comes before it; null: the client no longer waits for an answer. */
  run(work: () => Promise<Answer | null>): Promise<Answer | null>;
  /** Why the next delivery would not be worked on; null: it would. */
  refusal(): Answer | null;
  inFlight(): number;
};

/** Closed before the start of the other parts and from the beginning of their stop. */
export function createReceiverGate({ maxInFlight, answerWithinMs }: GateOptions): ReceiverGate {
  const working = new Set<Promise<Answer | null>>();
  let closed: string | null = 'starting';

  function refusal(): Answer | null {
    if (closed !== null) return later(closed);
    return working.size >= maxInFlight ? later('too_many_in_flight') : null;
  }

  return {
    name: 'receiver',
    inFlight: () => working.size,
    refusal,
    async run(work) {
      const refused = refusal();
      if (refused !== null) return refused;
      const answer = work();
      working.add(answer);
      const tooLate = Promise.withResolvers<Answer>();
      const timer = setTimeout(tooLate.resolve, answerWithinMs, later('not_stored_in_time'));
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

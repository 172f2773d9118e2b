import { InvalidError } from '@fundlens/runtime/errors';
import type { Codec } from './codec.ts';
import { checkPublishable } from './event-check.ts';
import { createVersionWarnings, warningsOf } from './event-warnings.ts';
import type { Publisher } from './publisher.ts';

type StrictOptions = {
  readonly codec: Codec;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
};

/**
 * A publisher that refuses what the projector would set aside as a dead letter (an id that reads as an SSN, a report that
 * is not JSON) and what is doubtful (`warningsOf`), before anything of the call is sent. Costs a redaction of each event.
 */
export function createStrictPublisher(publisher: Publisher, { codec, clock }: StrictOptions): Publisher {
  return {
    start: () => publisher.start(),
    stop: () => publisher.stop(),
    async publish(events) {
      const repeated = createVersionWarnings();
      const now = clock();
      for (const [index, publishable] of events.entries()) {
        const check = await checkPublishable(codec, publishable);
        const issues =
          'issues' in check
            ? check.issues
            : [...warningsOf(publishable, { ...check, now }), ...repeated(index, publishable)];
        const [first] = issues;
        if (first === undefined) continue;
        const { code, field, rule } = first;
        const where = field === '' ? '' : `${publishable.type}.${field}: `;
        throw new InvalidError(code, `event ${index}: ${where}${rule}`, field === '' ? {} : { field });
      }
      return await publisher.publish(events);
    },
  };
}

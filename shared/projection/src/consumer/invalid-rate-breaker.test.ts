import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInvalidRateBreaker, SHARE_LIMIT, SHARE_MINIMUM, SHARE_WINDOW } from './invalid-rate-breaker.ts';

const at = (outcomes: readonly boolean[]) => outcomes.map((isInvalid, offset) => ({ offset, isInvalid }));
const invalid = (count: number) => at(Array<boolean>(count).fill(true));

it('does not count outcomes twice that are only asked about', () => {
  const share = createInvalidRateBreaker();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(share.tripsAt(invalid(60))).toBeNull();
});

it('agrees with a plain recount of the window after every event', () => {
  const outcomes = fc.array(fc.boolean(), { maxLength: 400 });
  fc.assert(
    fc.property(outcomes, outcomes, (before, next) => {
      const share = createInvalidRateBreaker();
      share.record(at(before));
      const plain = next.findIndex((outcome, index) => {
        const window = [...before.slice(-SHARE_WINDOW), ...next.slice(0, index + 1)].slice(-SHARE_WINDOW);
        const bad = window.filter(Boolean).length;
        return outcome && window.length >= SHARE_MINIMUM && bad > SHARE_LIMIT * window.length;
      });
      expect(share.tripsAt(at(next))).toBe(plain === -1 ? null : plain);
    }),
  );
});

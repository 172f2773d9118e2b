import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createInvalidRateBreaker, SHARE_LIMIT, SHARE_MINIMUM, SHARE_WINDOW } from './invalid-rate-breaker.ts';

const from = (first: number, outcomes: readonly boolean[]) =>
  outcomes.map((isInvalid, index) => ({ offset: first + index, isInvalid }));

it('counts once what is read again', () => {
  const tripsAt = createInvalidRateBreaker();
  for (let attempt = 0; attempt < 10; attempt += 1) expect(tripsAt(from(0, Array<boolean>(60).fill(true)))).toBeNull();
});

it('does not count what an operator has decided to set aside', () => {
  const invalid = Array<boolean>(1_000).fill(true);
  expect(createInvalidRateBreaker(899)(from(0, invalid))).toBeNull();
  expect(createInvalidRateBreaker(799)(from(0, invalid))).toBe(900);
});

it('agrees with a plain recount of the window after every event', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 800 }), fc.nat(800), (outcomes, cut) => {
      const tripsAt = createInvalidRateBreaker();
      const before = outcomes.slice(0, cut);
      const tripped = tripsAt(from(0, before));
      const then = tripped === null ? tripsAt(from(cut, outcomes.slice(cut))) : null;
      const plain = outcomes.findIndex((outcome, index) => {
        const window = outcomes.slice(0, index + 1).slice(-SHARE_WINDOW);
        const bad = window.filter(Boolean).length;
        return outcome && window.length >= SHARE_MINIMUM && bad > SHARE_LIMIT * window.length;
      });
      expect(tripped ?? (then === null ? -1 : before.length + then)).toBe(plain);
    }),
  );
});

import { expect, it } from 'vitest';
import { createSharedPolling, type Reached, type Wish } from './shared-polling.ts';

/** Checkpoints that the test moves, and what was asked for in each round. */
function scene() {
  const reached = new Map<string, Reached>();
  const uncounted = new Map<string, number>();
  const rounds: string[][] = [];
  const locations: string[] = [];
  let resume: () => void = () => undefined;
  const state = { error: null as Error | null };
  const polling = createSharedPolling({
    async checkpoints(ids) {
      rounds.push(ids.toSorted());
      if (state.error !== null) throw state.error;
      return new Map(reached);
    },
    async uncountedSince(locationId) {
      locations.push(locationId);
      return uncounted.get(locationId) ?? null;
    },
    pause: (signal) =>
      new Promise<void>((resolve) => {
        resume = resolve;
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve());
      }),
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    polling,
    rounds,
    locations,
    uncounted,
    state,
    reach: (id: string) => reached.set(id, { nextOffset: 1, asOf: 1 }),
    async nextRound() {
      resume();
      await settled();
    },
    settled,
  };
}

const wishFor = (id: string): Wish => ({
  checkpoints: () => [id],
  location: () => null,
  fulfilled: ({ checkpoints }) => checkpoints.has(id),
});
const forEver = () => new AbortController().signal;

it('looks once for all who wait, and no more when nobody does', async () => {
  const { polling, rounds, reach, nextRound, settled } = scene();
  const all = [polling.wait(wishFor('a'), forEver()), polling.wait(wishFor('b'), forEver())];
  await settled();
  reach('a');
  await nextRound();
  await all[0];
  reach('b');
  await nextRound();
  await all[1];
  await nextRound();
  expect(rounds).toEqual([['a'], ['a', 'b'], ['a', 'b'], ['b']]);
});

it('starts a round at once for who comes while others are waiting', async () => {
  const { polling, rounds, reach, settled } = scene();
  const first = new AbortController();
  const waiting = polling.wait(wishFor('never'), first.signal);
  await settled();
  reach('a');
  await polling.wait(wishFor('a'), forEver());
  expect(rounds).toEqual([['never'], ['a', 'never']]);
  first.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

it('asks once for a location, however many wait for it', async () => {
  const { polling, locations, uncounted, nextRound, settled } = scene();
  uncounted.set('l1', 5);
  const wish: Wish = {
    checkpoints: () => [],
    location: () => 'l1',
    fulfilled: ({ uncountedSince }) => uncountedSince.get('l1') === null,
  };
  const all = [polling.wait(wish, forEver()), polling.wait(wish, forEver())];
  await settled();
  await settled();
  uncounted.clear();
  await nextRound();
  await Promise.all(all);
  expect(locations.filter((id) => id === 'l1').length).toBeLessThanOrEqual(3);
});

it('tells everybody who waits of an outage, and works again afterwards', async () => {
  const { polling, state, reach } = scene();
  state.error = new Error('away');
  const all = [polling.wait(wishFor('a'), forEver()), polling.wait(wishFor('b'), forEver())];
  const results = await Promise.allSettled(all.slice(0, 1));
  expect(results[0]).toMatchObject({ status: 'rejected', reason: { message: 'away' } });
  await expect(all[1]).rejects.toThrow('away');
  state.error = null;
  reach('a');
  await polling.wait(wishFor('a'), forEver());
});

it('does not begin for who has left already', async () => {
  const { polling, rounds } = scene();
  await expect(polling.wait(wishFor('a'), AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  expect(rounds).toEqual([]);
});

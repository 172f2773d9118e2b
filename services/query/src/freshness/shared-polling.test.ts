import { expect, it } from 'vitest';
import { createSharedPolling, type CheckpointPosition, type PollCondition } from './shared-polling.ts';

/** Checkpoints that the test moves, and what was asked for in each round. */
function scene() {
  const positions = new Map<string, CheckpointPosition>();
  const uncounted = new Map<string, number>();
  const rounds: string[][] = [];
  const locations: string[] = [];
  let resume: () => void = () => undefined;
  const state = { error: null as Error | null };
  const polling = createSharedPolling({
    async checkpoints(ids) {
      rounds.push(ids.toSorted());
      if (state.error !== null) throw state.error;
      return new Map(positions);
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
    reach: (id: string) => positions.set(id, { nextOffset: 1, asOf: 1, readAt: 1 }),
    async nextRound() {
      resume();
      await settled();
    },
    settled,
  };
}

const conditionFor = (id: string): PollCondition => ({
  checkpoints: () => [id],
  location: () => null,
  isMet: ({ checkpoints }) => checkpoints.has(id),
});
const forEver = () => new AbortController().signal;

it('polls once a round for all waiters, and stops without them', async () => {
  const { polling, rounds, reach, nextRound, settled } = scene();
  const all = [polling.wait(conditionFor('a'), forEver()), polling.wait(conditionFor('b'), forEver())];
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

it('rejects every waiter in an outage, and works again afterwards', async () => {
  const { polling, state, reach } = scene();
  state.error = new Error('away');
  const all = [polling.wait(conditionFor('a'), forEver()), polling.wait(conditionFor('b'), forEver())];
  const results = await Promise.allSettled(all.slice(0, 1));
  expect(results[0]).toMatchObject({ status: 'rejected', reason: { message: 'away' } });
  await expect(all[1]).rejects.toThrow('away');
  state.error = null;
  reach('a');
  await polling.wait(conditionFor('a'), forEver());
});

it('rejects only the waiter whose condition throws', async () => {
  const { polling, reach, nextRound, settled } = scene();
  const refusing: PollCondition = {
    ...conditionFor('a'),
    isMet: () => {
      throw new Error('refused');
    },
  };
  const refused = expect(polling.wait(refusing, forEver())).rejects.toThrow('refused');
  const other = polling.wait(conditionFor('b'), forEver());
  await refused;
  await settled();
  reach('b');
  await nextRound();
  await other;
});

import { expect, it } from 'vitest';
import { createSharedPolling, type CheckpointPosition, type PollCondition } from './shared-polling.ts';

/** Checkpoints that the test moves, or an outage. */
function scene() {
  const positions = new Map<string, CheckpointPosition>();
  const state = { error: null as Error | null };
  const polling = createSharedPolling({
    async checkpoints() {
      if (state.error !== null) throw state.error;
      return new Map(positions);
    },
    uncountedSince: async () => null,
    pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
  });
  return { polling, state, reach: (id: string) => positions.set(id, { nextOffset: 1, asOf: 1, readAt: 1 }) };
}

const conditionFor = (id: string): PollCondition => ({
  checkpoints: () => [id],
  location: () => null,
  isMet: ({ checkpoints }) => checkpoints.has(id),
});
const forEver = () => new AbortController().signal;

it('rejects every waiter in an outage, and works again afterwards', async () => {
  const { polling, state, reach } = scene();
  state.error = new Error('away');
  const all = ['a', 'b'].map((id) => polling.wait(conditionFor(id), forEver()));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  state.error = null;
  reach('a');
  await expect(polling.wait(conditionFor('a'), forEver())).resolves.toBeUndefined();
});

it('rejects only the waiter whose condition throws', async () => {
  const { polling, reach } = scene();
  const refusing: PollCondition = {
    ...conditionFor('a'),
    isMet: () => {
      throw new Error('refused');
    },
  };
  const refused = polling.wait(refusing, forEver());
  const other = polling.wait(conditionFor('b'), forEver());
  await expect(refused).rejects.toThrow('refused');
  reach('b');
  await expect(other).resolves.toBeUndefined();
});

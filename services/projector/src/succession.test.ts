import { expect, it } from 'vitest';
import type { Projector } from './composition-root.ts';
import { succession } from './succession.ts';

it('a stop while the next projector waits for its servers is no failure', async () => {
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', note);
  const dropped = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<never>();
  const waits = Promise.withResolvers<void>();
  let made = 0;
  const projectors = succession((): Projector => {
    made += 1;
    const isFirst = made === 1;
    return {
      dropped: isFirst ? dropped.promise : new Promise(() => undefined),
      async start() {
        if (isFirst) return;
        waits.resolve();
        await stopped.promise;
      },
      // As the parts of a service do whose start is under way.
      stop: async () => void (isFirst || stopped.reject(new Error('stopped_while_starting'))),
      adminPort: () => 0,
    };
  });
  await projectors.start();
  dropped.resolve();
  await waits.promise;
  await projectors.stop();
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(failures).toEqual([]);
});

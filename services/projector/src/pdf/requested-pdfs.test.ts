import { RetryableError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { expect, test } from 'vitest';
import { createRequestedPdfs } from './requested-pdfs.ts';

const logger = createLogger({
  service: 'test',
  level: 'silent',
  sanitize: (text) => text,
  destination: { write: () => undefined },
});

/** What is made, and the pauses, until nothing is left to take. */
async function workedOff(
  taken: readonly (string | null | Error)[],
  { broken = new Set<string>() }: { broken?: Set<string> } = {},
) {
  const waiting = [...taken];
  const made: string[] = [];
  const pauses: number[] = [];
  const ended = Promise.withResolvers<void>();
  const requested = createRequestedPdfs({
    requests: {
      async take() {
        const next = waiting.shift() ?? null;
        if (next instanceof Error) throw next;
        return next;
      },
    },
    async work(key) {
      if (broken.has(key)) throw new RetryableError('pdf_worker_died', 'the thread died');
      made.push(key);
    },
    logger,
    async sleep(ms, signal) {
      pauses.push(ms);
      if (waiting.length > 0) return true;
      ended.resolve();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return false;
    },
  });
  await requested.start();
  await ended.promise;
  await requested.stop();
  return { made, pauses };
}

test('requests are worked off one after the other, without a pause between them', async () => {
  expect(await workedOff(['a', 'b', 'c'])).toEqual({ made: ['a', 'b', 'c'], pauses: [250] });
});

test('a report that cannot be rendered now does not delay the next one', async () => {
  expect(await workedOff(['a', 'b', 'c'], { broken: new Set(['b']) })).toEqual({
    made: ['a', 'c'],
    pauses: [250, 250],
  });
});

test('while MongoDB is away it is asked seldom, and then again', async () => {
  const away = new RetryableError('mongodb_unavailable', 'away');
  expect(await workedOff([away, 'a', null])).toEqual({ made: ['a'], pauses: [5_000, 250] });
});

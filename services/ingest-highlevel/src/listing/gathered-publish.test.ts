import type { Publishable } from '@fundlens/contracts/publisher';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGatheredPublish } from './gathered-publish.ts';

const event = (name: string) => ({ type: 'ContactChanged', event: { name } }) as unknown as Publishable;
const nameOf = ({ event: fields }: Publishable) => (fields as unknown as { name: string }).name;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('each call ends with its own events stored, in the order of calls, whatever is refused or fails beside it', async () => {
  const calls = fc.array(
    fc.record({ kind: fc.constantFrom('good', 'refused'), pause: fc.integer({ min: 0, max: 2 }) }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(calls, async (all) => {
      const stored: string[] = [];
      const publish = createGatheredPublish(async (events) => {
        await turn();
        if (events.map(nameOf).some((name) => name.startsWith('refused')))
          throw new InvalidError('id_invalid', 'refused');
        stored.push(...events.map(nameOf));
      });
      const ends: Promise<string>[] = [];
      for (const [index, { kind, pause }] of all.entries()) {
        for (let turns = 0; turns < pause; turns += 1) await turn();
        const name = `${kind} ${index}`;
        ends.push(
          publish([event(name)]).then(
            () => (stored.includes(name) ? 'good' : 'not stored'),
            (error: InvalidError) => (error.code === 'id_invalid' ? 'refused' : 'failed'),
          ),
        );
      }
      expect(await Promise.all(ends)).toEqual(all.map(({ kind }) => kind));
      expect(stored).toEqual(all.flatMap(({ kind }, index) => (kind === 'good' ? [`good ${index}`] : [])));
    }),
  );
});

test('calls during a send go out together', async () => {
  const sends: number[] = [];
  const publish = createGatheredPublish(async (events) => {
    await turn();
    sends.push(events.length);
  });
  await Promise.all(Array.from({ length: 10 }, (_, n) => publish([event(String(n))])));
  expect(sends).toEqual([1, 9]);
});

test('an outage is told to every call that was sent, and the next call tries again', async () => {
  let away = true;
  const publish = createGatheredPublish(async () => {
    await turn();
    if (away) throw new RetryableError('kafka_unavailable', 'Kafka is away.');
  });
  const ends = await Promise.allSettled([publish([event('a')]), publish([event('b')])]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  await expect(publish([event('c')])).resolves.toBeUndefined();
});

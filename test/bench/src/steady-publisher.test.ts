import { setTimeout as delay } from 'node:timers/promises';
import type { Publishable } from '@fundlens/contracts/publisher';
import { describe, expect, it } from 'vitest';
import { publishSteadily } from './steady-publisher.ts';
import { liveChange } from './workload.ts';

const next = (index: number) => liveChange(index, 10).event as Publishable;

describe('publishing at a steady rate', () => {
  it('goes on while nothing is acknowledged', async () => {
    const all: Publishable[] = [];
    const answers: (() => void)[] = [];
    const publish = (events: readonly Publishable[]) => {
      all.push(...events);
      return new Promise<void>((resolve) => answers.push(resolve));
    };
    const latencies: number[] = [];

    const publisher = publishSteadily({
      publish,
      eventsPerSecond: 200,
      next,
      onAcknowledged: (ms) => latencies.push(ms),
    });
    await delay(300);
    expect(all.length).toBeGreaterThan(30);
    expect(publisher.acknowledged()).toBe(0);
    const stopped = publisher.stop();
    for (const answer of answers) answer();
    await stopped;

    expect(publisher.acknowledged()).toBe(all.length);
    expect(Math.max(...latencies)).toBeGreaterThan(250);
  });

  it('says at its end that publishing has failed', async () => {
    const publish = () => Promise.reject(new Error('no log'));

    const publisher = publishSteadily({ publish, eventsPerSecond: 200, next });
    await delay(50);

    await expect(publisher.stop()).rejects.toThrow('no log');
  });
});

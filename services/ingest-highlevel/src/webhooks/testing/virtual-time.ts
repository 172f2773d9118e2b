import { setImmediate } from 'node:timers/promises';

type Timer = { readonly at: number; readonly fire: () => void };

/** Time that passes only when everybody waits. Epoch milliseconds. */
export class VirtualTime {
  #now: number;
  #timers: Timer[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.#now + ms, resolve));
  }

  at(instant: number, fire: () => void): void {
    this.#timers.push({ at: Math.max(instant, this.#now), fire });
  }

  /** Until nothing waits for a later time. */
  async run(): Promise<void> {
    for (;;) {
      await setImmediate();
      // Of several at one instant the first that was set.
      const earlier = (first: Timer | null, timer: Timer) => (first === null || timer.at < first.at ? timer : first);
      const next = this.#timers.reduce<Timer | null>(earlier, null);
      if (next === null) return;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.fire();
    }
  }
}

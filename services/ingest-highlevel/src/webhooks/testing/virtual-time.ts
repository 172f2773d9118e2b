import { setImmediate } from 'node:timers/promises';

type Timer = { readonly at: number; readonly order: number; readonly fire: () => void };

/** Time that passes only when everybody waits. Epoch milliseconds. */
export class VirtualTime {
  #now: number;
  #order = 0;
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
    this.#timers.push({ at: Math.max(instant, this.#now), order: this.#order++, fire });
  }

  /** Until nothing waits for a later time. */
  async run(): Promise<void> {
    for (;;) {
      await setImmediate();
      const next = this.#timers.reduce<Timer | null>(
        (first, timer) =>
          first === null || timer.at < first.at || (timer.at === first.at && timer.order < first.order) ? timer : first,
        null,
      );
      if (next === null) return;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.fire();
    }
  }
}

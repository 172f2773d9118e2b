import { sleep } from '@fundlens/runtime/backoff';
import type { StruckFault } from './chaos-report.ts';
import { strike, type Victims } from './fault-injection.ts';
import type { Fault, Target } from './schedule.ts';

export type StrikesOptions = {
  readonly victims: Victims;
  /** Resolves when all that is acknowledged now is applied and every query service has answered. @throws when aborted */
  readonly recovered: (signal: AbortSignal) => Promise<void>;
  readonly recoveryLimitMs: number;
  readonly signal: AbortSignal;
};

/** Lets the faults of a schedule happen, and measures how long the system takes to recover from each. */
export class Strikes {
  /** Faults from which the system has recovered, or had the time to. */
  readonly struck: StruckFault[] = [];
  /** Processes and connections that did not come back, one line each. */
  readonly failures: string[] = [];
  readonly #options: StrikesOptions;

  constructor(options: StrikesOptions) {
    this.#options = options;
  }

  /** Every fault at its time; later when its target is still being brought back. Resolves after the last recovery. */
  async run(schedule: readonly Fault[]): Promise<void> {
    const { signal } = this.#options;
    const began = performance.now();
    const healing = new Map<Target, Promise<void>>();
    const recovering: Promise<void>[] = [];
    for (const fault of schedule) {
      await sleep(began + fault.atMs - performance.now(), signal);
      await healing.get(fault.target);
      if (signal.aborted) break;
      const healed = this.#happen(fault);
      healing.set(fault.target, healed);
      const ownNumber = recovering.length;
      recovering.push(
        healed.then(async () => {
          const recoveryMs = await this.#recovery();
          this.struck.push({ ...fault, recoveryMs, overlapped: recovering.length > ownNumber + 1 });
        }),
      );
    }
    await Promise.all([...healing.values(), ...recovering]);
  }

  async #happen(fault: Fault): Promise<void> {
    const { victims, signal } = this.#options;
    try {
      const heal = strike(fault, victims);
      await sleep(fault.untilMs - fault.atMs, signal);
      await heal();
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.failures.push(`${fault.target} did not come back after ${fault.kind}: ${reason}`);
    }
  }

  /** Milliseconds from now until the system has recovered; null: it took too long, or the run was interrupted. */
  async #recovery(): Promise<number | null> {
    const { recovered, recoveryLimitMs, signal } = this.#options;
    const from = performance.now();
    const limited = AbortSignal.any([signal, AbortSignal.timeout(recoveryLimitMs)]);
    try {
      await recovered(limited);
      return Math.round(performance.now() - from);
    } catch (error) {
      if (limited.aborted) return null;
      throw error;
    }
  }
}

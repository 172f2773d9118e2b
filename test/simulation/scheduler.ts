import { setImmediate } from 'node:timers/promises';
import type { Sleep } from '@fundlens/runtime/backoff';
import type { Random } from '@fundlens/runtime/testing/random';

/** A simulated process: it runs, stands still (SIGSTOP), or is gone (SIGKILL) and never takes another step. */
export type Process = {
  readonly name: string;
  state: 'running' | 'frozen' | 'dead';
  /** How readily its steps and requests are chosen: 1 as any other's, 0 only when nothing else can happen. */
  readonly pace: number;
};

type Step = {
  /** Takes the step itself, and only while it runs; null: the world does. */
  readonly process: Process | null;
  /** Whose pace it has. */
  readonly owner: Process | null;
  readonly label: string;
  /** Not before; no timer fires on the millisecond. */
  readonly at: number;
  readonly go: () => void;
};

/** How long one step takes at most, in milliseconds of simulated time. */
const MAX_STEP_MS = 8;
/** So often a step of a slow process is passed over for another one. */
const CHOICES = 4;
/**
 * Orders everything that happens, by a seed. Code under test runs until each of its parts waits for a step or a time; then
 * one of the waiting steps is chosen and taken, and so on. Nothing else moves: no clock, no socket, no thread.
 */
export class Scheduler {
  readonly #random: Random;
  #steps: Step[] = [];
  #now: number;
  #taken = 0;
  /** Of all steps taken, in order: two runs that agree in it have done the same. */
  #digest = 0;
  readonly #last: string[] = [];
  readonly #remembered: number;

  /** `now`: epoch milliseconds at which the world begins. `remembered`: how many of the last steps are kept for a look. */
  constructor({ random, now, remembered }: { random: Random; now: number; remembered: number }) {
    this.#random = random;
    this.#now = now;
    this.#remembered = remembered;
  }

  /** Epoch milliseconds of the simulated clock. */
  readonly now = (): number => this.#now;

  /** Waits until the scheduler chooses this step. Of a process that is gone it never does. */
  step(process: Process | null, label: string): Promise<void> {
    return new Promise((go) => this.#steps.push({ process, owner: process, label, at: this.#now, go }));
  }

  /** Waits until what the process has sent arrives, which it does whatever becomes of the process. */
  arrival(owner: Process, label: string): Promise<void> {
    return new Promise((go) => this.#steps.push({ process: null, owner, label, at: this.#now, go }));
  }

  /** Time as the process sees it. */
  sleepOf(process: Process): Sleep {
    return (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(false);
        const timer: Step = { process, owner: process, label: 'wakes', at: this.#now + ms, go: () => end(true) };
        const aborted = () => end(false);
        const end = (slept: boolean) => {
          signal?.removeEventListener('abort', aborted);
          this.#steps = this.#steps.filter((other) => other !== timer);
          resolve(slept);
        };
        signal?.addEventListener('abort', aborted);
        this.#steps.push(timer);
      });
  }

  /** Calls `then` after `ms`, whatever becomes of the processes. */
  after(ms: number, label: string, then: () => void): void {
    this.#steps.push({ process: null, owner: null, label, at: this.#now + ms, go: then });
  }

  /** Takes one step; without any, lets time pass to the next timer. False when nothing will ever happen again. */
  async take(): Promise<boolean> {
    this.#steps = this.#steps.filter(({ process }) => process?.state !== 'dead');
    const possible = this.#steps.filter(({ process }) => process === null || process.state === 'running');
    if (possible.length === 0) return false;
    this.#now = Math.max(this.#now, Math.min(...possible.map(({ at }) => at)));
    const chosen = this.#choose(possible.filter(({ at }) => at <= this.#now));
    this.#steps = this.#steps.filter((step) => step !== chosen);
    this.#now += this.#random.between(0, MAX_STEP_MS);
    this.note(`${chosen.process?.name ?? ''} ${chosen.label}`);
    chosen.go();
    await settled();
    return true;
  }

  /** Lets time pass without a step. */
  pass(ms: number): void {
    this.#now += ms;
  }

  /** Remembers what happened, for the trace and for the comparison of runs. */
  note(text: string): void {
    this.#taken += 1;
    let digest = this.#digest;
    for (let index = 0; index < text.length; index += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(index)) | 0;
    this.#digest = digest;
    if (this.#remembered === 0) return;
    this.#last.push(`${this.#now} ${text}`);
    if (this.#last.length > this.#remembered) this.#last.shift();
  }

  report(): { readonly steps: number; readonly digest: number; readonly last: readonly string[] } {
    return { steps: this.#taken, digest: this.#digest, last: this.#last };
  }

  #choose(ready: readonly Step[]): Step {
    let chosen = this.#random.pick(ready);
    for (let again = CHOICES; again > 0 && chosen.owner !== null; again -= 1) {
      if (this.#random.chance(chosen.owner.pace)) return chosen;
      chosen = this.#random.pick(ready);
    }
    return chosen;
  }
}

/** Until all code waits again: no promise of the code under test needs more than microtasks between its steps. */
export async function settled(): Promise<void> {
  await setImmediate();
}

import { RetryableError } from '@fundlens/runtime/errors';
import type { Backup, MemoryDatabase } from './memory-database.ts';
import type { Random } from '@fundlens/runtime/testing/random';
import type { Process, Scheduler } from './scheduler.ts';
import type { ServerCalls } from './server-calls.ts';

/** How often, of all requests, something goes wrong. */
export type CallFaults = {
  /** The request does not arrive. */
  readonly refused: number;
  /** It is done, and the answer does not arrive. */
  readonly lost: number;
  /** Some of its writes are done, and no answer arrives. */
  readonly partial: number;
};

export const NO_FAULTS: CallFaults = { refused: 0, lost: 0, partial: 0 };

/** A request of a process that died may still be on its way, and arrive after others took over. */
const SURVIVES_ITS_PROCESS = 0.5;

type Fate = keyof CallFaults | 'answered';

type ServerParts = {
  readonly database: MemoryDatabase;
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Counts what came of the faults. */
  count(what: string): void;
};

/** The database behind a network: each request takes one step to arrive and one to be answered, in any order. */
export class SimulatedServer {
  faults: CallFaults = NO_FAULTS;
  /** Refuses everything. */
  away = false;
  /** Counts how often it was set up: what was on its way to the one before never arrives. */
  #setUp = 0;
  readonly #parts: ServerParts;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** In place of the database as it is now, one from a backup. */
  restore(backup: Backup): void {
    this.#parts.database.restore(backup);
    this.#setUp += 1;
  }

  /** `acknowledged`: which members must have a write before it is acknowledged. */
  callsOf(process: Process, acknowledged: 'majority' | 'primary' = 'majority'): ServerCalls {
    const scheduler = this.#parts.scheduler;
    const arrives = async (label: string) => {
      const sentTo = this.#setUp;
      await scheduler.arrival(process, `${process.name} asks: ${label}`);
      if (sentTo !== this.#setUp) return await never();
    };
    const hears = (label: string) => scheduler.step(process, `hears: ${label}`);
    return {
      read: async (label, look) => {
        await arrives(label);
        const fate = this.#fate();
        if (fate === 'refused') return await this.#fails(hears, label, fate);
        const seen = look();
        if (fate !== 'answered') return await this.#fails(hears, label, fate);
        await hears(label);
        return seen;
      },

      write: async (label, operations) => {
        await arrives(label);
        const fate = this.#fate();
        if (process.state === 'dead' && !this.#parts.random.chance(SURVIVES_ITS_PROCESS)) return await never();
        if (fate === 'refused') return await this.#fails(hears, label, fate);
        if (process.state !== 'running') this.#parts.count(`write of a ${process.state} process`);
        const done = operations.filter(() => fate !== 'partial' || this.#parts.random.chance(0.5));
        const results = done.map((operation) => operation());
        const position = this.#parts.database.position();
        const replicated = () => acknowledged === 'primary' || this.#parts.database.replicate(position);
        if (fate !== 'answered') return await this.#fails(hears, label, fate);
        await hears(label);
        if (!replicated()) {
          this.#parts.count('write rolled back');
          throw unavailable['rolled back'];
        }
        return results;
      },
    };
  }

  #fate(): Fate {
    if (this.away) return 'refused';
    const { refused, lost, partial } = this.faults;
    const drawn = this.#parts.random.next();
    if (drawn < refused) return 'refused';
    if (drawn < refused + lost) return 'lost';
    return drawn < refused + lost + partial ? 'partial' : 'answered';
  }

  async #fails(hears: (label: string) => Promise<void>, label: string, fate: keyof CallFaults): Promise<never> {
    this.#parts.count(`request ${fate}`);
    await hears(`${label}: ${fate}`);
    throw unavailable[fate];
  }
}

/** One for each fate: its stack is not read, and capturing a stack is most of what an error costs. */
const unavailable = {
  refused: unavailableAs('refused'),
  lost: unavailableAs('lost'),
  partial: unavailableAs('partial'),
  'rolled back': unavailableAs('rolled back'),
} as const;

function unavailableAs(fate: string): RetryableError {
  return new RetryableError('mongodb_unavailable', `The simulated server does not take this now (${fate}).`);
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

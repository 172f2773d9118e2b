import { within } from '@fundlens/contracts/deadline';
import { failureCode, RetryableError } from '@fundlens/runtime/errors';

/** What was read last, and since when it cannot be read. Instants in epoch milliseconds. */
export type Known<Value> = {
  readonly value: Value | null;
  readonly readAt: number | null;
  readonly trouble: { readonly code: string; readonly since: number } | null;
};

export type LastKnown<Value> = {
  /** Reads anew unless that is being done, or was just done. Never fails. */
  refresh(): Promise<void>;
  current(): Known<Value>;
};

type LastKnownOptions<Value> = {
  readonly read: () => Promise<Value>;
  readonly clock: () => number;
  /** A reading that takes longer has failed. */
  readonly limitMs: number;
  /** A value is read again after this time. */
  readonly validMs: number;
};

/** Keeps the last value over an outage. At most one reading is under way, however many pages are open. */
export function createLastKnown<Value>({ read, clock, limitMs, validMs }: LastKnownOptions<Value>): LastKnown<Value> {
  let known: Known<Value> = { value: null, readAt: null, trouble: null };
  let reading: Promise<void> | null = null;

  async function readOnce(): Promise<void> {
    const readAt = clock();
    try {
      const value = await within(limitMs, read(), () => new RetryableError('figures_late', 'The servers are slow.'));
      known = { value, readAt, trouble: null };
    } catch (error) {
      known = { ...known, trouble: { code: failureCode(error), since: known.trouble?.since ?? readAt } };
    }
  }

  return {
    current: () => known,
    async refresh() {
      const isValid = known.trouble === null && known.readAt !== null && clock() - known.readAt < validMs;
      if (isValid) return;
      reading ??= readOnce().finally(() => {
        reading = null;
      });
      await reading;
    },
  };
}

import type { Explain } from '@fundlens/projection/explain/explain';
import type { Explanation } from '@fundlens/projection/explain/explanation';
import { readQuestion } from '@fundlens/projection/explain/question';

/** @throws InvalidError when it is no question. Null: another one is being explained. */
export type ConsoleExplain = (what: string, sinceMs: number | null) => Promise<Explanation | null>;

type ConsoleExplainOptions = {
  /** A reader of the log of its own for each question. */
  readonly open: () => { readonly explain: Explain; close(): Promise<void> };
  readonly clock: () => number;
};

/** A browser waits, and reading the port needs no token: what `fundlens explain` may read is a matter of its arguments. */
const LIMITS = { records: 50_000, matches: 50, milliseconds: 10_000 } as const;
const DEFAULT_MS = 24 * 60 * 60 * 1_000;

/** One at a time: each is a consumer group and reads of Kafka, beside the work of the projector. */
export function createConsoleExplain({ open, clock }: ConsoleExplainOptions): ConsoleExplain {
  let isBusy = false;
  return async (what, sinceMs) => {
    const question = readQuestion(what);
    if (isBusy) return null;
    isBusy = true;
    const opened = open();
    try {
      const since = sinceMs === null ? null : clock() - sinceMs;
      return await opened.explain(question, { since, defaultMs: DEFAULT_MS, everywhere: false, limits: LIMITS });
    } finally {
      await opened.close().finally(() => {
        isBusy = false;
      });
    }
  };
}

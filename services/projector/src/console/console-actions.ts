import type {
  DeadLetterRepository,
  DeadLetterSelection,
} from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { TopicPartition } from '@fundlens/projection/log/source';
import { deadLetterPages } from '@fundlens/projection/replay/dead-letter-pages';
import type { ReplayDeadLetter } from '@fundlens/projection/replay/replay';
import { redactText } from '@fundlens/redaction/redact-text';
import type { Logger } from '@fundlens/runtime/logger';
import type { RetryOutcome } from '../health/admin-actions.ts';
import type { ActionName } from './action-path.ts';

/** Which dead letters, or which partition. */
export type ActionTarget =
  | {
      readonly kind: 'dead-letters';
      readonly selection: Pick<DeadLetterSelection, 'ids' | 'reason'>;
      readonly text: string;
    }
  | { readonly kind: 'partition'; readonly topicPartition: TopicPartition; readonly text: string };

export type ActionOrder = {
  readonly name: ActionName;
  readonly target: ActionTarget;
  /** An account or ticket that `isOperatorAccount` accepts. */
  readonly by: string;
  /** Why dead letters are discarded. */
  readonly because: string;
  /** The last offset that is set aside. */
  readonly through: number | null;
};

/** How many dead letters, or partitions, ended how: `{replayed: 3, 'still_invalid (undecodable)': 1}`. */
export type ActionResult = { readonly outcomes: Readonly<Record<string, number>>; readonly left: number };

export type ConsoleActions = {
  count(target: ActionTarget): Promise<number>;
  run(order: ActionOrder): Promise<ActionResult>;
};

type ConsoleActionsOptions = {
  readonly deadLetters: Pick<DeadLetterRepository, 'count' | 'list' | 'discard'>;
  /** A reader of the log of its own for each order: two orders may name the same partition. */
  readonly openReplay: () => { readonly replay: ReplayDeadLetter; close(): Promise<void> };
  readonly retry: (topicPartition: TopicPartition, decision: { readonly setAsideThrough?: number }) => RetryOutcome;
  readonly clock: () => number;
  readonly logger: Logger;
};

/** A browser waits for the answer; what is left is asked for again. */
const BUDGET_MS = 20_000;

/** What the command `fundlens dead-letters` and the admin port do, by the same functions. Each is logged with its account. */
export function createConsoleActions(options: ConsoleActionsOptions): ConsoleActions {
  const { deadLetters, logger } = options;
  const openOf = (target: ActionTarget) =>
    target.kind === 'partition' ? null : { ...target.selection, status: 'open' as const };
  // Those that block are discarded by their ids alone.
  const selected = (name: ActionName, open: DeadLetterSelection) =>
    name === 'discard' && open.ids === undefined ? { ...open, blocking: false } : open;

  return {
    async count(target) {
      const open = openOf(target);
      return open === null ? 1 : await deadLetters.count(open);
    },

    async run(order) {
      const { name, target, by, through } = order;
      const open = openOf(target);
      const result =
        target.kind === 'partition' || open === null
          ? restart(order, options)
          : await settleAll(selected(name, open), order, options);
      logger.info({ by, action: name, target: target.text, through, ...result }, 'an operator acted by the console');
      return result;
    },
  };
}

function restart({ target, through }: ActionOrder, { retry }: ConsoleActionsOptions): ActionResult {
  if (target.kind !== 'partition') return { outcomes: {}, left: 0 };
  const outcome = retry(target.topicPartition, through === null ? {} : { setAsideThrough: through });
  return { outcomes: { [outcome]: 1 }, left: 0 };
}

async function settleAll(
  open: DeadLetterSelection,
  { name, by, because }: ActionOrder,
  { deadLetters, openReplay, clock }: ConsoleActionsOptions,
): Promise<ActionResult> {
  const until = clock() + BUDGET_MS;
  const outcomes: Record<string, number> = {};
  const total = await deadLetters.count(open);
  let done = 0;
  const replaying = name === 'replay' ? openReplay() : null;
  try {
    for await (const deadLetter of deadLetterPages(deadLetters, open)) {
      let outcome: string;
      if (replaying === null) {
        const resolution = { at: clock(), by, because: redactText(because) };
        outcome = (await deadLetters.discard(deadLetter._id, resolution)) ? 'discarded' : 'not_open';
      } else {
        const found = await replaying.replay(deadLetter, { by, dryRun: false });
        outcome = found.reason === null ? found.outcome : `${found.outcome} (${found.reason})`;
      }
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      done += 1;
      if (clock() >= until) break;
    }
  } finally {
    await replaying?.close();
  }
  return { outcomes, left: Math.max(0, total - done) };
}

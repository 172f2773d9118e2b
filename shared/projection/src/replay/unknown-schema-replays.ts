import { UNKNOWN_SCHEMA } from '@fundlens/contracts/writer-schemas';
import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import { failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { DeadLetterRepository } from '../dead-letters/dead-letter-repository-store.ts';
import { partitionKey, type TopicPartition } from '../log/source.ts';
import { deadLetterPages } from './dead-letter-pages.ts';
import type { ReplayDeadLetter } from './replay.ts';

type UnknownSchemaReplaysOptions = {
  readonly deadLetters: Pick<DeadLetterRepository, 'list' | 'awaitedSchemas' | 'awaitsNoSchema'>;
  /** Null: the registry does not know it. @throws RetryableError when it does not answer. */
  readonly schemaById: (id: number) => Promise<unknown>;
  /** Those that this process has: each dead letter is replayed by one projector. */
  readonly topicPartitions: () => readonly TopicPartition[];
  /** Called at each look. Must not throw. */
  readonly onLook: () => Promise<void>;
  readonly openReplay: () => { readonly replay: ReplayDeadLetter; close(): Promise<void> };
  readonly logger: Logger;
  /** Tests pass their own. */
  readonly sleep?: Sleep;
};

/** A publisher's schema that comes late is applied so much later; each awaited id is one question to the registry. */
const INTERVAL_MS = 10_000;
/** Shown as the account of a replay. */
const BY = 'projector';

/** Replays what was set aside for an unknown schema as soon as the registry knows it: documents converge in any order. */
export function createUnknownSchemaReplays(options: UnknownSchemaReplaysOptions): Component {
  const { deadLetters, logger, sleep: wait = sleep } = options;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  /** The id after which the next look begins, when there are too many for one. */
  let after = -1;

  async function replayKnown(): Promise<void> {
    const awaited = await deadLetters.awaitedSchemas(after);
    after = awaited.more ? (awaited.ids.at(-1) ?? -1) : -1;
    const known: number[] = [];
    for (const id of awaited.ids) {
      if (stopping.signal.aborted) return;
      if (await isKnown(id)) known.push(id);
    }
    if (known.length > 0) await replayAll(known);
  }

  /** A schema that cannot be read is known: the replay says so in the dead letter. */
  async function isKnown(id: number): Promise<boolean> {
    try {
      return (await options.schemaById(id)) !== null;
    } catch (error) {
      if (failureKind(error) === 'invalid') return true;
      throw error;
    }
  }

  async function replayAll(schemaIds: readonly number[]): Promise<void> {
    const own = new Set(options.topicPartitions().map(partitionKey));
    const { replay, close } = options.openReplay();
    let replayed = 0;
    try {
      for await (const deadLetter of deadLetterPages(deadLetters, { status: 'open', schemaIds })) {
        if (stopping.signal.aborted) return;
        if (!own.has(partitionKey(deadLetter))) continue;
        const { outcome, reason } = await replay(deadLetter, { by: BY, dryRun: false });
        if (outcome === 'replayed') replayed += 1;
        // Registries that are replicated may answer differently. Anything else is left to an operator.
        else if (reason !== UNKNOWN_SCHEMA) await deadLetters.awaitsNoSchema(deadLetter._id);
      }
    } finally {
      await close();
      if (replayed > 0) logger.info({ replayed, schemaIds }, 'the registry knows a schema that events waited for');
    }
  }

  async function run(): Promise<void> {
    while (await wait(INTERVAL_MS, stopping.signal)) {
      await options.onLook();
      try {
        await replayKnown();
      } catch (error) {
        logger.warn({ error }, 'events that wait for a schema are looked at again later');
      }
    }
  }

  return {
    name: 'replays of unknown schemas',
    async start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

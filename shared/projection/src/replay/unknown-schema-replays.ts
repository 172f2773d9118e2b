import { UNKNOWN_SCHEMA } from '@fundlens/contracts/wire/writer-schemas';
import { failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { DeadLetters } from '../dead-letters/dead-letter-store.ts';
import { partitionKey, type TopicPartition } from '../log/source.ts';
import type { ReplayDeadLetter } from './replay.ts';

type UnknownSchemaReplaysOptions = {
  readonly deadLetters: Pick<DeadLetters, 'each' | 'awaitedSchemas' | 'awaitsNoSchema'>;
  /** Null: the registry does not know it. @throws RetryableError when it does not answer. */
  readonly schemaById: (id: number) => Promise<unknown>;
  /** Those that this process has: each dead letter is replayed by one projector. */
  readonly topicPartitions: () => readonly TopicPartition[];
  /** Called at each look. Must not throw. */
  readonly onLook: () => Promise<void>;
  readonly openReplay: () => { readonly replay: ReplayDeadLetter; close(): Promise<void> };
  readonly logger: Logger;
};

/** A publisher's schema that comes late is applied so much later; each awaited id is one question to the registry. */
const INTERVAL_MS = 10_000;
/** Damaged records name random ids: so many questions to the registry at a look. */
const MAX_ASKED = 100;
/** Shown as the account of a replay. */
const BY = 'projector';

/** Replays what was set aside for an unknown schema as soon as the registry knows it: documents converge in any order. */
export function createUnknownSchemaReplays(options: UnknownSchemaReplaysOptions): Component {
  const { deadLetters, logger } = options;
  /** How many ids the looks have asked for so far: when there are too many for one, the next look goes on. */
  let asked = 0;

  async function replayKnown(stopping: AbortSignal): Promise<void> {
    const awaited = await deadLetters.awaitedSchemas();
    const from = asked < awaited.length ? asked : 0;
    const ids = awaited.slice(from, from + MAX_ASKED);
    asked = from + ids.length;
    const known: number[] = [];
    for (const id of ids) {
      if (stopping.aborted) return;
      if (await isKnown(id)) known.push(id);
    }
    if (known.length > 0) await replayAll(known, stopping);
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

  async function replayAll(schemaIds: readonly number[], stopping: AbortSignal): Promise<void> {
    const own = new Set(options.topicPartitions().map(partitionKey));
    const { replay, close } = options.openReplay();
    let replayed = 0;
    try {
      for await (const deadLetter of deadLetters.each({ status: 'open', schemaIds })) {
        if (stopping.aborted) return;
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

  return createPeriodic({
    name: 'replays of unknown schemas',
    everyMs: INTERVAL_MS,
    // At the start no partition is this process's own.
    waitsFirst: true,
    async work(stopping) {
      await options.onLook();
      await replayKnown(stopping);
    },
    onError: (error) => logger.warn({ error }, 'events that wait for a schema are looked at again later'),
  });
}

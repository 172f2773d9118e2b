import { hash } from 'node:crypto';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { InvalidError } from '@fundlens/runtime/errors';
import { type ReadEventsOptions, readEvents } from '../consumer/read-events.ts';
import type { DeadLetters } from '../dead-letters/dead-letter-store.ts';
import type { LogReader } from '../log/log-reader.ts';
import type { Logs, SourceRecord } from '../log/source.ts';
import type { DocumentWriter } from '../writer/document-writer.ts';
import { changedAt, type LateWrites } from '../writer/late-writes.ts';

/**
 * - replayed: its event is in the read models now
 * - would_replay: it would be; nothing was written
 * - still_invalid: it stays open, with one attempt more; `reason` says why now
 * - not_in_log: the log no longer has the record
 * - another_record: the log has another record at that offset; `reason` says what differs
 */
export type ReplayResult = {
  readonly id: string;
  readonly outcome: 'replayed' | 'would_replay' | 'still_invalid' | 'not_in_log' | 'another_record';
  readonly reason: string | null;
};

export type ReplayOptions = ReadEventsOptions & {
  readonly logs: Logs;
  readonly reader: Pick<LogReader, 'at'>;
  /** Those that it is applied to. @throws InvalidError when this process must not write them. */
  readonly generations: () => Promise<readonly number[]>;
  readonly writerOf: (generation: number) => DocumentWriter;
  readonly deadLetters: Pick<DeadLetters, 'failedAgain' | 'replayed'>;
  readonly late: LateWrites;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

export type ReplayDeadLetter = ReturnType<typeof createReplay>;
type How = { readonly by: string; readonly dryRun: boolean };

/**
 * Reads the event of a dead letter from the log again and processes it like every event:
 *
 *   offset and key checked → decode → redact → project → write → marked as replayed
 *
 * Documents converge, so it does not matter what has been applied since, what else writes, or whether it was applied
 * already; breaking off at any await leaves a dead letter that is open and can be replayed again. Only an access event's block
 * ends with the mark, so it ends when what the event says is stored by the majority.
 * @throws RetryableError or FatalError when the event cannot be read or written now: the dead letter stays as it is.
 */
export function createReplay(options: ReplayOptions) {
  const { generations, writerOf, deadLetters, late, clock } = options;

  return async (deadLetter: DeadLetter, { by, dryRun }: How): Promise<ReplayResult> => {
    const { _id: id } = deadLetter;
    const written = await generations();
    const record = await recordOf(deadLetter, options);
    if (record === null) return { id, outcome: 'not_in_log', reason: null };
    const difference = differenceFrom(deadLetter, record);
    if (difference !== null) return { id, outcome: 'another_record', reason: difference };

    const stillInvalid = async (error: InvalidError): Promise<ReplayResult> => {
      if (!dryRun) await deadLetters.failedAgain(id, clock(), error);
      return { id, outcome: 'still_invalid', reason: error.code };
    };
    const { records, failure } = await readEvents(deadLetter.topic, [record], options);
    if (failure !== null) throw failure.error;
    const [read] = records;
    if (read?.kind === 'rejected') return await stillInvalid(read.error);
    if (read?.kind !== 'accepted') return { id, outcome: 'another_record', reason: 'without a value' };
    if (dryRun) return { id, outcome: 'would_replay', reason: null };

    const { changes } = read;
    for (const generation of written) {
      const { write, eraseMarked } = writerOf(generation);
      const { rejected } = await late(async (time) => {
        const events = [changedAt(changes, time)];
        const written = await write(events);
        await eraseMarked(events);
        return written;
      });
      const [error] = rejected.values();
      if (error !== undefined) return await stillInvalid(error);
    }
    await deadLetters.replayed(id, written, { at: clock(), by, because: null });
    return { id, outcome: 'replayed', reason: null };
  };
}

/** What the log has in the place of the dead letter; null: nothing any more. */
async function recordOf(
  { topic, partition, offset }: DeadLetter,
  { logs, reader }: Pick<ReplayOptions, 'logs' | 'reader'>,
): Promise<SourceRecord | null> {
  const bounds = (await logs.bounds(topic)).get(partition);
  const isInLog = bounds !== undefined && bounds.first <= offset && offset < bounds.stable;
  return isInLog ? await reader.at({ topic, partition }, offset) : null;
}

/**
 * In what the record is not the one that was set aside; null when it is. A dead letter that does not show its
 * key has no hash, so there the log's own time must be the same.
 */
function differenceFrom({ keyHash, receivedAt }: DeadLetter, { key, appendedAt }: SourceRecord): string | null {
  if (keyHash === null) return appendedAt === receivedAt ? null : 'taken by the log at another time';
  return key !== null && hash('sha256', key) === keyHash ? null : 'with another key';
}

import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import { compareSlots, makeSlot, type Slot } from '@fundlens/read-models/slot';
import { type ReadEventsOptions, readEvents } from '@fundlens/projection/consumer/read-events';
import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import { deadLetterPages } from '@fundlens/projection/replay/dead-letter-pages';
import { type DeadLetterLog, recordOf } from '@fundlens/projection/replay/replay';
import type { DeadLetterSlots, LeftOutStatus } from './comparison.ts';

type Said = { readonly id: string; readonly slot: Slot };

/**
 * Reads the slots that the unapplied dead letters of these topics would change, were they valid. One that is
 * invalid, or no longer in the log, changes none. Each is read once, because records of the log do not change.
 */
export function createDeadLetterSlots(
  options: ReadEventsOptions &
    DeadLetterLog & { readonly deadLetters: Pick<DeadLetterRepository, 'list'>; readonly topics: readonly string[] },
): () => Promise<DeadLetterSlots> {
  const { deadLetters, topics } = options;
  const read = new Set<string>();
  const said = new Map<string, Said[]>();

  async function take(deadLetter: DeadLetter): Promise<void> {
    if (read.has(deadLetter._id)) return;
    const found = await recordOf(deadLetter, options);
    if ('record' in found) {
      const { records, failure } = await readEvents(deadLetter.topic, [found.record], options);
      if (failure !== null) throw failure.error;
      for (const entry of records) {
        if (entry.kind !== 'accepted') continue;
        for (const { readModel, key, changes } of entry.changes.documents) {
          for (const { slot, version, value } of changes) {
            const name = nameOf(readModel.name, key, slot);
            said.set(name, [...(said.get(name) ?? []), { id: deadLetter._id, slot: makeSlot(version, value) }]);
          }
        }
      }
    }
    read.add(deadLetter._id);
  }

  return async () => {
    const statuses = new Map<string, LeftOutStatus>();
    for (const status of ['open', 'discarded'] as const) {
      for await (const deadLetter of deadLetterPages(deadLetters, { status, topics })) {
        await take(deadLetter);
        statuses.set(deadLetter._id, status);
      }
    }
    return {
      statusOf({ name, key }, slot, state) {
        const same = (said.get(nameOf(name, key, slot)) ?? []).filter((other) => compareSlots(other.slot, state) === 0);
        return same.map(({ id }) => statuses.get(id) ?? null).find((status) => status !== null) ?? null;
      },
    };
  };
}

/** No id holds a slash. */
function nameOf(model: string, key: string, slot: string): string {
  return `${model}/${key}/${slot}`;
}

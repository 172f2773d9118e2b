import type { Position } from './positions.ts';
import { positionText } from './positions.ts';
import type { RefusedLine } from './publish-events.ts';

type PositionSummary = {
  add(positions: readonly Position[]): void;
  count(): number;
  lines(): string[];
  /** The header with which an answer of the API has all of it; null when there is nothing, or more than one can hold. */
  waitHeader(): string | null;
};

/** As many positions as the query service takes in one request. */
const MAX_POSITIONS_IN_HEADER = 64;

/** First and last position per partition: memory does not grow with the number of events. */
export function positionSummary(): PositionSummary {
  const partitions = new Map<
    string,
    { topic: string; partition: number; first: bigint; last: bigint; count: number }
  >();
  let total = 0;
  return {
    add(positions) {
      for (const { topic, partition, offset } of positions) {
        const key = `${topic}/${partition}`;
        const at = BigInt(offset);
        const entry = partitions.get(key) ?? { topic, partition, first: at, last: at, count: 0 };
        entry.last = at > entry.last ? at : entry.last;
        entry.count += 1;
        partitions.set(key, entry);
        total += 1;
      }
    },
    count: () => total,
    lines: () =>
      sorted(partitions).map(({ topic, partition, first, last, count }) => {
        const offsets = first === last ? `offset ${first}` : `offsets ${first} to ${last}`;
        return `  ${topic} partition ${partition}: ${plural(count, 'event')}, ${offsets}`;
      }),
    waitHeader() {
      if (partitions.size === 0 || partitions.size > MAX_POSITIONS_IN_HEADER) return null;
      const last = sorted(partitions).map((entry) => positionText({ ...entry, offset: String(entry.last) }));
      return `X-Wait-For-Position: ${last.join(',')}`;
    },
  };
}

function sorted<Entry extends Pick<Position, 'topic' | 'partition'>>(entries: ReadonlyMap<string, Entry>): Entry[] {
  return [...entries.values()].sort((a, b) => a.topic.localeCompare(b.topic) || a.partition - b.partition);
}

/** `  line 7: contactId: must …`, one line for each broken rule. */
export function listedLines({ line, issues }: RefusedLine): string[] {
  return issues.map(({ field, rule }) => `  line ${line}: ${field === '' ? '' : `${field}: `}${rule}`);
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

import type { EventFinding } from '@fundlens/redaction/event-findings';
import type { CheckedEvent } from './event-check.ts';
import { definitionOf, type EventType } from '../event-types.ts';
import { maxRecordBytes } from '../definition/limits.ts';
import { plural } from './publish-report.ts';
import type { Publishable } from './publisher.ts';

type DryRunReport = {
  add(line: number, publishable: Publishable, check: CheckedEvent): void;
  /** For people: topics, sizes, the first keys, and what redaction takes by rule and field; never a value. */
  lines(): string[];
};

/** Keys that a person compares with their own code; the others follow the same rule. */
const MAX_KEYS = 20;
/** Paths inside reports are data; so many of them tell enough. */
const MAX_ROWS = 100;

type OfType = { readonly topic: string; events: number; largest: number; largestLine: number };
type Row = Pick<EventFinding, 'rule' | 'because'> & { readonly path: string; count: number };

/** Collects what a dry run shows: memory does not grow with the number of events. */
export function createDryRunReport(): DryRunReport {
  const types = new Map<EventType, OfType>();
  const keys: string[] = [];
  const rows = new Map<string, Row>();
  let [events, removed, beyond] = [0, 0, 0];

  function find(type: EventType, { rule, path, because }: EventFinding): void {
    removed += 1;
    const key = JSON.stringify([type, rule, path, because]);
    const row = rows.get(key);
    if (row !== undefined) row.count += 1;
    else if (rows.size < MAX_ROWS) rows.set(key, { rule, path: `${type}.${path}`, because, count: 1 });
    else beyond += 1;
  }

  return {
    add(line, { type }, { topic, key, recordBytes, findings }) {
      events += 1;
      if (keys.length < MAX_KEYS) keys.push(`  line ${line}: ${key}`);
      const known = types.get(type) ?? { topic, events: 0, largest: 0, largestLine: line };
      types.set(type, known);
      known.events += 1;
      if (recordBytes > known.largest) Object.assign(known, { largest: recordBytes, largestLine: line });
      for (const finding of findings) find(type, finding);
    },
    lines: () => [
      ...[...types].map(([type, { topic, events: count, largest, largestLine }]) => {
        const most = maxRecordBytes[definitionOf(type).stream].toLocaleString('en-US');
        const size = `${largest.toLocaleString('en-US')} of at most ${most} bytes (line ${largestLine})`;
        return `  ${count.toLocaleString('en-US')} ${type} for ${topic}; the largest record has ${size}`;
      }),
      ...(keys.length > 0 ? ['Keys:', ...keys] : []),
      ...(events > keys.length ? [`  … and ${(events - keys.length).toLocaleString('en-US')} more`] : []),
      removed === 0
        ? 'Redaction would remove nothing.'
        : `Redaction would remove ${plural(removed, 'value')} before anything is stored (how many, rule, field, why):`,
      ...[...rows.values()].sort((a, b) => b.count - a.count).map(rowText),
      ...(beyond > 0 ? [`  ${String(beyond).padStart(6)}  in other fields`] : []),
    ],
  };
}

function rowText({ count, rule, path, because }: Row): string {
  const why = because ?? (rule === 'dropped' ? 'the contract has this field dropped' : '');
  return `  ${String(count).padStart(6)}  ${rule.padEnd(12)}  ${path}${why === '' ? '' : `  (${why})`}`;
}

import type { EventFinding } from '@fundlens/redaction/event-findings';
import type { EventType } from '../event-types.ts';
import type { CheckedEvent } from './publish-lines.ts';
import { plural } from './publish-report.ts';

type DryRunReport = {
  add(line: number, event: CheckedEvent): void;
  /** For people: the first keys and sizes, and what redaction takes by rule and field; never a value. */
  lines(): string[];
};

/** Keys that a person compares with their own code; the others follow the same rule. */
const MAX_KEYS = 20;
/** Paths inside reports are data; so many of them tell enough. */
const MAX_ROWS = 100;

type Row = Pick<EventFinding, 'rule' | 'because'> & { readonly path: string; count: number };

/** Collects what a dry run shows: memory does not grow with the number of events. */
export function createDryRunReport(): DryRunReport {
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
    add(line, { type, record: { topic, message }, findings }) {
      events += 1;
      const size = plural(message.value.length, 'byte');
      if (keys.length < MAX_KEYS) keys.push(`  line ${line}: ${topic} ${message.key} (${size})`);
      for (const finding of findings) find(type, finding);
    },
    lines: () => [
      ...(events > 0 ? ['Topics, keys and sizes:', ...keys] : []),
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

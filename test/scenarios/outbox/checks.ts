import { definitionOf } from '@fundlens/contracts/event-types';
import type { TopicNames } from '@fundlens/contracts/topic-names';
import { redacted } from '@fundlens/projector/testing/projector-fixture';
import type { TestSystem } from '../../harness/test-system.ts';
import type { PublishedRecord } from '../../invariants/published-record.ts';
import { readStoredState, violations } from '../../invariants/stored-state.ts';
import type { Check } from '../report.ts';
import { type LogRecord, partitionOf } from './log-follower.ts';
import { type Committed, TAKEN_BACK } from './upstream.ts';

type LogChecks = {
  readonly records: readonly LogRecord[];
  readonly committed: ReadonlyMap<string, Committed>;
  readonly topics: TopicNames;
  readonly partitions: number;
};

/** The log against what PostgreSQL has committed. */
export function logChecks({ records, committed, topics, partitions }: LogChecks): Check[] {
  const ids = new Set(records.map(({ headers }) => headers.id));
  const placeOf = ({ topic, partition, offset }: LogRecord) => `${topic}/${partition}/${offset}`;
  const strangers = records.filter(({ headers }) => !committed.has(headers.id ?? ''));
  const differing = records.flatMap((record) => {
    const row = committed.get(record.headers.id ?? '');
    if (row === undefined) return [];
    const wrong = differencesOf(record, row, { topics, partitions });
    return wrong.length === 0 ? [] : [`${placeOf(record)}: ${wrong.join(', ')}`];
  });
  return [
    { name: 'committed events that are not in the log', broken: [...committed.keys()].filter((id) => !ids.has(id)) },
    { name: 'events in the log that were not committed', broken: strangers.map(placeOf) },
    { name: 'records that are not as their row', broken: differing },
  ];
}

/** What of a record is not as the publisher of `shared/contracts` would have made it. */
function differencesOf(
  { topic, partition, key, headers, event }: LogRecord,
  { written }: Committed,
  { topics, partitions }: Pick<LogChecks, 'topics' | 'partitions'>,
): string[] {
  const definition = definitionOf(written.type);
  const expectedKey = definition.keyOf(written.event as Parameters<typeof definition.keyOf>[0]);
  const decoded = 'undecodable' in event ? null : event.event.meta;
  const same = {
    topic: topic === topics[definition.stream],
    key: key === expectedKey,
    partition: partition === partitionOf(topic, expectedKey, partitions),
    traceparent: headers.traceparent === written.traceparent,
    event: decoded?.eventId === written.event.meta.eventId && decoded.version === written.event.meta.version,
  };
  return Object.entries(same).flatMap(([name, isSame]) => (isSame ? [] : [name]));
}

export type Shown = { readonly contactId: string; readonly lastName: string | null };

/** What a client sees against what the upstream has. */
export function shownChecks(
  shown: readonly Shown[],
  contacts: ReadonlyMap<string, { readonly lastName: string }>,
): Check[] {
  const byId = Map.groupBy(shown, ({ contactId }) => contactId);
  return [
    { name: 'contacts that are not shown', broken: [...contacts.keys()].filter((id) => !byId.has(id)) },
    {
      name: 'contacts that are shown twice',
      broken: [...byId].filter(([, { length }]) => length > 1).map(([id]) => id),
    },
    {
      name: 'contacts that are not shown as the upstream has them',
      broken: shown.flatMap(({ contactId, lastName }) =>
        contacts.get(contactId)?.lastName === lastName ? [] : [`${contactId}: ${lastName}`],
      ),
    },
    {
      name: 'changes that were rolled back and are shown',
      broken: shown.filter(({ lastName }) => lastName?.startsWith(TAKEN_BACK)).map(({ contactId }) => contactId),
    },
  ];
}

/** The invariants over everything stored: no dead letter, nothing lost, nothing twice. */
export async function documentChecks(system: TestSystem, records: readonly LogRecord[]): Promise<Check[]> {
  const published = records.flatMap(({ topic, partition, offset, event }): PublishedRecord[] =>
    'undecodable' in event
      ? []
      : [{ topic, partition, offset, appendedAt: 0, expected: { kind: 'applied', event: redacted(event) } }],
  );
  const undecodable = records.flatMap(({ event }) => ('undecodable' in event ? [event.undecodable] : []));
  return [
    { name: 'records that no projector can read', broken: undecodable },
    {
      name: 'differences in what is stored',
      broken: violations(await readStoredState(system.db), published, { windowsAtRest: true }),
    },
  ];
}

import {
  type TopicPartition,
  partitionKey,
  type SourceRecord,
  type TopicBounds,
} from '@fundlens/projection/log/source';

/** What a member of a group hears from the group: that it must ask for its partitions anew. */
export type Member = { readonly id: string; readonly topics: readonly string[]; readonly onRebalance: () => void };

/** What a member may read from now on. It is out of date as soon as the group has another generation. */
export type Assignment = { readonly generation: number; readonly topicPartitions: readonly TopicPartition[] };

/** `open`: where each transaction began that is not over. */
type Log = {
  readonly records: (SourceRecord | null)[];
  readonly open: Set<{ readonly from: number }>;
};
type Group = {
  generation: number;
  members: Member[];
  assigned: Map<string, readonly TopicPartition[]>;
  readonly committed: Map<string, number>;
};

/** Logs and consumer groups as Kafka has them, as far as the source depends on them. */
export class MemoryBroker {
  readonly #topics = new Map<string, Log[]>();
  readonly #groups = new Map<string, Group>();
  readonly #clock: () => number;
  readonly #listeners = new Set<() => void>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  createTopic(topic: string, partitions: number): void {
    this.#topics.set(
      topic,
      Array.from({ length: partitions }, () => ({ records: [], open: new Set() })),
    );
  }

  append(topicPartition: TopicPartition, { key, value }: Pick<SourceRecord, 'key' | 'value'>): SourceRecord {
    const log = this.#log(topicPartition);
    const record = { offset: log.records.length, key, value, appendedAt: this.#clock() };
    log.records.push(record);
    this.#tell();
    return record;
  }

  /** An offset that the log keeps for itself: the end of a transaction, or a record that compaction took. */
  appendMarker(topicPartition: TopicPartition): void {
    this.#log(topicPartition).records.push(null);
    this.#tell();
  }

  /** From here on nothing can be read. @returns ends the transaction. */
  begin(topicPartition: TopicPartition): () => void {
    const log = this.#log(topicPartition);
    const transaction = { from: log.records.length };
    log.open.add(transaction);
    return () => {
      log.open.delete(transaction);
      this.#tell();
    };
  }

  /** The record was part of a transaction that was aborted. */
  discard({ offset, ...topicPartition }: TopicPartition & { readonly offset: number }): void {
    this.#log(topicPartition).records[offset] = null;
  }

  /** Everything below can be read. */
  stable(topicPartition: TopicPartition): number {
    return stableOf(this.#log(topicPartition));
  }

  end(topicPartition: TopicPartition): number {
    return this.#log(topicPartition).records.length;
  }

  bounds(topic: string): TopicBounds {
    const logs = this.#topics.get(topic) ?? [];
    return new Map(
      logs.map((log, partition) => [partition, { first: 0, stable: stableOf(log), end: log.records.length }]),
    );
  }

  /** At most `limit` offsets from `from` on, with markers passed over. */
  read(
    topicPartition: TopicPartition,
    from: number,
    limit: number,
  ): { readonly records: SourceRecord[]; readonly nextOffset: number } {
    const log = this.#log(topicPartition);
    const read = log.records.slice(from, Math.min(from + limit, stableOf(log)));
    return { records: read.filter((record) => record !== null), nextOffset: from + read.length };
  }

  /** Tells whenever any log has more to read. @returns ends it */
  onMore(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }

  #tell(): void {
    for (const tell of this.#listeners) tell();
  }

  join(groupId: string, member: Member): void {
    const group = this.#group(groupId);
    group.members = [...group.members.filter(({ id }) => id !== member.id), member];
    this.rebalance(groupId);
  }

  /** The member left, or was not heard of for the length of its session. */
  remove(groupId: string, memberId: string): void {
    const group = this.#group(groupId);
    const removed = group.members.find(({ id }) => id === memberId);
    if (removed === undefined) return;
    group.members = group.members.filter((member) => member !== removed);
    this.rebalance(groupId);
    // Its next heartbeat would tell it.
    removed.onRebalance();
  }

  /** Gives the partitions out anew, each to one member; the first of them changes every time. */
  rebalance(groupId: string): void {
    const group = this.#group(groupId);
    group.generation += 1;
    const topicPartitions = [...new Set(group.members.flatMap(({ topics }) => topics))].flatMap((topic) =>
      (this.#topics.get(topic) ?? []).map((_, partition) => ({ topic, partition })),
    );
    group.assigned = new Map(
      group.members.map(({ id }, member) => [
        id,
        topicPartitions.filter((_, index) => (index + group.generation) % group.members.length === member),
      ]),
    );
    for (const { onRebalance } of group.members) onRebalance();
  }

  /** Null: the group does not know this member. */
  assignment(groupId: string, memberId: string): Assignment | null {
    const { generation, assigned } = this.#group(groupId);
    const topicPartitions = assigned.get(memberId);
    return topicPartitions === undefined ? null : { generation, topicPartitions };
  }

  isCurrent(groupId: string, memberId: string, generation: number): boolean {
    return this.assignment(groupId, memberId)?.generation === generation;
  }

  /** False when the member is not, or no longer, the one to commit. Whatever was committed before may be moved back. */
  commit(
    member: { groupId: string; memberId: string; generation: number },
    topicPartition: TopicPartition,
    offset: number,
  ): boolean {
    if (!this.isCurrent(member.groupId, member.memberId, member.generation)) return false;
    this.#group(member.groupId).committed.set(partitionKey(topicPartition), offset);
    return true;
  }

  committed(groupId: string, topicPartition: TopicPartition): number | null {
    return this.#group(groupId).committed.get(partitionKey(topicPartition)) ?? null;
  }

  #log({ topic, partition }: TopicPartition): Log {
    const log = this.#topics.get(topic)?.[partition];
    if (log === undefined) throw new TypeError('there is no such partition');
    return log;
  }

  #group(groupId: string): Group {
    const present = this.#groups.get(groupId);
    if (present !== undefined) return present;
    const made: Group = { generation: 0, members: [], assigned: new Map(), committed: new Map() };
    this.#groups.set(groupId, made);
    return made;
  }
}

function stableOf({ records, open }: Log): number {
  return Math.min(records.length, ...[...open].map(({ from }) => from));
}

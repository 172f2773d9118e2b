import { readEvents } from '@fundlens/projection/consumer/read-events';
import { marksOfAll, withErasures } from '@fundlens/projection/erasures/erasures';
import { type DocumentChange, slotOf } from '@fundlens/projection/fold/fold';
import { partitionKey, type SourceRecord } from '@fundlens/projection/log/source';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import { OF_NO_LOCATION, type ReadModelDefinition } from '@fundlens/read-models/definition';
import { type DocumentId, documentKey } from '@fundlens/read-models/document';
import { mergeSlot, type Slots } from '@fundlens/read-models/slot';
import type { System } from '../composition-root.ts';
import { type LogPartition, logPartitions } from '../log-progress.ts';

/** At most so many partitions are read at a time: as many as the reader reads concurrently. */
const PARTITIONS_AT_ONCE = 4;

/** What a document is rendered from. In memory are slots, never texts. */
export type Recomputed = {
  readonly readModel: ReadModelDefinition;
  readonly id: DocumentId;
  readonly slots: Slots;
};

/** The documents of a location, recomputed from the log as far as the checkpoints of the generation. */
export async function openLogRecomputation(
  system: System,
  { generation, locationId }: { readonly generation: number; readonly locationId: string },
) {
  const partitions = (await logPartitions(system)).map((at) => ({ at, next: at.first }));
  const documents = new Map<string, Recomputed>();
  let events = 0;

  async function fold(at: LogPartition, records: readonly SourceRecord[], setAside: ReadonlySet<string>) {
    const own = records.filter(({ key, offset }) => {
      // `<entity>:<location>:<id>…`: what belongs to no location has another scope there.
      const scope = key?.toString('utf8').split(':')[1];
      return scope === locationId && !setAside.has(deadLetterId({ ...at, offset }));
    });
    const read = await readEvents(at.topic, own, system);
    if (read.failure !== null) throw read.failure.error;
    const accepted = read.records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : []));
    const erased = await system.erasures.among(marksOfAll(accepted));
    for (const event of accepted) for (const changed of withErasures(event, erased).documents) take(changed);
    events += read.records.length;
  }

  function take(change: DocumentChange): void {
    const { readModel, documentId: id, slot } = change;
    if (OF_NO_LOCATION.has(readModel.name)) return;
    const name = `${readModel.name}/${documentKey(id)}`;
    // A copy: what was rendered of slots is kept with them.
    const slots = new Map(documents.get(name)?.slots);
    mergeSlot(slots, slot, slotOf(readModel, change));
    documents.set(name, { readModel, id, slots });
  }

  return {
    /** By `<read model>/<_id>`. */
    documents,
    /** Records that were decoded and folded. */
    events: () => events,
    /** Partitions of which the log no longer has the beginning. */
    shortened: partitions.filter(({ at }) => at.first > 0).map(({ at }) => partitionKey(at)),
    /** Reads on to the checkpoints. */
    async readOn(progress: (done: number, total: number) => void): Promise<void> {
      const setAside = await setAsideIn(system);
      const checkpoints = await system.generations.reached(generation);
      const ranges = partitions.map((partition) => {
        const reached = checkpoints.get(partitionKey(partition.at)) ?? 0;
        return { partition, to: Math.max(partition.next, reached) };
      });
      const total = ranges.reduce((sum, { partition, to }) => sum + to - partition.next, 0);
      let done = 0;
      const worker = async () => {
        for (let range = ranges.shift(); range !== undefined; range = ranges.shift()) {
          const { partition, to } = range;
          await system.reader.read(partition.at, { from: partition.next, to }, async (records) => {
            await fold(partition.at, records, setAside);
            done += records.length;
            progress(done, total);
          });
          partition.next = to;
        }
      };
      await Promise.all(Array.from({ length: PARTITIONS_AT_ONCE }, worker));
    },
  };
}

/** Ids of the dead letters whose events are not in the documents. */
async function setAsideIn({ deadLetters }: System): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const status of ['open', 'discarded'] as const) {
    for await (const { _id } of deadLetters.each({ status })) ids.add(_id);
  }
  return ids;
}

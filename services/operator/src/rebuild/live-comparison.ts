import type { FingerprintOf } from '@fundlens/projection/versions/fingerprint';
import type { VersionStore } from '@fundlens/projection/versions/version-store';
import type { DocumentWriter } from '@fundlens/projection/writer/document-writer';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import { isErased } from '@fundlens/read-models/erasure';
import { differingParts, versionsOf } from '@fundlens/read-models/model-version';
import type { Slot } from '@fundlens/read-models/slot';
import type { Barriers } from './barriers.ts';
import { carrySlots, slotsAsEvent } from './carry.ts';
import { type ComparisonPorts, compareVersions } from './comparison.ts';
import type { ComparisonReport, RebuiltModel } from '@fundlens/read-models/rebuild-run';

type LiveComparisonOptions = Pick<ComparisonPorts, 'scan' | 'read' | 'deadLetters'> & {
  readonly models: readonly RebuiltModel[];
  readonly topics: Readonly<Record<Stream, string>>;
  readonly barriers: Pick<Barriers, 'rebuiltPasses' | 'readPasses'>;
  readonly versions: Pick<VersionStore, 'load'>;
  /** Of the new versions. */
  readonly fingerprint: FingerprintOf;
  /** Into the new versions. */
  readonly write: DocumentWriter;
  /** Topics that have lost, or may lose, all but the last record of a key. */
  readonly compactedTopics: () => Promise<ReadonlySet<string>>;
  /** Events that only the rebuild has set aside. */
  readonly unknownDeadLetters: () => Promise<readonly DeadLetter[]>;
  readonly clock: () => number;
  /** Shorter in tests. */
  readonly projectorsMs?: number;
};

/** Running projectors catch up within this time; a rebuild does not wait longer for a stopped one. */
const PROJECTORS_MS = 10_000;
/** Beside the examples of documents. */
const MAX_DEAD_LETTERS_SHOWN = 20;

/** Compares the new versions with the active ones, while events are applied to both. */
export function createLiveComparison(options: LiveComparisonOptions): () => Promise<ComparisonReport> {
  const { models, topics, barriers, versions, write, read, clock, projectorsMs = PROJECTORS_MS } = options;

  return async () => {
    const compacted = await options.compactedTopics();
    const known = await versions.load();
    const isKept = (name: ReadModelName, slot: Slot) =>
      isErased(slot) || definitionOf(name).streams.some((stream) => compacted.has(topics[stream]));

    const report = await compareVersions(models, {
      scan: options.scan,
      read,
      deadLetters: options.deadLetters,
      rebuiltPasses: barriers.rebuiltPasses,
      readPasses: () => barriers.readPasses(projectorsMs),
      async scope({ name, from }) {
        const model = known.get(name);
        const read = model && versionsOf(model).find(({ version }) => version === from);
        const parts = read === undefined ? [] : differingParts(read, options.fingerprint(definitionOf(name)));
        if (parts.length === 0) return 'everything';
        return parts.every((part) => part === 'views') ? 'slots' : 'versions';
      },
      isKept,
      async carry({ name, from }, key, content) {
        const how = { write, isKept: (slot: Slot) => isKept(name, slot) };
        await carrySlots(name, { key, content, at: clock() }, how);
        // An erasure that ran over the new version before this write ran over the active version earlier.
        const now = (await read(name, from, [key])).get(key);
        if (now !== undefined) await carrySlots(name, { key, content: now, at: clock() }, how);
      },
      async carryTimes({ name }, key, slots) {
        const event = slotsAsEvent(name, { key, content: { slots, views: new Map() }, at: clock() });
        if (event !== null) await write([event]);
      },
    });

    await barriers.readPasses(projectorsMs);
    const unknown = await options.unknownDeadLetters();
    const refused = unknown.map(({ _id, reason }) => ({ model: 'dead letters', key: _id, what: reason }));
    return {
      ...report,
      different: report.different + unknown.length,
      examples: [...report.examples, ...refused.slice(0, MAX_DEAD_LETTERS_SHOWN)],
    };
  };
}

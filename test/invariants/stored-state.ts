import type { Position } from '@fundlens/contracts/publishing/positions';
import type { TypedEvent } from '@fundlens/projection/projections/projection';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { differences, type Stored, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { createWindowStore } from '@fundlens/dashboards/window-store';
import { CHECKPOINTS, type Checkpoint, checkpointId } from '@fundlens/read-models/checkpoint';
import type { WindowDocument } from '@fundlens/read-models/dashboards/dashboard-window';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { dashboardWindows, readModels } from '@fundlens/read-models/definitions';
import { FIRST_GENERATION } from '@fundlens/read-models/generation';
import { activeGeneration } from '@fundlens/read-models/store';
import type { Binary, Db } from 'mongodb';
import { passedUnwritten, wrongDeadLetters } from './checkpoint-checks.ts';
import { appliedTwice } from './document-checks.ts';
import { appliedEvents, type PublishedRecord } from './published-record.ts';
import { wrongWindow } from './window-checks.ts';

/** All that the projector has stored, as the majority of the servers has it. */
export type StoredState = {
  /** By `<read model>/<_id>`. */
  readonly documents: ReadonlyMap<string, Stored>;
  readonly checkpoints: readonly Checkpoint[];
  readonly deadLetters: readonly DeadLetter[];
  /** By location. */
  readonly windows: ReadonlyMap<string, WindowDocument>;
};

const OPERATION_MS = 10_000;

/**
 * Of the generation that readers use, under the names of the first one. `db` must read with majority concern. Nothing may be
 * writing, or the parts are of different times.
 */
export async function readStoredState(db: Db): Promise<StoredState> {
  type StoredWindow = { _id: string; timeZone: string; firstDay: number; sums: Binary; stageSums: Binary };
  const generation = await activeGeneration(db);
  const windows = db.collection<StoredWindow>(collectionName(dashboardWindows.name, generation)).find({});
  const checkpoints = await db.collection<Checkpoint>(CHECKPOINTS).find({ generation }).toArray();
  return {
    documents: await storedDocuments(db),
    checkpoints: checkpoints.map((checkpoint) => {
      const first = { ...checkpoint, generation: FIRST_GENERATION };
      return { ...first, _id: checkpointId(first) };
    }),
    deadLetters: await db.collection<DeadLetter>(DEAD_LETTERS).find({}).toArray(),
    windows: new Map(
      (await windows.toArray()).map(({ _id, timeZone, firstDay, sums, stageSums }) => [
        _id,
        { timeZone, firstDay, sums: sums.value(), stageSums: stageSums.value() },
      ]),
    ),
  };
}

/** How many documents wait for the refresh of their location's window; none: windows are at rest. */
export async function waitingForRefresh(db: Db): Promise<number> {
  const generation = await activeGeneration(db);
  return (await createWindowStore(db, { maxTimeMs: OPERATION_MS, generation: () => generation }).backlog()).documents;
}

/** The records of events that were published at these places and have to be applied; when they came does not matter. */
export function publishedAt(events: readonly TypedEvent[], positions: readonly Position[]): PublishedRecord[] {
  return positions.map(({ topic, partition, offset }, index) => {
    const event = events[index];
    if (event === undefined) throw new TypeError('every event has a position');
    return { topic, partition, offset: Number(offset), appendedAt: 0, expected: { kind: 'applied', event } };
  });
}

/**
 * What is wrong in a state that is said to hold everything that was published, one line each; none: all invariants hold.
 * Windows are looked at when nothing waits for their refresh any more: `windowsAtRest`.
 */
export function violations(
  state: StoredState,
  published: readonly PublishedRecord[],
  { windowsAtRest }: { readonly windowsAtRest: boolean },
): string[] {
  const { documents, checkpoints, deadLetters, windows } = state;
  const reference = referenceFold(appliedEvents(published));
  const locations = new Set([...reference.values()].flatMap(({ id }) => ('locationId' in id ? [id.locationId] : [])));
  const names = new Map(readModels.map((model) => [collectionName(model.name, 1), model.name]));
  const deadLetterIds = new Set(deadLetters.map(({ _id }) => _id));
  const stored = {
    slotsOf: (model: string, key: string) => documents.get(`${names.get(model)}/${key}`)?.slots ?? null,
    hasLetter: (id: string) => deadLetterIds.has(id),
  };
  return [
    ...differences(documents, reference),
    ...appliedTwice(documents, published),
    ...passedUnwritten(checkpoints, published, stored),
    ...wrongDeadLetters(deadLetters, published),
    ...(windowsAtRest ? [...locations].flatMap((id) => wrongWindow(id, windows.get(id) ?? null, reference)) : []),
  ];
}

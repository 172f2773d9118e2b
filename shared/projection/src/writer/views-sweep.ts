import { REPORT_VIEW, reportTextIn, STORED_REPORT } from '@fundlens/read-models/credit-reports/credit-reports';
import { WHOLE_LOCATION } from '@fundlens/read-models/dashboards/dashboard-measures';
import { collectionName, outdatingView, type ReadModelDefinition } from '@fundlens/read-models/definition';
import type { StoredDocument } from '@fundlens/read-models/document';
import { slotValue } from '@fundlens/read-models/slot';
import { sleep } from '@fundlens/runtime/backoff';
import { failureCode } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import { createPeriodic } from '@fundlens/runtime/periodic';
import type { Db } from 'mongodb';
import { updateOf } from '../fold/fold.ts';
import type { PartitionHealth } from '../health/partition-health.ts';
import { type DocumentStore, loadedOf, type Swap } from './document-store.ts';
import { documentIdOf, findStale, RENDERED } from './stale-documents-store.ts';

type ViewsSweepOptions = {
  readonly db: Db;
  readonly store: Pick<DocumentStore, 'swap'>;
  /** The one that this process writes. */
  readonly generation: () => number;
  /** Why this process must not write now; null: it may. */
  readonly hold: () => Promise<string | null>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
  /** MongoDB's clock, epoch milliseconds. */
  readonly now: () => Promise<number>;
};

/** A projector of an earlier build may go on beside this one, and render documents that it changes its own way. */
const LOOK_EVERY_MS = 60_000;
/** Live events go first. */
const PAUSE_MS = 20;

/**
 * Renders documents anew that an earlier build has rendered (`viewsVersion`), from their slots, by the ordinary
 * compare-and-swap: one that is lost is found again, changed or not. Readers meet both for minutes.
 */
export function createViewsSweep(options: ViewsSweepOptions): Component {
  const { db, store, generation, hold, partitionHealth, logger, now } = options;

  async function sweep(stopping: AbortSignal): Promise<void> {
    if ((await hold()) !== null) return;
    for (const readModel of RENDERED) {
      for (;;) {
        const found = await findStale(db, readModel, generation());
        if (found.length === 0 || stopping.aborted) break;
        const since = await now();
        await store.swap(
          collectionName(readModel.name, generation()),
          found.map((document) => swapOf(readModel, document, since)),
        );
        await sleep(PAUSE_MS, stopping);
      }
    }
  }

  return createPeriodic({
    name: 'views',
    everyMs: LOOK_EVERY_MS,
    async work(stopping) {
      await sweep(stopping);
      partitionHealth.setPart('views', null);
    },
    onError(error) {
      partitionHealth.setPart('views', failureCode(error));
      logger.warn({ error }, 'documents of an earlier build are rendered anew later');
    },
  });
}

/** What follows from its facts is counted anew with it. */
function swapOf(readModel: ReadModelDefinition, document: StoredDocument, since: number): Swap {
  const { name } = readModel;
  const id = documentIdOf(name, document);
  const loaded = loadedOf(document);
  const { slots, revision } = loaded;
  const report = name === 'credit_reports' ? slotValue(slots, STORED_REPORT) : null;
  const view = document.views?.[REPORT_VIEW];
  // A report's text stands in its view alone.
  const payload = report === null || view === undefined ? undefined : reportTextIn(view.value(), report);
  const update = updateOf(readModel, { id, slots, ...(payload && { payload }) }, loaded);
  const outbox = outdatingView(readModel) && { dirtyDays: [WHOLE_LOCATION], dirtySince: since };
  return { id, loadedRevision: revision, update, ...(outbox && { outbox }) };
}

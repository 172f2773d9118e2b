import { documentKey } from '@fundlens/read-models/document';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { type Sleep, sleep } from '@fundlens/runtime/backoff';
import { failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { Metrics } from '../health/metrics.ts';
import type { ChangedDocument } from '../writer/document-writer.ts';
import type { RecentDocuments } from '../writer/recent-documents-store.ts';
import { holdsSsn } from '../writer/ssn-form.ts';
import type { CanaryFault } from './redaction-canary.ts';

/** The events of all types take some milliseconds. */
const INTERVAL_MS = 60_000;
/** So many of the documents written since the last check are read back, and no more than this of their bytes. */
const DOCUMENTS = 32;
const MAX_BYTES = 4 * 1024 * 1024;

export type RedactionCheckOptions = {
  readonly canary: () => Promise<readonly CanaryFault[]>;
  readonly recentDocuments: RecentDocuments;
  readonly metrics: Pick<
    Metrics,
    'redactionCanaryOk' | 'redactionCanaryLastRun' | 'redactionDocumentsScanned' | 'redactionLeaksFound'
  >;
  readonly logger: Logger;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Tests pass their own. */
  readonly sleep?: Sleep;
};

/** Shows once a minute whether the redactor of this process works, and whether what was stored lately is clean. */
export class RedactionCheck implements Component {
  readonly name = 'redaction check';
  readonly #options: RedactionCheckOptions;
  readonly #stopping = new AbortController();
  /** By read model and key: the first that changed since the last check. */
  #changed = new Map<string, { readonly readModel: ReadModelName; readonly key: string }>();
  #running: Promise<void> = Promise.resolve();

  constructor(options: RedactionCheckOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  onDocumentsChanged(changed: readonly ChangedDocument[]): void {
    for (const { readModel, id } of changed) {
      if (this.#changed.size >= DOCUMENTS) return;
      const key = documentKey(id);
      this.#changed.set(`${readModel} ${key}`, { readModel, key });
    }
  }

  async #run(): Promise<void> {
    const { sleep: wait = sleep } = this.#options;
    do await this.check();
    while (await wait(INTERVAL_MS, this.#stopping.signal));
  }

  async check(): Promise<void> {
    const { canary, metrics, logger, clock } = this.#options;
    try {
      const faults = await canary();
      for (const fault of faults)
        logger.error({ ...fault }, 'a planted number is not removed, or its event is refused');
      metrics.redactionCanaryOk.set(faults.length === 0 ? 1 : 0);
      metrics.redactionCanaryLastRun.set(clock() / 1_000);
      await this.#scan();
    } catch (error) {
      if (failureKind(error) !== 'retryable') logger.error({ error }, 'redaction cannot be checked');
    }
  }

  async #scan(): Promise<void> {
    const { recentDocuments, metrics, logger } = this.#options;
    const changed = Map.groupBy(this.#changed.values(), ({ readModel }) => readModel);
    this.#changed = new Map();
    let bytesLeft = MAX_BYTES;
    for (const [readModel, documents] of changed) {
      const keys = documents.map(({ key }) => key);
      for (const bytes of await recentDocuments(readModel, keys)) {
        bytesLeft -= bytes.byteLength;
        if (bytesLeft < 0) return;
        metrics.redactionDocumentsScanned.inc();
        if (!holdsSsn(bytes.toString('latin1'))) continue;
        metrics.redactionLeaksFound.inc();
        logger.error({ readModel }, 'a stored document holds what reads as a Social Security number: verify the model');
      }
    }
  }
}

import { contacts } from '@fundlens/read-models/contacts/contacts';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import type { ReadModelDefinition } from '@fundlens/read-models/definition';
import type { Backlog } from '@fundlens/runtime/sweeper';
import type { Db } from 'mongodb';
import type { VersionStore } from '../versions/version-store.ts';
import type { StatusSources } from './status.ts';
import { createStatusStore } from './status-store.ts';

type StatusSourcesOptions = Pick<StatusSources, 'topics' | 'logs' | 'checkpoints'> & {
  readonly db: Db;
  readonly maxTimeMs: number;
  readonly versions: Pick<VersionStore, 'load'>;
  readonly windowStoreOf: (version: number) => { backlog(): Promise<Backlog> };
  readonly pdfStoreOf: (version: number) => { backlog(changedBefore: number): Promise<Backlog> };
  /** A report waits for its PDF this long before it counts. */
  readonly pdfSweepMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
};

/** What the status is read from: the same for the operator's command and the console. */
export function createStatusSources(options: StatusSourcesOptions): StatusSources {
  const { db, maxTimeMs, topics, logs, checkpoints, versions, windowStoreOf, pdfStoreOf, pdfSweepMs, clock } = options;
  const servedVersion = async ({ name, version }: ReadModelDefinition) =>
    (await versions.load()).get(name)?.active ?? version;
  return {
    ...createStatusStore(db, { maxTimeMs }),
    topics,
    logs,
    checkpoints,
    dashboards: async () => await windowStoreOf(await servedVersion(contacts)).backlog(),
    reportPdfs: async () => await pdfStoreOf(await servedVersion(creditReports)).backlog(clock() - pdfSweepMs),
  };
}

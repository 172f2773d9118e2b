import type { ReadModelDefinition, ReadModelName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import {
  type Fingerprint,
  type ReadModelVersion,
  writableVersionsOf,
  writtenVersions,
} from '@fundlens/read-models/model-version';
import { sleep } from '@fundlens/runtime/backoff';
import { failureCode, failureKind } from '@fundlens/runtime/errors';
import type { Component } from '@fundlens/runtime/lifecycle';
import type { Logger } from '@fundlens/runtime/logger';
import type { PartitionHealth } from '../health/partition-health.ts';
import { differencesText, type FingerprintOf, otherwiseMade } from './fingerprint.ts';
import { FIRST_VERSIONS, sameVersions, type WrittenVersions } from './written-versions.ts';

/** A rebuild waits several times as long between announcing a version and switching to it. */
const LOOK_EVERY_MS = 1_000;
/** Collections that a suspended process has brought back after they were dropped are looked for this often. */
const TIDY_EVERY_MS = 60_000;
/** A process that hears late that it must not write a version any more may still write the batch that is under way. */
const TIDY_AFTER_CHANGE_MS = 10_000;

export type VersionWatchOptions = {
  readonly load: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly definitions: readonly ReadModelDefinition[];
  /** What this process makes documents with: it writes no version that is made otherwise. */
  readonly fingerprint: FingerprintOf;
  /** Told of every change; afterwards nothing is begun with the versions before. Must not throw. */
  readonly onChange: (versions: WrittenVersions) => void;
  /** Removes what is left of dropped versions. */
  readonly tidy: () => Promise<void>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
};

export type VersionWatch = Component & {
  /** What this process writes as far as it knows. */
  versions(): WrittenVersions;
  /** Finds out what this process has to write now. @throws RetryableError when MongoDB does not say. */
  look(): Promise<void>;
};

/** Knows which versions of the read models this process has to write, while rebuilds change that. */
export function createVersionWatch(options: VersionWatchOptions): VersionWatch {
  const { load, definitions, fingerprint, onChange, tidy, partitionHealth, logger } = options;
  const stopping = new AbortController();
  let versions = FIRST_VERSIONS;
  let trouble: string | null = null;
  let running: Promise<void> = Promise.resolve();
  let tidyAt = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    const known = await load();
    const found = writtenNow(known, fingerprint, definitions);
    tell(known, found);
    if (sameVersions(found, versions)) return;
    versions = found;
    tidyAt = performance.now() + TIDY_AFTER_CHANGE_MS;
    logger.info({ versions: Object.fromEntries(found) }, 'versions of read models to write');
    onChange(found);
  }

  /** A process must not write documents that it would make otherwise; a rebuild by this code makes its own version. */
  function tell(known: ReadonlyMap<ReadModelName, ReadModelVersion>, found: WrittenVersions): void {
    const unwritten = definitions.filter(({ name, madeFrom }) => madeFrom === undefined && !found.get(name)?.length);
    const differences = differencesText(otherwiseMade(known, unwritten, fingerprint));
    const now = unwritten.length === 0 ? null : `rebuild_needed: ${differences}`;
    partitionHealth.setPart('read models', now);
    if (now !== null && now !== trouble)
      logger.error({ models: differences }, 'read models are not written: rebuild_needed');
    trouble = now;
  }

  async function lookAgain(): Promise<void> {
    try {
      await look();
      if (performance.now() < tidyAt) return;
      await tidy();
      tidyAt = performance.now() + TIDY_EVERY_MS;
    } catch (error) {
      // What was known stays: a version is written for much longer than it is read.
      if (failureKind(error) !== 'retryable') logger.error({ error }, 'versions of read models are not known');
      else logger.warn({ code: failureCode(error) }, 'versions of read models cannot be looked up now');
    }
  }

  return {
    name: 'read models',
    versions: () => versions,
    look,
    async start() {
      await look();
      running = (async () => {
        while (await sleep(LOOK_EVERY_MS, stopping.signal)) await lookAgain();
      })();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** What projectors with these fingerprints write, by what is known of the versions. */
function writtenNow(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  fingerprint: FingerprintOf,
  definitions: readonly ReadModelDefinition[] = readModels,
): WrittenVersions {
  return chosenNow(known, { definitions, fingerprint, choose: writtenVersions });
}

/** The same and what is being built: for commands that write beside the projectors. */
export function writableVersions(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  fingerprint: FingerprintOf,
): WrittenVersions {
  return chosenNow(known, { definitions: readModels, fingerprint, choose: writableVersionsOf });
}

type Choice = Pick<VersionWatchOptions, 'definitions' | 'fingerprint'> & {
  readonly choose: (model: ReadModelVersion, own: Fingerprint) => number[];
};

function chosenNow(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  { definitions, fingerprint, choose }: Choice,
): WrittenVersions {
  return new Map(
    definitions.map((definition) => {
      const model = known.get(definition.name);
      return [definition.name, model === undefined ? [definition.version] : choose(model, fingerprint(definition))];
    }),
  );
}

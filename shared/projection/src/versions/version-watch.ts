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

/** A rebuild waits several times this long between announcing a version and switching to it. */
const LOAD_EVERY_MS = 1_000;
/** How often collections are removed that a suspended process has created again after they were dropped. */
const TIDY_EVERY_MS = 60_000;
/** A process may still write a batch in work to a version after it has loaded that the version is dropped. */
const TIDY_AFTER_CHANGE_MS = 10_000;

type VersionWatchOptions = {
  readonly load: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly definitions: readonly ReadModelDefinition[];
  /** The fingerprint of this process, which writes no version with another one. */
  readonly fingerprint: FingerprintOf;
  /** Called with every change; no work begins with the versions before afterwards. Must not throw. */
  readonly onChange: (versions: WrittenVersions) => void;
  /** Removes what is left of dropped versions. */
  readonly tidy: () => Promise<void>;
  readonly partitionHealth: Pick<PartitionHealth, 'setPart'>;
  readonly logger: Logger;
};

export type VersionWatch = Component & {
  /** The versions that this process writes, as of the last load. */
  versions(): WrittenVersions;
  /** Loads the versions that this process has to write. @throws RetryableError when MongoDB is unavailable. */
  refresh(): Promise<void>;
};

/** Follows which versions of the read models this process has to write, while rebuilds change them. */
export function createVersionWatch(options: VersionWatchOptions): VersionWatch {
  const { load, definitions, fingerprint, onChange, tidy, partitionHealth, logger } = options;
  const stopping = new AbortController();
  let versions = FIRST_VERSIONS;
  let trouble: string | null = null;
  let running: Promise<void> = Promise.resolve();
  let tidyAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const known = await load();
    const found = writtenNow(known, fingerprint, definitions);
    report(known, found);
    if (sameVersions(found, versions)) return;
    versions = found;
    tidyAt = performance.now() + TIDY_AFTER_CHANGE_MS;
    logger.info({ versions: Object.fromEntries(found) }, 'versions of read models to write');
    onChange(found);
  }

  /** Reports models that this process must not write, because their version was made otherwise. */
  function report(known: ReadonlyMap<ReadModelName, ReadModelVersion>, found: WrittenVersions): void {
    const unwritten = definitions.filter(({ name, madeFrom }) => madeFrom === undefined && !found.get(name)?.length);
    const differences = differencesText(otherwiseMade(known, unwritten, fingerprint));
    const now = unwritten.length === 0 ? null : `rebuild_needed: ${differences}`;
    partitionHealth.setPart('read models', now);
    if (now !== null && now !== trouble)
      logger.error({ models: differences }, 'read models are not written: rebuild_needed');
    trouble = now;
  }

  async function refreshAndTidy(): Promise<void> {
    try {
      await refresh();
      if (performance.now() < tidyAt) return;
      await tidy();
      tidyAt = performance.now() + TIDY_EVERY_MS;
    } catch (error) {
      // The versions of the last load stay valid: a version is written for much longer than it is read.
      if (failureKind(error) !== 'retryable') logger.error({ error }, 'versions of read models cannot be loaded');
      else logger.warn({ code: failureCode(error) }, 'versions of read models cannot be loaded now');
    }
  }

  return {
    name: 'read models',
    versions: () => versions,
    refresh,
    async start() {
      await refresh();
      running = (async () => {
        while (await sleep(LOAD_EVERY_MS, stopping.signal)) await refreshAndTidy();
      })();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** The versions that a projector with these fingerprints writes. */
function writtenNow(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  fingerprint: FingerprintOf,
  definitions: readonly ReadModelDefinition[] = readModels,
): WrittenVersions {
  return chosenNow(known, { definitions, fingerprint, choose: writtenVersions });
}

/** The same and versions being built: for commands that write beside the projectors. */
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

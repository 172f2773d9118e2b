import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Seconds that the long files take in a whole run on two cores, roughly. One of these begun last keeps the others of its
 * project waiting for it alone; without this a fresh clone begins with the files of most bytes. A figure that is out of
 * date costs time and nothing else.
 */
export const SECONDS: Readonly<Record<string, number>> = {
  'shared/redaction/src/testing/hostile-texts.test.ts': 26,
  'shared/redaction/src/planted-numbers-figures.test.ts': 26,
  'test/simulation/simulation.test.ts': 26,
  'shared/projection/src/projections/convergence.test.ts': 12,
  'shared/contracts/src/compression.test.ts': 10,
  'shared/credit-reports/src/pdf-renderer.test.ts': 8,

  'services/operator/src/rebuild/rebuild.int.test.ts': 117,
  'test/faults/kafka.int.test.ts': 42,
  'services/operator/src/rebuild/erase-beside-rebuild.int.test.ts': 34,
  'test/faults/surroundings.int.test.ts': 33,
  'services/operator/src/rebuild/location-rebuild.int.test.ts': 31,
  'services/projector/src/back-pressure.int.test.ts': 31,
  'test/faults/mongodb.int.test.ts': 31,
  'services/projector/src/bad-input.int.test.ts': 25,
  'services/query/src/queries/outage.int.test.ts': 25,
  'test/faults/query-stop.int.test.ts': 24,
  'test/faults/group.int.test.ts': 23,
  'services/operator/src/erase/erase.int.test.ts': 21,
  'services/operator/src/rebuild/compaction.int.test.ts': 21,
  'services/projector/src/convergence.int.test.ts': 20,
  'services/operator/src/verify/verify.int.test.ts': 19,
  'services/operator/src/status/status.int.test.ts': 17,
  'test/faults/rebuild.int.test.ts': 17,
  'infra/local/src/stack.int.test.ts': 15,
  'test/faults/stop.int.test.ts': 14,
  'services/query/src/server/malformed.int.test.ts': 12,
  'services/query/src/freshness/positions.int.test.ts': 12,
  'services/operator/src/dead-letters/dead-letters.int.test.ts': 12,
  'services/query/src/quota/limits.int.test.ts': 11,
  'shared/contracts/src/publish-command.int.test.ts': 11,
  'services/query/src/credentials/access.int.test.ts': 9,

  'test/chaos/kill-projector.e2e.test.ts': 90,
  'test/e2e/rebuild.e2e.test.ts': 69,
  'test/e2e/demo-leaks.e2e.test.ts': 53,
  'test/e2e/access-process.e2e.test.ts': 42,
  'test/e2e/start.e2e.test.ts': 35,
  'test/e2e/next-build.e2e.test.ts': 33,
  'test/invariants/no-ssn.e2e.test.ts': 30,
  'test/invariants/isolation.e2e.test.ts': 30,
  'test/e2e/pipeline-walk.e2e.test.ts': 21,
  'test/chaos/lose-pdf-jobs.e2e.test.ts': 16,
  'test/e2e/publish-to-visible.e2e.test.ts': 15,
  'test/e2e/pdf-object-store.e2e.test.ts': 15,
  'test/e2e/read-your-writes.e2e.test.ts': 14,
  'test/e2e/access-changes.e2e.test.ts': 9,
};

/** Within each group of projects: first the files of the table, the longest of them first, then the others as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return SECONDS[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

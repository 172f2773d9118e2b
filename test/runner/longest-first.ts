import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readDurations } from './durations.mjs';

/**
 * Within each group of projects the longest files of the recorded run come first, then the others in Vitest's order. A
 * long file that begins last keeps its group waiting; a fresh clone has no figures of its own (`npm run test:durations`).
 */
export class LongestFirst extends BaseSequencer {
  readonly #durations = readDurations();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return this.#durations[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

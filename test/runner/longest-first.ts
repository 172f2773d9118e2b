import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/** Seconds by test file, relative to the repository. */
const secondsByFile: Readonly<Record<string, number>> = durations;

/**
 * Within each group of projects the longest files of the recorded run come first, then the others in Vitest's order. A
 * long file that begins last keeps its group waiting; a fresh clone has no figures of its own (`npm run test:durations`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return secondsByFile[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
  }
}

function groupOf({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

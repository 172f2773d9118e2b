import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

/** Seconds by test file, relative to the repository. */
const secondsByFile: Readonly<Record<string, number>> = durations;

/** Whole systems first, because they take longest and wait most; a worker that goes on to another kind starts anew, so each is a row. */
const KINDS = ['e2e', 'int', 'mutation', 'property', 'unit'];

/**
 * Within each kind the longest files of the recorded run come first, then the others in Vitest's order. A long file that
 * begins last keeps the run waiting; a fresh clone has no figures of its own (`npm run test:durations`).
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => kindOf(a) - kindOf(b) || this.#secondsOf(b) - this.#secondsOf(a));
  }

  #secondsOf({ moduleId }: TestSpecification): number {
    return secondsByFile[moduleId.slice(this.ctx.config.root.length + 1)] ?? 0;
  }
}

function kindOf({ project }: TestSpecification): number {
  return KINDS.indexOf(project.name);
}

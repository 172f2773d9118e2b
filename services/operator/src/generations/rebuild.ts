import { failureCode, RetryableError } from '@fundlens/runtime/errors';
import type { Comparison } from '../comparison.ts';
import type { GenerationOperations } from './generation-operations.ts';
import type { ProjectorProcess } from './projector-process.ts';

export type RebuildOptions = {
  readonly operations: GenerationOperations;
  readonly startProjector: (generation: number) => ProjectorProcess;
  /** Whether a process other than this projector has written partitions of the generation lately. */
  readonly isWrittenByOthers: (generation: number, pid: number) => Promise<boolean>;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
};

export type RebuildSteps = {
  readonly say: (text: string) => void;
  readonly progress: (label: string, done: number, total: number | null) => void;
  /** Asked before the generation that readers have used so far is removed. */
  readonly mayDrop: (number: number) => Promise<boolean>;
  readonly acceptDifferences: boolean;
};

export type RebuildResult = {
  readonly generation: number;
  readonly comparison: Comparison;
  readonly outcome: 'done' | 'differs';
};

export type Rebuild = (steps: RebuildSteps) => Promise<RebuildResult>;

const LOOK_MS = 500;

/**
 * Everything that a rebuild takes, on one machine: add → a projector that fills → compare → switch → drop. Each step may be
 * repeated, so a command that was interrupted is given again, and goes on with the generation that it was filling.
 */
export function createRebuild(options: RebuildOptions): Rebuild {
  const { operations, startProjector, isWrittenByOthers, sleep } = options;

  return async (steps) => {
    const { say } = steps;
    const known = await operations.list();
    const before = known.find(({ isActive }) => isActive)?.number ?? 0;
    // What a rebuild that was interrupted was filling.
    const unfinished = known.findLast(({ number: own, difference }) => own > before && difference === null);
    const number = unfinished?.number ?? (await operations.add());
    say(unfinished === undefined ? `Generation ${number} is added.` : `Going on with generation ${number}.`);
    const projector = startProjector(number);
    try {
      await filled(number, projector, steps);
      say('Comparing …');
      const comparison = await operations.compare(number, (documents) => steps.progress('comparing', documents, null));
      if (comparison.differences.length > 0 && !steps.acceptDifferences) {
        return { generation: number, comparison, outcome: 'differs' };
      }
      await switched(number);
      say(`Readers use generation ${number} within a second.`);
      await dropped(before, steps);
      await succeeded(number, projector, steps);
      return { generation: number, comparison, outcome: 'done' };
    } finally {
      await projector.stop();
    }
  };

  async function filled(number: number, projector: ProjectorProcess, { progress }: RebuildSteps): Promise<void> {
    for (;;) {
      const ending = projector.ending();
      if (ending !== null)
        throw new RetryableError('projector_ended', `The projector that fills it is gone: ${ending}.`);
      const own = (await operations.list()).find((generation) => generation.number === number);
      if (own !== undefined) {
        progress('replaying', own.applied, own.applied + own.lag);
        const isThere = own.lag === 0 && own.ageMs !== null && own.uncounted === 0;
        if (isThere && (await operations.behind(number)).length === 0) return;
      }
      await sleep(LOOK_MS);
    }
  }

  /** Events go on arriving: one of the next looks finds it as far as the other in every partition. */
  async function switched(number: number): Promise<void> {
    for (;;) {
      try {
        await operations.switchTo(number);
        return;
      } catch (error) {
        if (failureCode(error) !== 'generation_behind') throw error;
        await sleep(LOOK_MS);
      }
    }
  }

  async function dropped(before: number, { say, mayDrop }: RebuildSteps): Promise<void> {
    if (await mayDrop(before)) return await operations.drop(before);
    say(
      `Generation ${before} is kept, and still written: the way back is "fundlens generations switch ${before}". This command ` +
        `goes on until it is dropped ("fundlens generations drop ${before}"), because nothing else writes the new one yet.`,
    );
    while ((await operations.list()).some((generation) => generation.number === before)) await sleep(LOOK_MS);
  }

  /** Projectors without a number of their own go over to what readers use once theirs is dropped. */
  async function succeeded(number: number, { pid }: ProjectorProcess, { say }: RebuildSteps): Promise<void> {
    say('Waiting for a projector that goes on with it …');
    while (!(await isWrittenByOthers(number, pid))) await sleep(LOOK_MS);
  }
}

import type { DeadLetterRepository } from '@fundlens/projection/dead-letters/dead-letter-repository-store';
import type { ReplayDeadLetter } from '@fundlens/projection/replay/replay';
import type { Erase } from './erase/eraser.ts';
import type { RebuildRunner } from './rebuild/composition-root.ts';
import type { RebuildRun } from './rebuild/rebuild-run.ts';
import type { LocationRebuild } from './rebuild/location-rebuild.ts';
import type { Status } from './status/status.ts';
import type { Verify } from './verify/verify.ts';

/** What an operator can do, apart from how it is asked for and shown. */
export type Operations = {
  status(projectorUrls: readonly string[]): Promise<Status>;
  readonly deadLetters: Pick<DeadLetterRepository, 'count' | 'list' | 'find'> & {
    readonly replay: ReplayDeadLetter;
    /** @returns whether it was open. */
    discard(id: string, how: { readonly by: string; readonly because: string }): Promise<boolean>;
  };
  readonly verify: Verify;
  readonly erase: Erase;
  readonly rebuildLocation: LocationRebuild;
  /** With connections of its own: it may last for hours. */
  openRebuild(hooks: {
    readonly onProgress: (run: RebuildRun) => void;
    /** Lines of its log, from warnings on. */
    readonly onRemark: (line: string) => void;
  }): RebuildRunner;
  close(): Promise<void>;
};

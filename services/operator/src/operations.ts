import type { DeadLetterOperations } from './dead-letters/dead-letter-commands.ts';
import type { EraseOperations } from './erase/erase-commands.ts';
import type { RebuildOperations } from './rebuild/rebuild-commands.ts';
import type { Status } from './status/status.ts';
import type { VerifyOperations } from './verify/verify-commands.ts';

/** What an operator can do, apart from how it is asked for and shown. */
export type Operations = DeadLetterOperations &
  EraseOperations &
  RebuildOperations &
  VerifyOperations & {
    status(projectorUrls: readonly string[]): Promise<Status>;
    close(): Promise<void>;
  };

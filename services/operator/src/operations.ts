import type { DeadLetterOperations } from './dead-letters/dead-letter-commands.ts';
import type { EraseOperations } from './erase/erase-commands.ts';
import type { RebuildOperations } from './rebuild/rebuild-commands.ts';
import type { Status, StatusLimits } from './status/status.ts';
import type { VerifyOperations } from './verify/verify-commands.ts';

/** The operations of the commands, without arguments and output. */
export type Operations = DeadLetterOperations &
  EraseOperations &
  RebuildOperations &
  VerifyOperations & {
    status(projectorUrls: readonly string[], limits: StatusLimits): Promise<Status>;
    close(): Promise<void>;
  };

import type { AuditOperations } from './audit/audit-commands.ts';
import type { IndexOperations } from './audit/indexes-command.ts';
import type { DeadLetterOperations } from './dead-letters/dead-letter-commands.ts';
import type { EraseOperations } from './erase/erase-commands.ts';
import type { ErasuresOperations } from './erase/erasures-commands.ts';
import type { ExplainOperations } from './explain/explain-commands.ts';
import type { GenerationOperations } from './generations/generation-operations.ts';
import type { RebuildOperations } from './generations/rebuild-command.ts';
import type { StatusOperations } from './status/status-commands.ts';
import type { VerifyOperations } from './verify/verify-commands.ts';

/** The operations of the commands, without arguments and output. */
export type Operations = AuditOperations &
  DeadLetterOperations &
  EraseOperations &
  ErasuresOperations &
  ExplainOperations &
  IndexOperations &
  RebuildOperations & { readonly generations: GenerationOperations } & StatusOperations &
  VerifyOperations & {
    /** What to do about an error of a connection, with the option concerned; null for any other error. */
    advice(error: unknown): string | null;
    close(): Promise<void>;
  };

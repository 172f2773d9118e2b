import { createReadStream } from 'node:fs';
import { InvalidError } from '@fundlens/runtime/errors';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { eraseText, MAX_SHOWN } from './erase-text.ts';
import type { Erase, EraseResult } from './eraser.ts';
import { type ListedErasure, readErasureList } from './erasure-list.ts';

type FromFile = {
  readonly from: string;
  /** Null: the accounts of the list. */
  readonly by: string | null;
  readonly dryRun: boolean;
  readonly yes: boolean;
};

type RepeatedErasures = EraseResult & { readonly erasures: number };

/**
 * Repeats the erasures of a list, e.g. after an older backup was restored. The whole list is read before anything is erased; each
 * erasure may be repeated, so a command that was interrupted is given again.
 */
export async function eraseFrom(
  { from, by, dryRun, yes }: FromFile,
  { operations, terminal }: CommandContext<{ readonly erase: Erase }>,
): Promise<ExitStatus> {
  const list = await listOf(from);
  const question = `Erase the ${list.length} contacts and locations of the list? It cannot be undone.`;
  if (list.length > 0 && !dryRun && !yes && !(await terminal.confirm(question))) {
    terminal.fail('Nothing was changed. Answer y, or give --yes.');
    return EXIT.unconfirmed;
  }
  const result = await repeat(list, {
    erase: (listed) => operations.erase(listed.subject, { by: by ?? listed.by, dryRun }, () => undefined),
    progress: (done) => terminal.progress('erasing', done, list.length),
  });
  const head = list.length === 0 ? 'The list has no erasure.' : `${list.length} contacts and locations of the list.`;
  terminal.result(result, `${head}\n${eraseText(result, dryRun)}`);
  return result.remaining.length === 0 ? EXIT.done : EXIT.attention;
}

async function listOf(path: string): Promise<ListedErasure[]> {
  try {
    return await readErasureList(createReadStream(path));
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const code = 'code' in error ? String(error.code) : 'unknown';
    throw new InvalidError('erasure_list', `The file of --from cannot be read (${code}). Nothing was erased.`);
  }
}

async function repeat(
  list: readonly ListedErasure[],
  steps: {
    readonly erase: (listed: ListedErasure) => Promise<EraseResult>;
    readonly progress: (done: number) => void;
  },
): Promise<RepeatedErasures> {
  let total: EraseResult = { documents: 0, deadLetters: 0, remaining: [] };
  for (const [done, listed] of list.entries()) {
    steps.progress(done);
    const { documents, deadLetters, remaining } = await steps.erase(listed);
    total = {
      documents: total.documents + documents,
      deadLetters: total.deadLetters + deadLetters,
      // A list may be long, and what is left of most of it has one reason.
      remaining: [...new Set([...total.remaining, ...remaining])].slice(0, MAX_SHOWN + 1),
    };
  }
  return { erasures: list.length, ...total };
}

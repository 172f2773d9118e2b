import type { Explanation } from '@fundlens/projection/explain/explanation';
import type { Command } from 'commander';
import { isJson, type Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { instant } from '../instant.ts';
import { wholeNumber } from '../whole-number.ts';
import { explanationText } from './explain-text.ts';

/** The question as it was given, and how far back the log is read. */
export type ExplainRequest = {
  readonly question: string;
  readonly locationId: string | null;
  /** Epoch milliseconds; null: as far as the documents tell. */
  readonly since: number | null;
  /** Whether keys are looked for beside the partition of the default partitioner. */
  readonly everywhere: boolean;
  readonly maxRecords: number;
  readonly maxMatches: number;
};

export type ExplainOperations = {
  /** @throws InvalidError when the question is none. */
  explain(request: ExplainRequest, progress: (read: number, total: number) => void): Promise<Explanation>;
};

/** Some seconds of reading small records. */
const DEFAULT_MAX_RECORDS = 1_000_000;
const MOST_RECORDS = 1_000_000_000;
/** More than a person reads; all of them are in memory. */
const DEFAULT_MATCHES = 200;
const MOST_MATCHES = 10_000;

type Given = {
  readonly location?: string;
  readonly since?: Date;
  readonly allPartitions?: boolean;
  readonly maxRecords: number;
  readonly limit: number;
};

export function addExplain(program: Command, perform: Perform<ExplainOperations>): void {
  program
    .command('explain')
    .description('what reached an entity, and what became of it: applied, outranked, set aside, erased, not reached')
    .argument('<what>', 'a key (contact:LOCATION:CONTACT), the id of an event, or the path of a route')
    .option('--location <id>', 'the location of a path that names none')
    .option('--since <time>', 'read back to here: 2026-03-14, 2026-03-14T09:00Z, or 30m, 24h, 7d ago', instant)
    .option('--all-partitions', 'publishers have partitioners of their own, or the topic has more partitions now')
    .option(
      '--max-records <n>',
      'read at most so many',
      wholeNumber({ from: 1, to: MOST_RECORDS }),
      DEFAULT_MAX_RECORDS,
    )
    .option('--limit <n>', 'show at most so many records', wholeNumber({ from: 1, to: MOST_MATCHES }), DEFAULT_MATCHES)
    .action(async (what: string, given: Given, command: Command) => {
      await perform(isJson(command), async ({ operations, terminal }) => {
        const request = {
          question: what,
          locationId: given.location ?? null,
          since: given.since?.getTime() ?? null,
          everywhere: given.allPartitions === true,
          maxRecords: given.maxRecords,
          maxMatches: given.limit,
        };
        const explanation = await operations.explain(request, (read, total) =>
          terminal.progress('reading back', read, total),
        );
        terminal.result(explanation, explanationText(explanation));
        return explanation.found ? EXIT.done : EXIT.attention;
      });
    });
}

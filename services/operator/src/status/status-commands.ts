import { type Command, InvalidArgumentError } from 'commander';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import { wholeNumber } from '../arguments.ts';
import { DEFAULT_LIMITS, needsAttention, type StatusLimits } from '@fundlens/projection/status/status';
import { type AskedStatus, statusText } from './status-text.ts';

type StatusArguments = {
  readonly projector: readonly string[];
  readonly maxAge: number;
  readonly maxLag: number;
};

/** As good as no limit: thirty years, or more records than a partition holds. */
const anyLimit = wholeNumber({ from: 0, to: 999_999_999 });

type Operations = { status(projectorUrls: readonly string[], limits: StatusLimits): Promise<AskedStatus> };

export function addStatus(program: Command, perform: Perform<Operations>): void {
  program
    .command('status')
    .description('lag, freshness, what stopped and why, dead letters, dashboards, generations')
    .option('--projector <url>', 'admin port of a projector to ask; may be repeated', webUrl, [])
    .option('--max-age <seconds>', 'the oldest that a partition may be', anyLimit, DEFAULT_LIMITS.maxAgeMs / 1_000)
    .option('--max-lag <records>', 'the most records that a partition may be behind', anyLimit, DEFAULT_LIMITS.maxLag)
    .action(async (given: StatusArguments, command: Command) => {
      await perform(command, async ({ operations, terminal }) => {
        const limits = { maxAgeMs: given.maxAge * 1_000, maxLag: given.maxLag };
        const found = await operations.status(given.projector, limits);
        terminal.result(found, statusText(found));
        const isWell = !needsAttention(found) && found.projectors.every(({ state }) => state === 'ready');
        return isWell ? EXIT.done : EXIT.attention;
      });
    });
}

function webUrl(given: string, before: readonly string[]): readonly string[] {
  const url = URL.parse(given);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new InvalidArgumentError('It must be a web URL.');
  if (url.username !== '' || url.password !== '') throw new InvalidArgumentError('It must not hold a password.');
  return [...before, url.origin];
}

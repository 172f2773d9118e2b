import type { Command } from 'commander';
import { locationId } from '../arguments.ts';
import type { Perform } from '../command-context.ts';
import { differencesText } from '../comparison.ts';
import { EXIT } from '@fundlens/runtime/run-command';
import type { VerifyResult } from './verify.ts';

export function addVerify(program: Command, perform: Perform): void {
  program
    .command('verify')
    .description('recomputes documents and dashboard of a location from the log and compares them with what is stored')
    .requiredOption('--location <id>', 'everything of this location', locationId)
    .action(
      perform(async ({ system, terminal }, { location }: { readonly location: string }) => {
        const { verify } = await import('./verify.ts');
        const result = await verify(system, location, (done, total) => terminal.progress('reading', done, total));
        terminal.result(result, verifyText(result));
        return result.differences.length + result.moving.length === 0 ? EXIT.done : EXIT.attention;
      }),
    );
}

function verifyText({ location, events, compared, shortened, ...found }: VerifyResult): string {
  const lost = `The log no longer has its beginning in ${shortened.join(', ')}: what was said there counts as a difference.`;
  return [
    `${compared} documents of ${location} compared with ${events} events.`,
    ...differencesText(found, 'verify'),
    ...(shortened.length === 0 ? [] : [lost]),
  ].join('\n');
}

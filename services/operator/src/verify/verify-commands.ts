import type { Command } from 'commander';
import { locationId } from '../arguments.ts';
import type { Perform } from '../command-context.ts';
import { EXIT } from '../exit-status.ts';
import type { Verify, VerifyResult } from './verify.ts';

/** The text lists this many differences and counts the others. */
const MAX_SHOWN = 200;

export function addVerify(program: Command, perform: Perform<{ readonly verify: Verify }>): void {
  program
    .command('verify')
    .description('recomputes documents and dashboard of a location from the log and compares them with what is stored')
    .requiredOption('--location <id>', 'everything of this location', locationId)
    .action(async ({ location }: { readonly location: string }, command: Command) => {
      await perform(command, async ({ operations, terminal }) => {
        const result = await operations.verify(location, (done, total) => terminal.progress('reading', done, total));
        terminal.result(result, verifyText(result));
        return result.differences.length + result.moving.length === 0 ? EXIT.done : EXIT.attention;
      });
    });
}

function verifyText({ location, events, compared, differences, moving, shortened }: VerifyResult): string {
  const lines = [
    `${compared} documents of ${location} compared with ${events} events.`,
    ...differences.slice(0, MAX_SHOWN).map(({ document, part }) => `${document}: ${part}`),
    ...(differences.length > MAX_SHOWN ? [`… and ${differences.length - MAX_SHOWN} more`] : []),
    differences.length === 0 ? 'No difference.' : `${differences.length} differ.`,
  ];
  if (moving.length > 0) lines.push(`${moving.length} changed all the while: verify again.`);
  if (shortened.length > 0) {
    lines.push(
      `The log no longer has its beginning in ${shortened.join(', ')}: what was said there counts as a difference.`,
    );
  }
  return lines.join('\n');
}

import { ID_PATTERN } from '@fundlens/contracts/field-rules';
import { MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/limits';
import { InvalidError } from '@fundlens/runtime/errors';
import { type Command, InvalidArgumentError } from 'commander';
import { isJson, type Perform } from '../command-context.ts';
import { wholeNumber } from '../whole-number.ts';
import { EXIT } from '../exit-status.ts';
import type { Verify, VerifyResult } from './verify.ts';

/** The slots of so many documents of each read model are in memory together, with those of the same entities. */
const MAX_SAMPLE = 1_000;
/** The text lists this many differences and counts the others. */
const MAX_SHOWN = 200;

type Given = { readonly location?: string; readonly sample?: number };

export type VerifyOperations = { readonly verify: Verify };

export function addVerify(program: Command, perform: Perform<VerifyOperations>): void {
  program
    .command('verify')
    .description('recomputes documents and dashboards from the log and compares them with what is stored')
    .option('--location <id>', 'everything of this location', locationId)
    .option(
      '--sample <n>',
      'so many documents of each read model, drawn at random; no dashboards',
      wholeNumber({ from: 1, to: MAX_SAMPLE }),
    )
    .action(async (given: Given, command: Command) => {
      const { location, sample } = given;
      if ((location === undefined) === (sample === undefined)) {
        throw new InvalidError('selection', 'Name --location or --sample: exactly one of them.');
      }
      await perform(isJson(command), async ({ operations, terminal }) => {
        const what = location === undefined ? { sample: sample ?? 1 } : { locations: [location] };
        const result = await operations.verify(what, (done, total) => terminal.progress('reading', done, total));
        terminal.result(result, verifyText(result));
        return result.differences.length + result.moving.length === 0 ? EXIT.done : EXIT.attention;
      });
    });
}

export function locationId(given: string): string {
  if (given.length > MAX_LOCATION_ID_LENGTH || !ID_PATTERN.test(given)) {
    throw new InvalidArgumentError('It must be the id of a location.');
  }
  return given;
}

function verifyText({ locations, events, compared, differences, moving, shortened }: VerifyResult): string {
  const lines = [
    `${compared} documents and dashboards of ${locations.length} locations compared with ${events} events.`,
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

import { resolve } from 'node:path';
import type { Tracing } from '@fundlens/runtime/tracing';
import type { Kafka } from 'kafkajs';
import type { Codec } from '../wire/codec.ts';
import { readEvents } from './ndjson-reader.ts';
import type { PublishArguments } from './publish-arguments.ts';
import { callerDirectory } from './publish-config.ts';
import { checkEvents, type InputCheck, publishEvents } from './publish-events.ts';
import { type ProgressMeter, progressOn } from './publish-progress.ts';
import { listedLines, plural, positionSummary } from './publish-report.ts';
import { createPublisher } from './publisher.ts';
import { fileInput, type ReplayableInput, streamInput } from './replayable-input.ts';

export type Print = (line: string) => void;

export type Target = { readonly kafka: Kafka; readonly codec: Codec; readonly tracing: Tracing };

/** What is read, and who is told how far. */
export type Source = { readonly input: ReplayableInput; readonly progress: ProgressMeter };

/**
 * Opens the input of a command, and closes it when the work has ended.
 * @throws InvalidError when the input cannot be read.
 */
export async function withSource<T>({ file }: PublishArguments, work: (source: Source) => Promise<T>): Promise<T> {
  const input =
    file === undefined ? await streamInput(process.stdin) : await fileInput(resolve(callerDirectory(), file));
  const progress = progressOn(process.stderr, { clock: () => performance.now(), share: input.share });
  try {
    return await work({ input, progress });
  } finally {
    await input.close();
  }
}

type CheckOptions = Pick<Parameters<typeof checkEvents>[1], 'codec' | 'checked'>;

/** Puts the whole input through all checks, and prints what is refused. */
export async function checkSource(
  { input, progress }: Source,
  options: CheckOptions,
  print: Print,
): Promise<InputCheck> {
  const reads = readEvents(input.read());
  const check = await checkEvents(reads, { ...options, progress: progress.show }).finally(progress.end);
  const { refusedLines, refused } = check;
  if (refusedLines.size > 0) print(`Refused: ${plural(refusedLines.size, 'line')}`);
  for (const text of refused.flatMap(listedLines)) print(text);
  const more = refusedLines.size - refused.length;
  if (more > 0) print(`  … and ${plural(more, 'more line')}`);
  return check;
}

/**
 * Checks the input, then sends it.
 * @returns whether all of it is published now
 */
export async function checkAndSend(
  source: Source,
  target: Target,
  { keepGoing, print }: { readonly keepGoing: boolean; readonly print: Print },
): Promise<boolean> {
  const check = await checkSource(source, { codec: target.codec }, print);
  const isWhole = check.refusedLines.size === 0;
  if (!isWhole && !keepGoing) print('Nothing was published.');
  else if (check.good === 0) print('There is nothing to publish.');
  else {
    await source.input.assertUnchanged();
    await send(source, target, { check, print });
  }
  return isWhole;
}

type Sending = { readonly check: InputCheck; readonly print: Print };

async function send({ input, progress }: Source, target: Target, { check, print }: Sending): Promise<void> {
  const { refusedLines } = check;
  const summary = positionSummary();
  const publisher = createPublisher(target);
  try {
    await publisher.start();
    const reads = readEvents(input.read());
    const options = { publisher, refusedLines, progress: progress.show, stored: summary.add };
    await publishEvents(reads, options).finally(progress.end);
  } finally {
    await publisher.stop();
    const refused = refusedLines.size > 0 ? `, refused ${plural(refusedLines.size, 'line')}` : '';
    print(`Published ${plural(summary.count(), 'event')}${refused}.`);
    for (const line of summary.lines()) print(line);
    const header = summary.waitHeader();
    if (header !== null) print(`To read an answer that has all of it, send the header:\n  ${header}`);
  }
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { avroReader } from './avro-reader.ts';
import { readCsvMapping } from './csv-mapping.ts';
import { csvReader } from './csv-reader.ts';
import type { EventReader } from './event-reader.ts';
import { ndjsonReader } from './ndjson-reader.ts';
import type { PublishArguments } from './publish-arguments.ts';
import { callerDirectory } from './publish-config.ts';
import { type ProgressMeter, progressOn } from './publish-progress.ts';
import { fileInput, type ReplayableInput, streamInput } from './replayable-input.ts';

/** What is read, and how. */
export type Source = {
  readonly input: ReplayableInput;
  readonly reader: EventReader;
  /** Differs where the same bytes are read as other events. */
  readonly readAs: string;
  readonly progress: ProgressMeter;
};

/**
 * Opens the input of a command, and closes it when the work has ended.
 * @throws InvalidError when the input or its mapping cannot be read.
 */
export async function withSource<T>(options: PublishArguments, work: (source: Source) => Promise<T>): Promise<T> {
  const { file } = options;
  const { reader, readAs } = await readerOf(options);
  const input =
    file === undefined ? await streamInput(process.stdin) : await fileInput(resolve(callerDirectory(), file));
  const progress = progressOn(process.stderr, { clock: () => performance.now(), share: input.share });
  try {
    return await work({ input, reader, readAs, progress });
  } finally {
    await input.close();
  }
}

async function readerOf({ format, mapping }: PublishArguments): Promise<Pick<Source, 'reader' | 'readAs'>> {
  if (mapping === undefined) return { reader: format === 'avro' ? avroReader : ndjsonReader, readAs: format };
  const text = await readFile(resolve(callerDirectory(), mapping), 'utf8').catch(() => {
    throw new InvalidError('csv_mapping', 'The mapping cannot be read.');
  });
  const digest = createHash('sha256').update(text).digest('hex');
  return { reader: csvReader(readCsvMapping(text)), readAs: `csv ${digest}` };
}

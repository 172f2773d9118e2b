import { open, readFile, rename } from 'node:fs/promises';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';

/** How far an input is published, for a run that goes on where an earlier one ended. */
export type PublishState = z.infer<typeof stateSchema>;

const position = z.object({
  topic: z.string(),
  partition: z.int(),
  first: z.string().regex(/^\d+$/),
  last: z.string().regex(/^\d+$/),
  count: z.int(),
});

const stateSchema = z.object({
  /** Of this file. */
  format: z.literal(1),
  /** SHA-256 of the input's bytes. */
  input: z.string(),
  /** Which cluster and topics, and how the input is read. */
  target: z.string(),
  /** The last line, record or row up to which Kafka has all good events. */
  acknowledged: z.int().min(0),
  /** What the earlier runs stored, by partition. */
  positions: z.array(position),
});

/**
 * Null when there is no such file yet.
 * @throws InvalidError when it is not one that a publisher wrote.
 */
export async function readPublishState(path: string): Promise<PublishState | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new InvalidError('resume_state', 'The file of --resume cannot be read.');
  }
  try {
    return stateSchema.parse(JSON.parse(text));
  } catch {
    throw new InvalidError('resume_state', 'The file of --resume is not one that publish wrote. Name another one.');
  }
}

/** Whole or not at all, and on the disk before this resolves: a crash leaves the state before or the new one. */
export async function writePublishState(path: string, state: PublishState): Promise<void> {
  const next = `${path}.new`;
  const handle = await open(next, 'w');
  try {
    await handle.writeFile(`${JSON.stringify(state, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(next, path);
}

/** @throws InvalidError when the state is of another input or another target: going on would leave events out. */
export function requireSame(state: PublishState, now: Pick<PublishState, 'input' | 'target'>): void {
  const other = state.input !== now.input ? 'another input' : state.target !== now.target ? 'another target' : null;
  if (other === null) return;
  throw new InvalidError(
    'resume_state',
    `The file of --resume is of ${other}: cluster, topics, mapping and every byte of the input must be those of the first run. Nothing was published.`,
  );
}

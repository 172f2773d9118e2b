import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidError } from '@fundlens/runtime/errors';
import { z } from 'zod';
import { replaceFile } from '../../replace-file.ts';
import { demoTokens } from '../tokens.ts';

const stateSchema = z.object({
  seed: z.string(),
  /** The demo's "now" in epoch milliseconds: the moment of the first start. */
  baseInstant: z.number(),
  scale: z.enum(['full', 'small']),
  /** The tokens follow from it. */
  tokenSecret: z.string().min(32),
  /** The query service signs its cursors with it. */
  cursorSecret: z.string().min(32),
  /** The Kafka cluster that has all demo events; null while none has. */
  seededCluster: z.string().nullable(),
});

/** What one demo installation has to remember so that it is the same at every start. Holds secrets. */
export type DemoState = z.infer<typeof stateSchema>;

const FILE = 'demo.json';

/**
 * The state of the installation in `directory`, made at its first start.
 * @throws InvalidError `demo_state_damaged` when the file is there but is not what it was
 */
export function openDemoState(directory: string, first: Pick<DemoState, 'baseInstant' | 'scale'>): DemoState {
  if (existsSync(join(directory, FILE))) return readState(directory);
  const secret = () => randomBytes(32).toString('base64url');
  const state = { seed: 'fundlens', ...first, tokenSecret: secret(), cursorSecret: secret(), seededCluster: null };
  saveDemoState(directory, state);
  return state;
}

/** Readable by its owner only. The tokens stand there for scripts; they are never read back. */
export function saveDemoState(directory: string, state: DemoState): void {
  const content = { ...state, tokens: demoTokens(state.tokenSecret) };
  replaceFile(join(directory, FILE), `${JSON.stringify(content, null, 2)}\n`, 0o600);
}

function readState(directory: string): DemoState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(join(directory, FILE), 'utf8')));
  } catch (cause) {
    const sentence = `${FILE} in the data directory is damaged: run "npm run reset".`;
    throw new InvalidError('demo_state_damaged', sentence, { cause });
  }
}

/** The same at every start, as the tokens are. */
export function adminTokenOf({ tokenSecret }: Pick<DemoState, 'tokenSecret'>): string {
  return createHmac('sha256', tokenSecret).update('admin').digest('base64url');
}

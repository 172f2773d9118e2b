import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVER_NAMES, type ServerName } from '../server.ts';
import { findEngine, ignoreGone, removeLabelled, STACK_LABEL } from './engine.ts';

/**
 * Containers write as users of their own, so their data lives in named volumes and not in the data directory, which its
 * owner could then not remove. The name holds the stack's id, so every checkout has its own.
 */
export function volumeOf(stack: string, name: ServerName): string {
  return `fundlens-${stack}-${name}`;
}

/** A name for the stack of a directory, as engines accept it. */
export function stackIdOf(dataDirectory: string): string {
  return createHash('sha256').update(resolve(dataDirectory)).digest('hex').slice(0, 12);
}

/** Its presence says that a stack has had containers, so that others need not ask an engine. */
const MARK = 'has-containers';

export function markContainers(dataDirectory: string): void {
  writeFileSync(join(dataDirectory, MARK), `${stackIdOf(dataDirectory)}\n`);
}

export function hasHadContainers(dataDirectory: string): boolean {
  return existsSync(join(dataDirectory, MARK));
}

type Cleaning = {
  environment: Record<string, string | undefined>;
  report: (line: string) => void;
};

/** Removes the containers that a killed runner left. Only for the process that has taken the directory. */
export async function removeOrphanedContainers(dataDirectory: string, options: Cleaning): Promise<void> {
  if (!hasHadContainers(dataDirectory)) return;
  const engine = await findEngine(options.environment);
  // Without an engine nothing of them runs.
  if (engine === undefined) return;
  const count = await removeLabelled(engine, { name: STACK_LABEL, value: stackIdOf(dataDirectory) });
  if (count > 0) options.report(`removed ${count} containers that an earlier run left`);
}

/** Removes the stored data of a stack's containers. Only after they are gone. */
export async function removeVolumes(dataDirectory: string, options: Cleaning): Promise<void> {
  if (!hasHadContainers(dataDirectory)) return;
  const engine = await findEngine(options.environment);
  const volumes = SERVER_NAMES.map((name) => volumeOf(stackIdOf(dataDirectory), name));
  if (engine === undefined) {
    options.report(`no container engine answers, so these volumes stay: ${volumes.join(', ')}`);
    return;
  }
  const { dockerode } = engine.container;
  await Promise.all(volumes.map((volume) => dockerode.getVolume(volume).remove().catch(ignoreGone)));
}

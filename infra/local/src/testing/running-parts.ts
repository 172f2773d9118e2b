import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findEngine, STACK_LABEL } from '../container/engine.ts';
import { stackIdOf } from '../container/volumes.ts';
import { isAlive } from '../process-identity.mjs';
import { readRecords } from '../recorded-process.ts';
import { recordsOf } from '../stack-directory.ts';

/** What a stack has running at the moment of the call; each answers later whether it still runs. */
export type RunningPart = { name: string; isRunning: () => Promise<boolean> };

/** The processes and containers of the stack in `directory`, by their records and labels. */
export async function runningParts(directory: string): Promise<RunningPart[]> {
  return [...processesOf(directory), ...(await containersOf(directory))];
}

export async function stillRunning(parts: RunningPart[]): Promise<string[]> {
  const answers = await Promise.all(parts.map(async (part) => ((await part.isRunning()) ? [part.name] : [])));
  return answers.flat();
}

function processesOf(directory: string): RunningPart[] {
  const runs = join(directory, 'run');
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .flatMap((run) => readRecords(recordsOf(directory, run)))
    .map((record) => ({ name: record.name, isRunning: async () => isAlive(record) }));
}

async function containersOf(directory: string): Promise<RunningPart[]> {
  const engine = await findEngine(process.env);
  if (engine === undefined) return [];
  const { dockerode } = engine.container;
  const ids = async () => {
    const label = `${STACK_LABEL}=${stackIdOf(directory)}`;
    return (await dockerode.listContainers({ filters: { label: [label] } })).map(({ Id }) => Id);
  };
  return (await ids()).map((id) => ({ name: `container ${id}`, isRunning: async () => (await ids()).includes(id) }));
}

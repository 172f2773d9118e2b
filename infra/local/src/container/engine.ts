import { sleep } from '@fundlens/runtime/backoff';
import type { ContainerRuntimeClient } from 'testcontainers';
import { mayHaveEngine } from '../engine-sockets.mjs';

/** An engine that has not answered by then would delay every start. */
const ANSWER_MILLISECONDS = 10_000;

/**
 * The container engine of this machine, found as Testcontainers finds it (DOCKER_HOST, then the default sockets);
 * undefined when none answers.
 */
export async function findEngine(
  environment: Record<string, string | undefined>,
): Promise<ContainerRuntimeClient | undefined> {
  if (!mayHaveEngine(environment)) return undefined;
  // Loaded here because it takes most of a second, which a machine without an engine saves.
  const { getContainerRuntimeClient } = await import('testcontainers');
  const late = new AbortController();
  const client = await Promise.race([
    // It rejects only when no engine answers, which is an ordinary thing.
    getContainerRuntimeClient().catch(() => undefined),
    sleep(ANSWER_MILLISECONDS, late.signal).then(() => undefined),
  ]);
  late.abort();
  return client;
}

/** Marks what belongs to a stack (the directory) and to one run of it, so that it can be found again. */
export const STACK_LABEL = 'fundlens.stack';
export const RUN_LABEL = 'fundlens.run';

/** Removes every container with the label, running or not; their volumes stay. */
export async function removeLabelled(
  client: ContainerRuntimeClient,
  label: { name: string; value: string },
): Promise<number> {
  const { dockerode } = client.container;
  const found = await dockerode.listContainers({ all: true, filters: { label: [`${label.name}=${label.value}`] } });
  await Promise.all(found.map(({ Id }) => dockerode.getContainer(Id).remove({ force: true }).catch(ignoreGone)));
  return found.length;
}

/** Not found, or its removal goes on already. */
export function ignoreGone(error: unknown): void {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status !== 404 && status !== 409) throw error;
}

import { fileURLToPath } from 'node:url';
import { failureCode } from '@fundlens/runtime/errors';
import type { TestProject } from 'vitest/node';
import { type Stack, startStack } from './stack.ts';
import { stackDirectory, TEST_STACK } from './stack-directory.ts';
import type { StackAddresses } from './started-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the real servers of this run: `inject('stack')`. */
    stack: StackAddresses;
  }
}

/** So many test runs may go on at once in one checkout, each with servers of its own. */
const MAXIMUM_PARALLEL_RUNS = 8;

type SharedRun = { stack: Promise<Stack>; users: number };

/** Every vitest project loads this module for itself, so what they share lives outside of it. */
const SHARED_RUN = Symbol.for('fundlens.test-stack');
const shared = globalThis as { [SHARED_RUN]?: SharedRun };

/**
 * One empty stack for the whole run, whichever projects ask for it; ended after the last of them. A server that does
 * not start fails the run: tests never skip for want of one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = shared[SHARED_RUN] ?? { stack: startTestStack(), users: 0 };
  shared[SHARED_RUN] = run;
  run.users += 1;
  const { kafkaBrokers, schemaRegistryUrl, mongodbUrl, redisUrl, mongodbStandIn } = await run.stack;
  project.provide('stack', { kafkaBrokers, schemaRegistryUrl, mongodbUrl, redisUrl, mongodbStandIn });
  return async () => {
    run.users -= 1;
    if (run.users > 0) return;
    delete shared[SHARED_RUN];
    await (await run.stack).stop();
  };
}

async function startTestStack(): Promise<Stack> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? TEST_STACK : `${TEST_STACK}-${number}`;
    try {
      return await startStack({
        dataDirectory: stackDirectory(root, name),
        environment: process.env,
        report: (line) => console.error(`stack: ${line}`),
        emptyFirst: true,
      });
    } catch (error) {
      if (failureCode(error) !== 'stack_in_use' || number === MAXIMUM_PARALLEL_RUNS) throw error;
    }
  }
}

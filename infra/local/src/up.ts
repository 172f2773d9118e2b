import { fileURLToPath } from 'node:url';
import { startStack } from './stack.ts';
import { DEVELOPMENT_STACK, stackDirectory } from './stack-directory.ts';

/** Starts the stack alone, prints its addresses as shell exports and stays until Ctrl-C. */
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort());

const root = fileURLToPath(new URL('../../..', import.meta.url));
try {
  const stack = await startStack({
    dataDirectory: stackDirectory(root, process.argv[2] ?? DEVELOPMENT_STACK),
    environment: process.env,
    report: (line) => console.error(line),
    signal: interrupted.signal,
  });
  console.log(`export KAFKA_BROKERS=${stack.kafkaBrokers.join(',')}`);
  console.log(`export SCHEMA_REGISTRY_URL=${stack.schemaRegistryUrl}`);
  console.log(`export MONGODB_URL='${stack.mongodbUrl}'`);
  console.log(`export REDIS_URL=${stack.redisUrl}`);
  console.error('Ctrl-C ends the stack; its data stays.');
  if (!interrupted.signal.aborted) {
    const alive = setInterval(() => undefined, 60_000);
    await new Promise((resolve) => interrupted.signal.addEventListener('abort', resolve, { once: true }));
    clearInterval(alive);
  }
  console.error('stopping …');
  await stack.stop();
} catch (error) {
  if (!interrupted.signal.aborted) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

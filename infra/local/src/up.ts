import { fileURLToPath } from 'node:url';
import { interruption } from './interruption.ts';
import { startStack } from './stack.ts';
import { DEVELOPMENT_STACK, stackDirectory } from './stack-directory.ts';

/** Starts the stack alone, prints its addresses as shell exports and stays until Ctrl-C. */
const interrupted = interruption();
const root = fileURLToPath(new URL('../../..', import.meta.url));
try {
  const stack = await startStack({
    dataDirectory: stackDirectory(root, process.argv[2] ?? DEVELOPMENT_STACK),
    environment: process.env,
    report: (line) => console.error(line),
    signal: interrupted,
  });
  console.log(`export KAFKA_BROKERS=${stack.kafkaBrokers.join(',')}`);
  console.log(`export SCHEMA_REGISTRY_URL=${stack.schemaRegistryUrl}`);
  console.log(`export MONGODB_URL='${stack.mongodbUrl}'`);
  console.log(`export REDIS_URL=${stack.redisUrl}`);
  console.error('Ctrl-C ends the stack; its data stays.');
  if (!interrupted.aborted) {
    const alive = setInterval(() => undefined, 60_000);
    await new Promise((resolve) => interrupted.addEventListener('abort', resolve, { once: true }));
    clearInterval(alive);
  }
  console.error('stopping …');
  await stack.stop();
} catch (error) {
  if (interrupted.aborted) {
    console.error('interrupted before the stack was up; what had been started is ended');
    process.exitCode = 130;
  } else {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { RetryableError } from '@fundlens/runtime/errors';
import { URL_VARIABLES } from './plan.ts';
import { askKafka, askMongodb, askRedis, askRegistry } from './readiness.ts';
import type { ServerName } from './server.ts';
import type { StartedServer } from './started-server.ts';

/** The server at a given address may be starting at the same time. */
const ANSWER_LIMIT_MILLISECONDS = 30_000;
const ASK_AGAIN_MILLISECONDS = 250;

/**
 * A server that runs already: asked whether it answers, never started, stopped or emptied.
 * @throws RetryableError `server_unreachable`; its message holds no address, which may carry a password
 */
export async function useGivenServer(
  name: ServerName,
  url: string,
  options: { signal: AbortSignal; report: (line: string) => void },
): Promise<StartedServer> {
  const ask = {
    kafka: async () => {
      const kafkaBrokers = url.split(',').map((broker) => broker.trim());
      await askKafka(kafkaBrokers);
      return { kafkaBrokers };
    },
    registry: async () => {
      const schemaRegistryUrl = url.replace(/\/+$/, '');
      await askRegistry(schemaRegistryUrl);
      return { schemaRegistryUrl };
    },
    mongodb: async () => {
      // No write: this may be a database in use.
      const { isStandIn } = await askMongodb(url, { tryInsert: false });
      return { mongodbUrl: url, mongodbStandIn: isStandIn };
    },
    redis: async () => {
      await askRedis(url);
      return { redisUrl: url };
    },
  }[name];

  const deadline = Date.now() + ANSWER_LIMIT_MILLISECONDS;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      const addresses = await ask();
      options.report(`${name}: answers at the given address (${URL_VARIABLES[name]})`);
      return { addresses, stop: async () => undefined };
    } catch (cause) {
      if (Date.now() > deadline) {
        const seconds = ANSWER_LIMIT_MILLISECONDS / 1000;
        throw new RetryableError(
          'server_unreachable',
          `${name}: the server named by ${URL_VARIABLES[name]} did not answer its protocol within ${seconds} s.`,
          { cause },
        );
      }
    }
    await sleep(ASK_AGAIN_MILLISECONDS);
  }
}

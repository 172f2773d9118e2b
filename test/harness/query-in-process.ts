import { createQueryService } from '@fundlens/query/composition-root';
import { readConfig } from '@fundlens/query/config';
import { redactText } from '@fundlens/redaction/redact-text';
import { createFactLogger, createLogger } from '@fundlens/runtime/logger';
import type { CommandStartedEvent } from 'mongodb';
import { type ApiRequest, request } from './api-client.ts';
import { isReady } from './service-process.ts';
import type { TestSystem } from './test-system.ts';
import { eventually } from './waiting.ts';

/** What the driver has sent to MongoDB, in the order of sending. */
export type SentCommand = {
  readonly name: string;
  /** Empty for commands that are about no collection. */
  readonly collection: string;
  readonly command: Readonly<Record<string, unknown>>;
};

export type WatchedQuery = Awaited<ReturnType<typeof startWatchedQuery>>;

/** The query service in this process, from its composition root, with every command of its MongoDB driver recorded. */
export async function startWatchedQuery(system: TestSystem, overrides: Readonly<Record<string, string>> = {}) {
  const config = readConfig({ ...system.queryEnvironment({ port: 0, adminPort: 0 }), ...overrides });
  const sent: SentCommand[] = [];
  const service = createQueryService(config, {
    logger: createLogger({ service: 'query', level: 'silent', sanitize: redactText }),
    facts: createFactLogger({ service: 'query', level: 'silent' }),
    clean: redactText,
    onMongoClient: (client) => client.on('commandStarted', (event) => sent.push(sentCommand(event))),
  });
  await service.start();
  await eventually(() => isReady(service.adminPort()), { what: 'readiness of the query service' });
  const baseUrl = `http://127.0.0.1:${service.port()}/api/v1`;
  return {
    get: (asked: ApiRequest) => request(baseUrl, asked),
    /** Follows a link that an answer has given. */
    async follow(url: string) {
      const { pathname, search } = new URL(url);
      const response = await fetch(new URL(`${pathname}${search}`, baseUrl));
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
    },
    /** Grows with every command; never shrinks. */
    sent,
    stop: () => service.stop(),
  };
}

function sentCommand({ commandName, command }: CommandStartedEvent): SentCommand {
  const target: unknown = commandName === 'getMore' ? command.collection : command[commandName];
  return { name: commandName, collection: typeof target === 'string' ? target : '', command };
}

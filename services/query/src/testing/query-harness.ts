import { randomUUID } from 'node:crypto';
import { AUDIT_LOG } from '@fundlens/read-models/audit';
import { ensurePointer } from '@fundlens/read-models/store';
import { ensureProjectorIndexes, ensureQueryIndexes } from '@fundlens/read-models/store-indexes';
import { redactText } from '@fundlens/redaction/redact-text';
import { createFactLogger, createLogger } from '@fundlens/runtime/logger';
import { atEnd } from '@fundlens/runtime/testing/at-end';
import { startProxyOf } from '@fundlens/testing/proxied-url';
import type { TcpProxy } from '@fundlens/testing/tcp-proxy';
import { type CommandStartedEvent, type Document, MongoClient } from 'mongodb';
import { vi } from 'vitest';
import { createQueryService, type QueryService } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import { assertDocumented, createResponseContract } from './response-contract.ts';
import { createFixtures } from './read-model-fixtures.ts';
import { testStack } from '@fundlens/projection/testing/stack';
import { REQUIRED_OPTIONS } from './test-context.ts';

export type QueryHarness = Awaited<ReturnType<typeof queryHarness>>;
export type RunningQuery = Awaited<ReturnType<QueryHarness['start']>>;
export type Answered = Awaited<ReturnType<RunningQuery['get']>>;

type Request = {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
};

/**
 * A database and a key prefix of its own on the real servers of this run, and query services in this process, until the test
 * or the file has ended; made in `beforeAll` it has to be closed there.
 * @param quiet neither log lines below warnings nor commands are kept: for hundreds of thousands of requests.
 */
export async function queryHarness({ quiet = false } = {}) {
  const { mongodbUrl, redisUrl, mongodbStandIn } = testStack();
  const name = `query_${randomUUID().slice(0, 8)}`;
  const client = new MongoClient(mongodbUrl);
  const db = client.db(name);
  const fingerprint = { slots: '', redaction: 1, customFieldKeepList: '' };
  await ensurePointer(db, { fingerprint, at: 0, standInIndexes: mongodbStandIn });
  await ensureProjectorIndexes(db);
  await ensureQueryIndexes(db);
  const fixtures = createFixtures(db);
  await fixtures.heartbeat();
  const running: Pick<QueryService, 'stop'>[] = [];
  const proxies: TcpProxy[] = [];
  const contract = createResponseContract();
  const logLines: string[] = [];
  const commands: CommandStartedEvent[] = [];
  const now = performance.now.bind(performance);
  let passed = 0;

  const environment = {
    ...REQUIRED_OPTIONS,
    HTTP_HOST: '127.0.0.1',
    HTTP_PORT: '0',
    ADMIN_HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: name,
    REDIS_URL: redisUrl,
    REDIS_KEY_PREFIX: `${name}:`,
    DRAIN_MS: '0',
    STOP_TIMEOUT_MS: '2000',
  };

  let closed: Promise<void> | undefined;
  const close = () => (closed ??= end());
  async function end(): Promise<void> {
    vi.restoreAllMocks();
    await Promise.all(running.map((service) => service.stop()));
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await db.dropDatabase();
    await client.close();
  }
  atEnd(close);

  return {
    db,
    fixtures,
    environment,
    logLines,
    /** Those that the services sent, in order. */
    commands,

    /** A proxy before a server, which is stopped after the services, and the connection string that goes through it. */
    async proxied(connectionString: string) {
      const proxied = await startProxyOf(connectionString);
      proxies.push(proxied.proxy);
      return proxied;
    },

    /** @param onMongoClient sees the service's client before it connects. */
    async start(overrides: Readonly<Record<string, string>> = {}, onMongoClient?: (mongo: MongoClient) => void) {
      const service = createQueryService(readConfig({ ...environment, ...overrides }), {
        logger: createLogger({
          service: 'query',
          level: quiet ? 'warn' : 'debug',
          sanitize: redactText,
          destination: { write: (line) => void logLines.push(line) },
        }),
        facts: createFactLogger({
          service: 'query',
          level: 'debug',
          destination: { write: (line) => void logLines.push(line) },
        }),
        clean: redactText,
        onMongoClient(mongo) {
          if (!quiet) mongo.on('commandStarted', (command) => void commands.push(command));
          onMongoClient?.(mongo);
        },
      });
      await service.start();
      running.push(service);
      /** What the admin port says. */
      const admin = async (path: '/livez' | '/readyz' | '/metrics') => {
        const response = await fetch(`http://127.0.0.1:${service.adminPort()}${path}`);
        return { status: response.status, text: await response.text() };
      };
      return {
        ...service,
        admin,
        /** The value of a metric without labels. */
        async metric(name: string) {
          const { text } = await admin('/metrics');
          return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
        },
        async get(path: string, { token, headers = {}, method = 'GET' }: Request = {}) {
          const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
          const response = await fetch(`http://127.0.0.1:${service.port()}/api/v1${path}`, {
            method,
            headers: { ...authorization, ...headers },
          });
          const text = await response.text();
          const { status, headers: answered } = response;
          assertDocumented(contract, { method, target: path, status, headers: answered, body: text });
          return { status, headers: answered, text, json: text === '' ? null : JSON.parse(text) };
        },
      };
    },

    /**
     * The clock that services measure ages by goes on at once, so that what they keep for a while is read anew.
     * @param ms default: longer than any of them keeps anything.
     */
    pass(ms = 1_001) {
      passed += ms;
      vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
    },

    /** What the audit says of a request; null: nothing yet. */
    audited({ headers }: { readonly headers: Headers }) {
      const _id = headers.get('x-request-id') ?? '';
      return db.collection<Document & { _id: string }>(AUDIT_LOG).findOne({ _id });
    },

    close,
  };
}

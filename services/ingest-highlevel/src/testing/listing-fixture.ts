import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { connectToStack, readAll, stackAddresses } from '@fundlens/contracts/testing/stack';
import type { Publishable } from '@fundlens/contracts/publisher';
import { redactText } from '@fundlens/redaction/redact-text';
import { createLogger } from '@fundlens/runtime/logger';
import { type Db, MongoClient } from 'mongodb';
import { createIngest } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import { ModelCrm } from './model-crm.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { LOCATION, TOKEN } from './test-crm.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

const COMMAND = new URL('../backfill-command.ts', import.meta.url).pathname;
/** Ten minutes between two tries take 0.3 s. */
const TIME_SCALE = 0.0005;

export type RunningIngest = {
  readonly sender: WebhookSender;
  metrics(): Promise<string>;
  stop(): Promise<void>;
};

export type CommandResult = { readonly status: number | null; readonly output: string; readonly errors: string };

export type ListingFixture = {
  readonly crm: ModelCrm;
  readonly server: ModelServer;
  readonly db: Db;
  /** An adapter that receives webhooks, with the sender that it trusts. */
  startIngest(environment?: Readonly<Record<string, string>>): Promise<RunningIngest>;
  /** The command in a process of its own. */
  backfill(...args: readonly string[]): { readonly kill: () => void; readonly ended: Promise<CommandResult> };
  /** Everything that was published, in the order of each key. */
  published(): Promise<readonly Publishable[]>;
  close(): Promise<void>;
};

/** A model CRM, topics and a database of the test's own, on the real servers of this run. */
export async function listingFixture(): Promise<ListingFixture> {
  const stack = await connectToStack();
  const { mongodbUrl, mongodbStandIn } = stackAddresses() as unknown as { mongodbUrl: string; mongodbStandIn: boolean };
  const database = `ingest_${randomUUID().slice(0, 8)}`;
  const mongo = new MongoClient(mongodbUrl);
  const crm = new ModelCrm();
  crm.addLocation(LOCATION);
  const server = await startModelServer(crm);
  server.tokens.allow(TOKEN, [LOCATION]);
  const running: RunningIngest[] = [];
  const environment = {
    ...stack.environment,
    ...{ MONGODB_URL: mongodbUrl, MONGODB_DATABASE: database, MONGODB_STAND_IN_INDEXES: String(mongodbStandIn) },
    ...{ STATE_SECRET: 'state-secret-of-the-tests-0123456789', LOG_LEVEL: 'warn' },
    ...{ HIGHLEVEL_API_URL: server.url, HIGHLEVEL_TOKEN: TOKEN, SWEEP_INTERVAL_HOURS: '0' },
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0' },
  };

  return {
    ...{ crm, server, db: mongo.db(database) },
    async startIngest(overrides = {}) {
      const ingest = await startedIngest({ ...environment, ...overrides });
      running.push(ingest);
      return ingest;
    },
    backfill(...args) {
      const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', COMMAND, ...args], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [output, errors] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
      });
      const ended = once(child, 'close').then(([status]) => ({ status: status as number | null, output, errors }));
      return { kill: () => child.kill('SIGKILL'), ended };
    },
    async published() {
      const messages = await readAll(stack.kafka, stack.admin, Object.values(stack.topics));
      const decoded = messages.map(
        async ({ topic, key, value }) => await stack.codec.decode({ topic, key, value: value ?? Buffer.alloc(0) }),
      );
      return (await Promise.all(decoded)).map(({ type, event }) => ({ type, event }) as Publishable);
    },
    async close() {
      for (const ingest of running) await ingest.stop();
      await server.close();
      await mongo.db(database).dropDatabase();
      await mongo.close();
      await stack[Symbol.asyncDispose]();
    },
  };
}

async function startedIngest(environment: Readonly<Record<string, string>>): Promise<RunningIngest> {
  // The sender's keys are known before the adapter's port is.
  let port = 0;
  const sender = createWebhookSender({
    url: () => `http://127.0.0.1:${port}/webhooks/highlevel`,
    ...{ timeScale: TIME_SCALE, random: Math.random },
  });
  const logger = createLogger({ service: 'ingest-test', level: 'warn', sanitize: redactText });
  const config = readConfig({ ...environment, WEBHOOK_PUBLIC_KEYS: sender.keys.ed25519 });
  const ingest = createIngest(config, { logger });
  await ingest.start();
  const { httpPort, adminPort } = ingest.ports();
  port = httpPort;
  let stopped: Promise<void> | undefined;
  return {
    sender,
    metrics: async () => (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text(),
    stop: () => {
      stopped ??= ingest.stop();
      return stopped;
    },
  };
}

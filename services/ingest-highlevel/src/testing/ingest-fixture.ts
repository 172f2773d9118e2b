import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AnyEvent } from '@fundlens/contracts/event-types';
import { connectToStack, readAll } from '@fundlens/contracts/testing/stack';
// Says what `inject('stack')` gives.
import type {} from '@fundlens/local/vitest-global-setup';
import { redactText } from '@fundlens/redaction/redact-text';
import type { HealthReport } from '@fundlens/runtime/admin-server';
import { createLogger } from '@fundlens/runtime/logger';
import { atEnd } from '@fundlens/runtime/testing/at-end';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { createIngest } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import { MARKS } from '../marks/mark-store.ts';
import { currentSignature, TEST_KEY } from '../receiver/testing/signing-keys.ts';
import { type Change, ModelCrm } from './model-crm.ts';
import { startModelServer } from './model-server.ts';
import { LOCATION, TOKEN } from './test-crm.ts';
import { createWebhookSender } from './webhook-sender.ts';

/** HighLevel's ten minutes between two tries take 0.3 s. */
const TIME_SCALE = 0.0005;

type Environment = Readonly<Record<string, string>>;
type CommandResult = { readonly status: number | null; readonly output: string; readonly errors: string };

/** Until the test ends: adapters in this process, on topics and a database of their own, beside a model of HighLevel. */
export async function openIngestFixture() {
  const stack = await connectToStack();
  const { mongodbUrl, mongodbStandIn } = inject('stack');
  const database = `ingest-${randomUUID().slice(0, 8)}`;
  const mongo = new MongoClient(mongodbUrl);
  const crm = new ModelCrm();
  crm.addLocation(LOCATION);
  const server = await startModelServer(crm);
  server.tokens.allow(TOKEN, [LOCATION]);
  const logLines: string[] = [];
  const stopping: (() => Promise<void>)[] = [];
  const environment = {
    ...stack.environment,
    ...{ MONGODB_URL: mongodbUrl, MONGODB_DATABASE: database, MONGODB_STAND_IN_INDEXES: String(mongodbStandIn) },
    ...{ STATE_SECRET: 'a-secret-of-the-tests-32-characters', WEBHOOK_PUBLIC_KEYS: TEST_KEY },
    ...{ WEBHOOK_ANSWER_MS: '3000', SWEEP_INTERVAL_HOURS: '0', DRAIN_MS: '0' },
    ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0', LOG_LEVEL: 'trace' },
    ...{ HIGHLEVEL_API_URL: server.url, HIGHLEVEL_TOKEN: TOKEN },
  };

  /** @returns as soon as webhooks are answered, not necessarily stored */
  async function start(overrides: Environment = {}) {
    const destination = { write: (line: string) => void logLines.push(line) };
    const logger = createLogger({ service: 'ingest-highlevel', level: 'trace', sanitize: redactText, destination });
    const ingest = createIngest(readConfig({ ...environment, ...overrides }), logger);
    const started = ingest.start();
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= ingest.stop();
      return stopped;
    };
    stopping.push(async () => {
      await stop();
      await started.catch(() => undefined);
    });
    while (ingest.port() === 0) await Promise.race([started, new Promise((wake) => setTimeout(wake, 10))]);
    const url = `http://127.0.0.1:${ingest.port()}/webhooks/highlevel`;
    const ask = (path: string) => fetch(`http://127.0.0.1:${ingest.adminPort()}${path}`);
    const send = createWebhookSender(url, TIME_SCALE);
    return {
      ...{ started, url, stop },
      async post(body: object): Promise<{ readonly status: number; readonly body: unknown }> {
        const bytes = Buffer.from(JSON.stringify(body));
        const headers = { 'x-ghl-signature': currentSignature(bytes), 'content-type': 'application/json' };
        const response = await fetch(url, { method: 'POST', body: bytes, headers });
        return { status: response.status, body: await response.json() };
      },
      /** All webhooks of a change, each until HighLevel has it delivered or gives it up. */
      deliver: ({ webhooks }: Change) => Promise.all(webhooks.map(send)),
      health: async () => (await (await ask('/readyz')).json()) as HealthReport,
      metrics: async () => await (await ask('/metrics')).text(),
    };
  }

  function run(program: string, args: readonly string[], overrides: Environment = {}) {
    const path = new URL(`../${program}`, import.meta.url).pathname;
    const child = spawn(process.execPath, ['--disable-warning=TimeoutNegativeWarning', path, ...args], {
      env: { ...environment, LOG_LEVEL: 'warn', ...overrides },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors] = [text(child.stdout), text(child.stderr)];
    const ended = once(child, 'close').then(
      async ([status]): Promise<CommandResult> => ({ status, output: await output, errors: await errors }),
    );
    stopping.push(async () => void child.kill('SIGKILL'));
    return { kill: () => child.kill('SIGKILL'), ended };
  }

  atEnd(async () => {
    for (const stop of stopping) await stop();
    await server.close();
    await mongo.db(database).dropDatabase();
    await mongo.close();
    await stack[Symbol.asyncDispose]();
  });
  return {
    ...{ start, logLines, crm, server, db: mongo.db(database) },
    /** Until nothing is to be read; what was absent is looked for once more a minute later. */
    async settled(): Promise<void> {
      const marks = mongo.db(database).collection(MARKS);
      const due = () => marks.countDocuments({ markedAt: { $lte: Date.now() } });
      while ((await due()) > 0) await new Promise((wake) => setTimeout(wake, 50));
    },
    /** The command in a process of its own. */
    backfill: (...args: readonly string[]) => run('backfill-command.ts', args),
    /** An adapter in a process of its own. */
    adapter: (overrides: Environment) => run('main.ts', [], overrides),
    /** Everything that the log holds, in the order of each topic's partitions. */
    async events(): Promise<AnyEvent[]> {
      const messages = await readAll(stack.kafka, stack.admin, Object.values(stack.topics));
      return await Promise.all(
        messages.map(({ topic, key, value }) => {
          if (value === null) throw new Error('The adapter publishes no compaction marker.');
          return stack.codec.decode({ topic, key, value });
        }),
      );
    },
  };
}

export type IngestFixture = Awaited<ReturnType<typeof openIngestFixture>>;

/** A webhook of a fixture as if it were sent now. */
export function sentNow(body: Readonly<Record<string, unknown>>, changed: object = {}): Record<string, unknown> {
  return { ...body, timestamp: new Date().toISOString(), webhookId: randomUUID(), ...changed };
}

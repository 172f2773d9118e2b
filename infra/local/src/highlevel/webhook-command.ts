/** `npm run webhook -- [FILE]`: a signed webhook through a HighLevel adapter into the system of `npm start`, until the API shows it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InvalidError } from '@fundlens/runtime/errors';
import { choosePorts } from '../ports.ts';
import { type LocalSystem, readLocalSystem } from './local-system.ts';
import { createSigner, type SignedWebhook, webhookOf } from './webhook.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const ADAPTER = join(ROOT, 'services/ingest-highlevel/src/main.ts');
const EXAMPLE = join(ROOT, 'services/ingest-highlevel/src/webhooks/fixtures/ContactCreate.json');
const WEBHOOK_PATH = '/webhooks/highlevel';
/** An adapter that is not ready then, or an event that is not visible, needs a person to look. */
const LIMIT_MS = 30_000;
const LOOK_MS = 50;
const ACCEPTED = 200;
const NOT_NOW = 429;

const signer = createSigner();

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof InvalidError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function main([file]: readonly string[]): Promise<void> {
  const system = await readLocalSystem(process.env);
  const webhook = webhookOf(readFileSync(resolve(process.env.INIT_CWD ?? '.', file ?? EXAMPLE), 'utf8'), {
    ...{ locationId: system.locationId, timestamp: new Date().toISOString(), webhookId: randomUUID() },
  });
  const { http, admin } = await choosePorts({ names: ['http', 'admin'] });
  const adapter = spawn(process.execPath, [ADAPTER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: adapterEnvironment(system, { http, admin }),
  });
  try {
    await until(
      'the adapter is ready',
      adapter,
      async () => (await statusOf(`http://127.0.0.1:${admin}/readyz`)) === 200,
    );
    await deliver(`http://127.0.0.1:${http}${WEBHOOK_PATH}`, signer.signed(webhook), { adapter, system, webhook });
  } finally {
    adapter.kill('SIGTERM');
    if (adapter.exitCode === null && adapter.signalCode === null) await once(adapter, 'exit');
  }
}

function adapterEnvironment(system: LocalSystem, ports: { readonly http: number; readonly admin: number }) {
  return {
    PATH: process.env.PATH,
    KAFKA_BROKERS: system.kafkaBrokers.join(','),
    SCHEMA_REGISTRY_URL: system.schemaRegistryUrl,
    MONGODB_URL: system.mongodbUrl,
    MONGODB_STAND_IN_INDEXES: String(system.mongodbStandIn),
    ...{ WEBHOOK_PATH, WEBHOOK_PUBLIC_KEYS: signer.publicKey, STATE_SECRET: randomBytes(32).toString('base64url') },
    // The demo publishes its companies itself.
    PUBLISH_ACCESS: 'false',
    ...{
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(ports.http),
      ADMIN_HOST: '127.0.0.1',
      ADMIN_PORT: String(ports.admin),
    },
    ...{ DRAIN_MS: '0', LOG_LEVEL: 'error' },
  };
}

async function deliver(
  url: string,
  { body, headers }: SignedWebhook,
  { adapter, system, webhook }: { adapter: ChildProcess; system: LocalSystem; webhook: { type: string; id: string } },
): Promise<void> {
  const postedAt = performance.now();
  let answer = await fetch(url, { method: 'POST', body, headers });
  // As HighLevel sends it again, only sooner: the adapter may still be starting.
  await until('the adapter takes the webhook', adapter, async () => {
    if (answer.status === NOT_NOW) answer = await fetch(url, { method: 'POST', body, headers });
    return answer.status !== NOT_NOW;
  });
  console.log(`POST ${WEBHOOK_PATH}  ${webhook.type} ${webhook.id}: ${answer.status} after ${since(postedAt)} ms`);
  if (answer.status !== ACCEPTED) throw new InvalidError('webhook', `The adapter answers ${await answer.text()}`);
  if (!/^Contact(Create|Update)$/.test(webhook.type)) return;
  const shown = `${system.baseUrl}/contacts/${encodeURIComponent(webhook.id)}`;
  const key = { authorization: `Bearer ${system.apiKey}` };
  await until('the contact is visible', adapter, async () => (await statusOf(shown, key)) === 200);
  console.log(`visible in the API after ${since(postedAt)} ms:`);
  console.log(`  curl -sS -H 'Authorization: ${key.authorization}' '${shown}'`);
}

async function until(what: string, adapter: ChildProcess, holds: () => Promise<boolean>): Promise<void> {
  const from = performance.now();
  while (!(await holds())) {
    if (adapter.exitCode !== null) throw new InvalidError('adapter', 'The adapter ended; its reason is above.');
    if (performance.now() - from > LIMIT_MS)
      throw new InvalidError('too_late', `Not within ${LIMIT_MS / 1_000} s: ${what}.`);
    await delay(LOOK_MS);
  }
}

/** Null: nothing answers. */
async function statusOf(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number | null> {
  return await fetch(url, { headers, signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ status }) => status,
    () => null,
  );
}

/** Milliseconds. */
function since(from: number): number {
  return Math.round(performance.now() - from);
}

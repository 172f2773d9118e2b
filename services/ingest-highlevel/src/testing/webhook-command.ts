import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { redactText } from '@fundlens/redaction/redact-text';
import { InvalidError } from '@fundlens/runtime/errors';
import { createLogger } from '@fundlens/runtime/logger';
import { EXIT, runCommand } from '@fundlens/runtime/run-command';
import { createIngest } from '../composition-root.ts';
import { readConfig } from '../config.ts';
import { TEST_KEY } from '../receiver/testing/signing-keys.ts';
import { type Change, ModelCrm } from './model-crm.ts';
import { startModelServer } from './model-server.ts';
import { TOKEN } from './test-crm.ts';
import { createWebhookSender } from './webhook-sender.ts';

const LOOK_MS = 5;
const WITHIN_MS = 30_000;

await runCommand({
  usage: `Usage: npm run -s webhook

On the system of a running npm start: a model of HighLevel, and an adapter before it. A contact is created and then changed
there; the signed webhook of each change is posted, until the API shows it. LOCAL_DATA_DIRECTORY as for npm start.
`,
  sanitize: redactText,
  async run() {
    const folder = process.env.LOCAL_DATA_DIRECTORY ?? new URL('../../../../.fundlens/dev', import.meta.url).pathname;
    const servers = JSON.parse(fileOf(`${folder}/urls.json`));
    const samples = fileOf(`${folder}/samples.env`);
    const [locationId = '', key = ''] = ['LOCATION_ID', 'API_KEY'].map(
      (name) => samples.split(`${name}='`)[1]?.split("'")[0],
    );
    const crm = new ModelCrm();
    crm.addLocation(locationId);
    const model = await startModelServer(crm);
    model.tokens.allow(TOKEN, [locationId]);
    const config = readConfig({
      KAFKA_BROKERS: servers.kafkaBrokers.join(','),
      SCHEMA_REGISTRY_URL: servers.schemaRegistryUrl,
      ...{ MONGODB_URL: servers.mongodbUrl, MONGODB_STAND_IN_INDEXES: String(servers.mongodbStandIn) },
      ...{ HIGHLEVEL_API_URL: model.url, HIGHLEVEL_TOKEN: TOKEN, WEBHOOK_PUBLIC_KEYS: TEST_KEY },
      ...{ STATE_SECRET: 'a-secret-of-the-local-model-of-the-CRM', SWEEP_INTERVAL_HOURS: '0', PUBLISH_ACCESS: 'false' },
      ...{ HTTP_HOST: '127.0.0.1', HTTP_PORT: '0', ADMIN_PORT: '0', DRAIN_MS: '0' },
    });
    const logger = createLogger({ service: 'ingest-highlevel', level: 'warn', sanitize: redactText });
    const ingest = createIngest(config, logger);
    await ingest.start();
    const send = createWebhookSender(`http://127.0.0.1:${ingest.port()}/webhooks/highlevel`, 1);

    const id = `webhook-${Date.now()}`;
    const target = `${servers.baseUrl}/contacts/${id}`;
    const headers = { authorization: `Bearer ${key}` };
    async function show(what: string, firstName: string, change: Change): Promise<void> {
      const began = performance.now();
      const sent = Promise.all(change.webhooks.map(send));
      while (!(await (await fetch(target, { headers })).text()).includes(`"${firstName}"`)) {
        if (performance.now() - began > WITHIN_MS)
          throw new InvalidError('not_visible', `${what}: the API does not show it.`);
        await delay(LOOK_MS);
      }
      process.stdout.write(
        `${what}: visible ${Math.round(performance.now() - began)} ms after its webhook was posted\n`,
      );
      await sent;
    }
    await show('created', 'Ada', crm.createContact(locationId, id, { firstName: 'Ada', lastName: 'Webhook' }));
    await show('changed', 'Grace', crm.updateContact(locationId, id, { firstName: 'Grace' }));
    process.stdout.write(`curl -s -H '${Object.entries(headers).flat().join(': ')}' ${target}\n`);
    await ingest.stop();
    await model.close();
    return EXIT.done;
  },
});

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new InvalidError(
      'not_running',
      `${path} is not there. Run npm start in another terminal, until it shows its addresses.`,
    );
  }
}

import { parseArgs } from 'node:util';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka/kafka-client';
import { ConfigError, parseConfig } from '@fundlens/runtime/config';
import { kafkaServer, mongodbServer } from '@fundlens/runtime/configured-servers';
import { connectionAdvice } from '@fundlens/runtime/connection-advice';
import { kafkaOptions, topicOptions } from '@fundlens/runtime/event-options';
import { kafkaSecurity, requireKafkaSecurity } from '@fundlens/runtime/kafka-security';
import { mongodbOptions } from '@fundlens/runtime/service-options';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { applyKafkaAcls, applyMongodbRoles } from './apply-roles.ts';
import { GRANTED_GENERATIONS, MOST_GENERATIONS, mongodbRoles } from './role-files.ts';

/**
 * `npm run roles -- mongodb [--generations N]` and `npm run roles -- kafka [--projector P] [--operator P] [--publisher P] [--ingest P]`:
 * applies the files of infra/deploy/roles, with the options of the services from the environment and the login of an administrator.
 */
const USAGE = `usage: npm run roles -- mongodb [--generations N]   (N generations of documents, up to ${MOST_GENERATIONS})
       npm run roles -- kafka [--projector P] [--operator P] [--publisher P] [--ingest P]   (principals like User:projector)
Only where --ingest names one, the HighLevel adapter's principal gets its rights.
The options are those of the services (MONGODB_URL, MONGODB_DATABASE, KAFKA_BROKERS, TOPIC_PREFIX …), with the login of an
administrator. For Redis see redis-users.acl.`;
const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
const PRINCIPAL = /^User:\S{1,200}$/;
/** A server that is away is told within half a minute. */
const SELECTION_MS = 10_000;

/** The options of the services that name what the roles are for. */
const mongodbOptionsSchema = z.object(mongodbOptions);
const kafkaOptionsSchema = z
  .object({
    ...kafkaOptions,
    TOPIC_PREFIX: topicOptions.TOPIC_PREFIX,
    MONGODB_DATABASE: mongodbOptions.MONGODB_DATABASE,
  })
  .superRefine(requireKafkaSecurity);

const text = { type: 'string' } as const;
const OPTIONS = { generations: text, projector: text, operator: text, publisher: text, ingest: text };

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const given = read(args);
  try {
    if (given?.server === 'mongodb') return await mongodb(given.generations);
    if (given?.server === 'kafka') return await kafka(given.principals);
    console.error(USAGE);
    return EXIT_USAGE;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return EXIT_USAGE;
  }
}

function read(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const { generations = String(GRANTED_GENERATIONS), ...named } = values;
    const {
      projector = 'User:fundlens-projector',
      operator = 'User:fundlens-operator',
      publisher = 'User:fundlens-publisher',
      ingest,
    } = named;
    const principals = { projector, operator, publisher, ...(ingest !== undefined && { ingest }) };
    const isRight = /^[1-9]\d{0,2}$/.test(generations) && Number(generations) <= MOST_GENERATIONS;
    if (positionals.length !== 1 || !isRight) return null;
    if (!Object.values(principals).every((principal) => PRINCIPAL.test(principal))) return null;
    return { server: positionals[0], generations: Number(generations), principals };
  } catch {
    return null;
  }
}

async function mongodb(generations: number): Promise<number> {
  const config = parseConfig(mongodbOptionsSchema, process.env);
  const client = new MongoClient(config.MONGODB_URL, { serverSelectionTimeoutMS: SELECTION_MS });
  return await told(mongodbServer(config), async () => {
    try {
      const roles = mongodbRoles(config.MONGODB_DATABASE, generations);
      await applyMongodbRoles(client.db(config.MONGODB_DATABASE), roles);
      console.log(`applied in ${config.MONGODB_DATABASE}: ${roles.map(({ role }) => role).join(', ')}`);
    } finally {
      await client.close();
    }
  });
}

async function kafka(principals: Parameters<typeof applyKafkaAcls>[1]): Promise<number> {
  const config = parseConfig(kafkaOptionsSchema, process.env);
  const { KAFKA_BROKERS: brokers } = config;
  const client = createKafka({ brokers, clientId: 'fundlens-roles', retry: GIVE_UP_SOON, ...kafkaSecurity(config) });
  const admin = client.admin();
  return await told(kafkaServer(config), async () => {
    try {
      await admin.connect();
      const count = await applyKafkaAcls(admin, principals, config);
      console.log(`applied: ${count} ACLs of ${Object.values(principals).join(', ')}`);
    } finally {
      await admin.disconnect();
    }
  });
}

/** Runs it, and says what to do where the server refuses or is away. */
async function told(server: Parameters<typeof connectionAdvice>[0], run: () => Promise<void>): Promise<number> {
  try {
    await run();
    return 0;
  } catch (error) {
    const advice = connectionAdvice(server, error);
    if (advice === null) throw error;
    console.error(advice);
    return EXIT_FAILED;
  }
}

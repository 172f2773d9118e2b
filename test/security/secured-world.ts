import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { runCommand, runFundlens } from '../harness/command.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { redisUsers, type SystemNames } from '../../infra/deploy/roles/role-files.ts';
import { PASSWORD, type SecuredServers, startSecuredServers } from './secured-servers.ts';

export const LOCATION = 'location-secure';
export const CONTACT = 'contact-secure';
const COMPANY = 'company-secure';
/** Permitted to read everything of the location, reports too. */
export const reader = issueCredential({ credentialId: 'reader', companyId: COMPANY, locationId: LOCATION });

type Environment = Record<string, string>;

/** Servers with TLS, logins and rights, topics and a database there, and what each program is started with. */
export type SecuredWorld = Awaited<ReturnType<typeof startSecuredWorld>>;

/** A location with a credential is published; nothing runs yet. */
export async function startSecuredWorld(name: string) {
  const servers = await startSecuredServers();
  const system = await createTestSystem({ name, stack: servers.admin, partitions: 2 });
  const names = { TOPIC_PREFIX: system.topicPrefix, MONGODB_DATABASE: system.database };
  await applyRoles(servers, system, names);
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), reader.event]);
  const environments = environmentsOf(servers, system);
  return {
    servers,
    system,
    names,
    ...environments,
    /** A command with the operator's rights, and with `overrides`. */
    async fundlens(args: readonly string[], overrides: Environment = {}) {
      const { kafka, registry } = environments;
      return await runFundlens(args, {
        ...kafka('operator'),
        ...registry(),
        ...names,
        MONGODB_URL: servers.mongodbUrl('operator'),
        MONGODB_STAND_IN_INDEXES: String(servers.admin.mongodbStandIn),
        ...overrides,
      });
    },
    async close() {
      await system.stop();
      await servers.close();
    },
  };
}

function environmentsOf(servers: SecuredServers, system: TestSystem) {
  /** The path of a file that holds a secret, as deployments mount them. */
  const secretFile = (name: string, content: string) => {
    const path = join(system.logsDirectory, name);
    writeFileSync(path, `${content}\n`);
    return path;
  };
  const kafka = (user = 'projector'): Environment => ({
    KAFKA_BROKERS: servers.kafka.sasl,
    KAFKA_SSL: 'true',
    KAFKA_SSL_CA_FILE: servers.authority.ca,
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD_FILE: secretFile('kafka-password', PASSWORD),
  });
  const registry = (): Environment => ({
    SCHEMA_REGISTRY_URL: servers.registryUrl,
    SCHEMA_REGISTRY_SSL_CA_FILE: servers.authority.ca,
    SCHEMA_REGISTRY_USERNAME: 'projector',
    SCHEMA_REGISTRY_PASSWORD_FILE: secretFile('registry-password', PASSWORD),
  });
  const redisUrl = (user: string, { password = PASSWORD, port = servers.redisPort } = {}) =>
    `rediss://${user}:${password}@127.0.0.1:${port}`;
  return {
    secretFile,
    kafka,
    registry,
    redisUrl,
    projector: (): Environment => ({
      ...kafka(),
      ...registry(),
      MONGODB_URL: servers.mongodbUrl('projector'),
      REDIS_URL: redisUrl('projector'),
      REDIS_SSL_CA_FILE: servers.authority.ca,
    }),
    /** The HighLevel adapter. */
    ingest: (): Environment => ({
      ...kafka('ingest'),
      ...registry(),
      MONGODB_URL: servers.mongodbUrl('ingest_highlevel'),
    }),
    query: (): Environment => ({
      MONGODB_URL: servers.mongodbUrl('query'),
      REDIS_URL: redisUrl('query'),
      REDIS_SSL_CA_FILE: servers.authority.ca,
    }),
  };
}

const ROLES_COMMAND = fileURLToPath(new URL('../../infra/deploy/roles/roles-command.ts', import.meta.url));
const PRINCIPAL_OPTIONS = ['projector', 'operator', 'publisher', 'ingest'].flatMap((name) => [
  `--${name}`,
  `User:${name}`,
]);

/** `npm run roles`. */
async function runRoles(args: readonly string[], environment: Environment): Promise<void> {
  const command = [process.execPath, '--disable-warning=TimeoutNegativeWarning', ROLES_COMMAND, ...args] as const;
  const { status, errors } = await runCommand(command, environment);
  if (status !== 0) throw new Error(`roles ${args.join(' ')} ended with status ${status}: ${errors}`);
}

const NAMES_ROLE = 'stand_in_names';

/**
 * MongoDB lists the collections that a user has a right to without a right to list (`authorizedCollections`). The stand-in
 * does not know that: there, what removes dropped versions needs this role beside that of the file.
 */
const namesForStandIn = (db: string) => ({
  createRole: NAMES_ROLE,
  privileges: [{ resource: { db, collection: '' }, actions: ['listCollections'] }],
  roles: [],
});

async function applyRoles(servers: SecuredServers, system: TestSystem, names: SystemNames): Promise<void> {
  // As an administrator does; twice, because roles are applied anew when there are more generations.
  for (const args of [['mongodb', '--generations', '10'], ['mongodb'], ['kafka', ...PRINCIPAL_OPTIONS]]) {
    await runRoles(args, {
      ...names,
      KAFKA_BROKERS: servers.admin.kafkaBrokers.join(','),
      MONGODB_URL: servers.admin.mongodbUrl,
    });
  }
  const mongo = await new MongoClient(servers.admin.mongodbUrl).connect();
  await mongo.db(system.database).command(namesForStandIn(system.database));
  for (const service of ['projector', 'query', 'operator', 'ingest_highlevel']) {
    const names =
      service === 'query' || service === 'ingest_highlevel' ? [] : [{ role: NAMES_ROLE, db: system.database }];
    const roles = [{ role: `fundlens_${service}`, db: system.database }, ...names];
    await mongo.db('admin').command({ createUser: service, pwd: PASSWORD, roles });
  }
  await mongo.db('admin').command({ createUser: 'stranger', pwd: PASSWORD, roles: [] });
  const subject = 'CN=client-projector,O=Fundlens';
  const roles = ['fundlens_projector', NAMES_ROLE].map((role) => ({ role, db: system.database }));
  // MongoDB itself knows by the database that certificates are meant.
  const mechanisms = ['MONGODB-X509'];
  await mongo.db('$external').command({ createUser: subject, roles, mechanisms });
  await mongo.close();

  const redis = new Redis(servers.admin.redisUrl);
  const lines = redisUsers({
    PROJECTOR_PASSWORD: PASSWORD,
    QUERY_PASSWORD: PASSWORD,
    JOBS_KEY_PREFIX: `${system.database}-jobs`,
    REDIS_KEY_PREFIX: `${system.database}:`,
  });
  for (const line of lines.trim().split('\n')) {
    const [, name = '', ...rules] = line.split(' ');
    // The tests set the servers up as this user.
    if (name !== 'default') await redis.call('ACL', 'SETUSER', name, ...rules);
  }
  redis.disconnect();
}

const REFUSED = /not authorized|Unauthorized|NOPERM|authorization failed|AuthorizationFailed|WRONGPASS|refuses/i;

/** Lines of the log, or of an output, that speak of a refusal. */
export function refusals(from: Pick<ServiceProcess, 'logFile'> | string): string[] {
  const text = typeof from === 'string' ? from : readFileSync(from.logFile, 'utf8');
  return text
    .split('\n')
    .filter((line) => REFUSED.test(line))
    .slice(-5);
}

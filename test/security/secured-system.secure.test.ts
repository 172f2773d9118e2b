import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka-client';
import { contactChanged } from '@fundlens/testing/event-builders';
import { Redis } from 'ioredis';
import type { Kafka } from 'kafkajs';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaAcls, mongodbRoles, redisUsers } from './roles.ts';
import { dataOf } from '../harness/api-client.ts';
import { INHERITED } from '../harness/inherited-environment.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { PASSWORD, type SecuredServers, startSecuredServers } from './secured-servers.ts';

/** The stand-in for MongoDB does not tell collections apart in rights. */
const RIGHTS_BY_DATABASE = true;
const LOCATION = 'location-secure';
const CONTACT = 'contact-secure';
const key = issueCredential({ credentialId: 'reader', companyId: 'company-secure', locationId: LOCATION });
const named = (version: number, lastName: string) =>
  contactChanged({ meta: { locationId: LOCATION, version }, contactId: CONTACT, firstName: 'Maria', lastName });

let servers: SecuredServers;
let system: TestSystem;
let names: { TOPIC_PREFIX: string; ACCESS_GROUP_ID: string; CHANGES_GROUP_ID: string };
let version = 1;

beforeAll(async () => {
  servers = await startSecuredServers();
  system = await createTestSystem({ name: 'secured', stack: servers.admin, partitions: 2 });
  names = {
    TOPIC_PREFIX: system.topicPrefix,
    ACCESS_GROUP_ID: `${system.database}-access`,
    CHANGES_GROUP_ID: `${system.database}-changes`,
  };
  await applyRoles();
  await system.publish([company('company-secure'), ...installedLocation(LOCATION, 'company-secure'), key.event]);
});

afterAll(async () => {
  await system?.stop();
  await servers?.close();
});

async function applyRoles(): Promise<void> {
  const admin = system.kafka.admin();
  await admin.connect();
  const acls = (['projector', 'operator', 'publisher'] as const).flatMap((service) =>
    kafkaAcls(service, `User:${service}`, names),
  );
  await admin.createAcls({ acl: acls });
  await admin.disconnect();

  const mongo = await new MongoClient(servers.admin.mongodbUrl).connect();
  for (const role of mongodbRoles(system.database)) await mongo.db(system.database).command({ ...role });
  for (const service of ['projector', 'query', 'operator']) {
    const roles = [{ role: `fundlens_${service}`, db: system.database }];
    await mongo.db('admin').command({ createUser: service, pwd: PASSWORD, roles });
  }
  await mongo.db('admin').command({ createUser: 'stranger', pwd: PASSWORD, roles: [] });
  const subject = 'CN=client-projector,O=Fundlens';
  const roles = [{ role: 'fundlens_projector', db: system.database }];
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

const redisUrl = (user: string, { password = PASSWORD, port = servers.redisPort } = {}) =>
  `rediss://${user}:${password}@127.0.0.1:${port}`;

/** Secrets and certificates by file, as deployments mount them. */
function secretFile(name: string, content: string): string {
  const path = join(system.logsDirectory, name);
  writeFileSync(path, `${content}\n`);
  return path;
}

const kafkaBase = (user = 'projector') => ({
  KAFKA_BROKERS: servers.kafka.sasl,
  KAFKA_SSL: 'true',
  KAFKA_SSL_CA_FILE: servers.authority.ca,
  KAFKA_SASL_USERNAME: user,
  KAFKA_SASL_PASSWORD_FILE: secretFile('kafka-password', PASSWORD),
});
const registryBasic = () => ({
  SCHEMA_REGISTRY_URL: servers.registryUrl,
  SCHEMA_REGISTRY_SSL_CA_FILE: servers.authority.ca,
  SCHEMA_REGISTRY_USERNAME: 'projector',
  SCHEMA_REGISTRY_PASSWORD_FILE: secretFile('registry-password', PASSWORD),
});
const projectorBase = (): Record<string, string> => ({
  ...kafkaBase(),
  ...registryBasic(),
  MONGODB_URL: servers.mongodbUrl('projector'),
  REDIS_URL: redisUrl('projector'),
  REDIS_SSL_CA_FILE: servers.authority.ca,
});
const queryBase = (): Record<string, string> => ({
  MONGODB_URL: servers.mongodbUrl('query'),
  REDIS_URL: redisUrl('query'),
  REDIS_SSL_CA_FILE: servers.authority.ca,
});

const client = (name: string) => servers.client(name);
const mechanisms: [string, () => Record<string, string>][] = [
  ['SASL SCRAM-SHA-512', () => ({})],
  ['SASL SCRAM-SHA-256', () => ({ KAFKA_SASL_MECHANISM: 'scram-sha-256' })],
  ['SASL PLAIN', () => ({ KAFKA_SASL_MECHANISM: 'plain' })],
  [
    'SASL OAUTHBEARER',
    () => ({
      KAFKA_SASL_MECHANISM: 'oauthbearer',
      KAFKA_SASL_USERNAME: '',
      KAFKA_SASL_PASSWORD_FILE: '',
      KAFKA_OAUTH_TOKEN_URL: servers.tokenUrl,
      KAFKA_OAUTH_CLIENT_ID: 'projector',
      KAFKA_OAUTH_CLIENT_SECRET_FILE: secretFile('oauth-secret', PASSWORD),
    }),
  ],
  [
    'mTLS at Kafka and Redis, X.509 at MongoDB, a bearer token at the registry',
    () => {
      const { certificate, key: keyFile, both } = client('projector');
      return {
        KAFKA_BROKERS: servers.kafka.mtls,
        KAFKA_SASL_USERNAME: '',
        KAFKA_SASL_PASSWORD_FILE: '',
        KAFKA_SSL_CERT_FILE: certificate,
        KAFKA_SSL_KEY_FILE: keyFile,
        MONGODB_URL: servers.mongodbX509Url({ certificate, key: keyFile, both }),
        REDIS_URL: redisUrl('projector', { port: servers.redisMutualPort }),
        REDIS_SSL_CERT_FILE: certificate,
        REDIS_SSL_KEY_FILE: keyFile,
        SCHEMA_REGISTRY_USERNAME: '',
        SCHEMA_REGISTRY_PASSWORD_FILE: '',
        SCHEMA_REGISTRY_TOKEN_FILE: secretFile('registry-token', PASSWORD),
      };
    },
  ],
];

describe('with the least rights, over TLS', () => {
  it.each(mechanisms)('an event becomes visible by %s', async (_, environment) => {
    const projector = await system.startProjector({ ...projectorBase(), ...environment() });
    const query = await system.startQuery(queryBase());
    version += 1;
    const name = `Number-${version}`;

    await system.publish([named(version, name)]);

    const contact = () => dataOf<{ name: string }>(query.get({ target: `/contacts/${CONTACT}`, token: key.token }));
    await eventually(async () => (await contact()).name === `Maria ${name}`, { what: 'the new name' });
    expect(refusals(projector)).toEqual([]);
    expect(refusals(query)).toEqual([]);
    expect(await query.stop()).toBe(0);
    expect(await projector.stop()).toBe(0);
  });

  it.each([
    [['status', '--json']],
    [['verify', '--location', LOCATION]],
    [['dead-letters', 'list']],
    [['audit', '--since', '1h']],
    [['erase', '--location', LOCATION, '--contact', CONTACT, '--yes']],
  ])('the operator may do its work: fundlens %j', async (args) => {
    const { output } = await fundlens(args);
    expect(output).not.toMatch(REFUSED);
  });
});

const REFUSED = /not authorized|Unauthorized|NOPERM|authorization failed|AuthorizationFailed|WRONGPASS|refuses/i;

function refusals({ logFile }: ServiceProcess): string[] {
  return readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((line) => REFUSED.test(line))
    .slice(-5);
}

async function fundlens(args: readonly string[]): Promise<{ status: number; output: string }> {
  const command = fileURLToPath(new URL('../../services/operator/src/fundlens-command.ts', import.meta.url));
  const environment = {
    ...kafkaBase('operator'),
    ...registryBasic(),
    ...names,
    MONGODB_URL: servers.mongodbUrl('operator'),
    MONGODB_DATABASE: system.database,
    MONGODB_STAND_IN_INDEXES: 'true',
    KAFKAJS_NO_PARTITIONER_WARNING: '1',
  };
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...INHERITED, ...environment, ACCESS_GROUP_ID: '' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const limit = setTimeout(() => child.kill('SIGTERM'), 170_000);
  const [status] = (await once(child, 'close')) as [number];
  clearTimeout(limit);
  return { status, output };
}

describe('what the rights refuse', () => {
  const kafkaOf = (user: string): Kafka =>
    createKafka({
      brokers: [servers.kafka.sasl],
      clientId: 'secured-test',
      retry: { ...GIVE_UP_SOON, retries: 1 },
      ssl: { ca: readFileSync(servers.authority.ca, 'utf8') },
      sasl: { mechanism: 'scram-sha-512', username: user, password: PASSWORD },
    });

  it.each(['projector', 'operator', 'stranger'])('%s cannot write to a topic', async (user) => {
    const producer = kafkaOf(user).producer();
    await producer.connect();
    const sent = producer.send({ topic: system.topics.crm, messages: [{ value: 'x' }] });
    await expect(sent).rejects.toThrow(/not authorized/i);
    await producer.disconnect();
  });

  it('the publisher can write, and cannot read', async () => {
    const kafka = kafkaOf('publisher');
    const consumer = kafka.consumer({ groupId: names.CHANGES_GROUP_ID });
    const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    await producer.send({ topic: system.topics.access, messages: [{ value: 'not an event' }] });
    await producer.disconnect();
    await consumer.connect();
    await consumer.subscribe({ topics: [system.topics.crm] });
    const crashed = new Promise<Error>((resolve) =>
      consumer.on('consumer.crash', ({ payload }) => resolve(payload.error)),
    );
    await consumer.run({ eachMessage: async () => undefined });
    // The client hides the refusal behind the search for the group's coordinator.
    expect(String(await crashed)).toMatch(/not authorized|GroupCoordinatorNotFound/i);
    await consumer.disconnect();
  });

  it('the projector cannot create topics, delete groups or read other topics', async () => {
    const admin = kafkaOf('projector').admin();
    await admin.connect();
    await expect(admin.createTopics({ topics: [{ topic: 'other' }] })).rejects.toThrow();
    await expect(admin.deleteTopics({ topics: [system.topics.crm] })).rejects.toThrow(/not authorized/i);
    await expect(admin.fetchTopicOffsets('__consumer_offsets')).rejects.toThrow();
    await admin.disconnect();
  });

  it.skipIf(RIGHTS_BY_DATABASE)(
    'the query service reads what it shows and writes audit, quotas and requests for PDFs alone',
    async () => {
      const mongo = await new MongoClient(servers.mongodbUrl('query')).connect();
      const db = mongo.db(system.database);
      const denied = { code: 13 };
      await db.collection('contacts_v7').findOne({});
      for (const name of ['contacts_v1', 'credentials_v1', 'checkpoints', 'dead_letters', 'read_model_versions']) {
        await expect(db.collection(name).insertOne({ a: 1 }), name).rejects.toMatchObject(denied);
        await expect(db.collection(name).updateOne({}, { $set: { a: 1 } }), name).rejects.toMatchObject(denied);
        await expect(db.collection(name).deleteOne({}), name).rejects.toMatchObject(denied);
      }
      for (const name of ['erasures', 'schema_waits', 'rebuilds', 'rebuild_dead_letters', 'audit_log']) {
        await expect(db.collection(name).findOne({}), name).rejects.toMatchObject(denied);
      }
      await expect(db.collection('audit_log').deleteMany({})).rejects.toMatchObject(denied);
      await expect(db.collection('audit_log').updateMany({}, { $set: { a: 1 } })).rejects.toMatchObject(denied);
      await expect(db.dropDatabase()).rejects.toMatchObject(denied);
      await expect(mongo.db('other').collection('x').findOne({})).rejects.toMatchObject(denied);
      await mongo.close();
    },
  );

  it.skipIf(RIGHTS_BY_DATABASE)('the projector reads no audit and no quotas', async () => {
    const mongo = await new MongoClient(servers.mongodbUrl('projector')).connect();
    for (const name of ['audit_log', 'quota_days', 'rebuilds']) {
      const collection = mongo.db(system.database).collection(name);
      await expect(collection.findOne({}), name).rejects.toMatchObject({ code: 13 });
      await expect(collection.insertOne({ a: 1 }), name).rejects.toMatchObject({ code: 13 });
    }
    await mongo.close();
  });

  it('users of Redis keep to their keys and commands', async () => {
    const tls = { ca: readFileSync(servers.authority.ca, 'utf8') };
    const [query, projector] = ['query', 'projector'].map((user) => new Redis(redisUrl(user), { tls })) as [
      Redis,
      Redis,
    ];
    await expect(query.get(`${system.database}-jobs:x`)).rejects.toThrow(/NOPERM/);
    await expect(query.call('CONFIG', 'GET', '*')).rejects.toThrow(/NOPERM/);
    await expect(projector.get(`${system.database}:x`)).rejects.toThrow(/NOPERM/);
    await expect(projector.flushall()).rejects.toThrow(/NOPERM/);
    await expect(projector.keys('*')).rejects.toThrow(/NOPERM/);
    for (const client of [query, projector]) client.disconnect();
  });
});

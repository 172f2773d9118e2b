import { readFileSync } from 'node:fs';
import { createKafka, GIVE_UP_SOON } from '@fundlens/contracts/kafka/kafka-client';
import { contactChanged } from '@fundlens/testing/event-builders';
import { Redis } from 'ioredis';
import type { Kafka } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../harness/api-client.ts';
import type { TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { PASSWORD, type SecuredServers } from './secured-servers.ts';
import { CONTACT, LOCATION, reader, refusals, type SecuredWorld, startSecuredWorld } from './secured-world.ts';

const named = (version: number, lastName: string) =>
  contactChanged({ meta: { locationId: LOCATION, version }, contactId: CONTACT, firstName: 'Maria', lastName });

let world: SecuredWorld;
let servers: SecuredServers;
let system: TestSystem;
let version = 1;

beforeAll(async () => {
  world = await startSecuredWorld('secured');
  ({ servers, system } = world);
});

afterAll(() => world?.close());

const mechanisms: [string, () => Promise<Record<string, string>>][] = [
  ['SASL SCRAM-SHA-512', async () => ({})],
  ['SASL SCRAM-SHA-256', async () => ({ KAFKA_SASL_MECHANISM: 'scram-sha-256' })],
  ['SASL PLAIN', async () => ({ KAFKA_SASL_MECHANISM: 'plain' })],
  [
    'SASL OAUTHBEARER',
    async () => ({
      KAFKA_SASL_MECHANISM: 'oauthbearer',
      KAFKA_SASL_USERNAME: '',
      KAFKA_SASL_PASSWORD_FILE: '',
      KAFKA_OAUTH_TOKEN_URL: servers.tokenUrl,
      KAFKA_OAUTH_CLIENT_ID: 'projector',
      KAFKA_OAUTH_CLIENT_SECRET_FILE: world.secretFile('oauth-secret', PASSWORD),
    }),
  ],
  [
    'mTLS at Kafka and Redis, X.509 at MongoDB, a bearer token at the registry',
    async () => {
      const certificate = await servers.client('projector');
      return {
        KAFKA_BROKERS: servers.kafka.mtls,
        KAFKA_SASL_USERNAME: '',
        KAFKA_SASL_PASSWORD_FILE: '',
        KAFKA_SSL_CERT_FILE: certificate,
        KAFKA_SSL_KEY_FILE: certificate,
        MONGODB_URL: servers.mongodbX509Url(certificate),
        REDIS_URL: world.redisUrl('projector', { port: servers.redisMutualPort }),
        REDIS_SSL_CERT_FILE: certificate,
        REDIS_SSL_KEY_FILE: certificate,
        SCHEMA_REGISTRY_USERNAME: '',
        SCHEMA_REGISTRY_PASSWORD_FILE: '',
        SCHEMA_REGISTRY_TOKEN_FILE: world.secretFile('registry-token', PASSWORD),
      };
    },
  ],
];

describe('with the least rights, over TLS', () => {
  it.each(mechanisms)('an event becomes visible by %s', async (_, environment) => {
    const projector = await system.startProjector({ ...world.projector(), ...(await environment()) });
    const query = await system.startQuery(world.query());
    version += 1;
    const name = `Number-${version}`;

    await system.publish([named(version, name)]);

    const contact = () => dataOf<{ name: string }>(query.get({ target: `/contacts/${CONTACT}`, token: reader.token }));
    await eventually(async () => (await contact()).name === `Maria ${name}`, { what: 'the new name' });
    expect(refusals(projector)).toEqual([]);
    expect(refusals(query)).toEqual([]);
    expect(await query.stop()).toBe(0);
    expect(await projector.stop()).toBe(0);
  });
});

it('with the least rights, over TLS, a webhook of HighLevel becomes visible', async () => {
  const ingest = await system.startIngest(LOCATION, world.ingest());
  const projector = await system.startProjector(world.projector());
  const query = await system.startQuery(world.query());
  const contact = ingest.crm.createContact(LOCATION, 'from-highlevel', { firstName: 'Maria' });

  expect(new Set(await ingest.deliver(contact))).toEqual(new Set(['delivered']));

  const answer = () => query.get({ target: '/contacts/from-highlevel', token: reader.token });
  await eventually(async () => (await answer()).status === 200, { what: 'the contact' });
  for (const service of [ingest, projector, query]) {
    expect(refusals(service)).toEqual([]);
    expect(await service.stop()).toBe(0);
  }
});

describe('what the rights refuse', () => {
  const kafkaOf = (user: string): Kafka =>
    createKafka({
      brokers: [servers.kafka.sasl],
      clientId: 'secured-test',
      retry: { ...GIVE_UP_SOON, retries: 1 },
      ssl: { ca: readFileSync(servers.authority.ca, 'utf8') },
      sasl: { mechanism: 'scram-sha-512', username: user, password: PASSWORD },
    });

  it('the HighLevel adapter cannot write funding events', async () => {
    const producer = kafkaOf('ingest').producer();
    await producer.connect();
    const sent = producer.send({ topic: system.topics.funding, messages: [{ value: 'x' }] });
    await expect(sent).rejects.toThrow(/not authorized/i);
    await producer.disconnect();
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
    const consumer = kafka.consumer({ groupId: `${world.names.TOPIC_PREFIX}${world.names.MONGODB_DATABASE}-changes` });
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
    expect(String(await crashed)).toMatch(/not authorized to access group/i);
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

  it('users of Redis keep to their keys and commands', async () => {
    const tls = { ca: readFileSync(servers.authority.ca, 'utf8') };
    const [query, projector] = ['query', 'projector'].map((user) => new Redis(world.redisUrl(user), { tls })) as [
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SecuredWorld, startSecuredWorld } from './secured-world.ts';

let world: SecuredWorld;

beforeAll(async () => {
  world = await startSecuredWorld('start-up');
});

afterAll(() => world?.close());

type Environment = Record<string, string>;

const WRONG_PASSWORD = 'not-the-password';

/** What is wrong, the options that make it so, and the sentence: server, address, code and option. */
const kafkaRefusals: [string, () => Environment, RegExp][] = [
  [
    'an unknown authority',
    () => ({ KAFKA_SSL_CA_FILE: world.servers.foreignCa }),
    /Kafka at 127.0.0.1:\d+ is not trusted.*: see KAFKA_BROKERS\./,
  ],
  [
    'an expired certificate',
    () => ({ KAFKA_BROKERS: world.servers.kafka.expired }),
    /Kafka at 127.0.0.1:\d+ is not trusted.*: see KAFKA_BROKERS\./,
  ],
  [
    'a certificate of another host',
    () => ({ KAFKA_BROKERS: world.servers.kafka.otherHost }),
    /Kafka at 127.0.0.1:\d+ is not trusted.*: see KAFKA_BROKERS\./,
  ],
  [
    'several brokers, none of them trusted',
    () => ({ KAFKA_BROKERS: `${world.servers.kafka.expired},${world.servers.kafka.otherHost}` }),
    /Kafka at .* is not trusted.*: see KAFKA_BROKERS\./,
  ],
  [
    'no certificate of its own where Kafka asks for one',
    () => ({ KAFKA_BROKERS: world.servers.kafka.mtls, KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD_FILE: '' }),
    /Kafka at 127.0.0.1:\d+ is not trusted, or does not agree on TLS.*: see KAFKA_BROKERS\./,
  ],
  [
    'a wrong password',
    () => ({ KAFKA_SASL_PASSWORD_FILE: world.secretFile('wrong-password', WRONG_PASSWORD) }),
    /Kafka at 127.0.0.1:\d+ refuses the login.*: see KAFKA_BROKERS\./,
  ],
  [
    'a user without rights',
    () => ({ KAFKA_SASL_USERNAME: 'stranger' }),
    /Kafka at 127.0.0.1:\d+ refuses what this user asks for.*: see KAFKA_BROKERS\./,
  ],
];

const projectorRefusals: [string, () => Environment, RegExp][] = [
  [
    'a consumer group that it has no right to',
    () => ({ KAFKA_SASL_USERNAME: 'operator' }),
    /Kafka at 127.0.0.1:\d+ refuses what this user asks for.*: see KAFKA_BROKERS\./,
  ],
  [
    'an unknown authority of MongoDB',
    () => ({ MONGODB_URL: world.servers.mongodbUrl('projector', { ca: world.servers.foreignCa }) }),
    /MongoDB at 127.0.0.1:\d+ is not trusted.*: see MONGODB_URL\./,
  ],
  [
    'a wrong password for MongoDB',
    () => ({ MONGODB_URL: world.servers.mongodbUrl('projector', { password: WRONG_PASSWORD }) }),
    /MongoDB at 127.0.0.1:\d+ refuses the login.*: see MONGODB_URL\./,
  ],
  [
    'an unknown authority of the schema registry',
    () => ({ SCHEMA_REGISTRY_SSL_CA_FILE: world.servers.foreignCa }),
    /The schema registry at 127.0.0.1:\d+ is not trusted.*: see SCHEMA_REGISTRY_URL\./,
  ],
];

describe('a projector ends its start with one sentence', () => {
  it.each([...kafkaRefusals, ...projectorRefusals])('at %s', async (_, environment, sentence) => {
    const starting = world.system.startProjector({ ...world.projector(), ...environment() });
    const failure = await starting.then(
      () => new Error('it has started'),
      (error: Error) => error,
    );
    expect(String(failure.cause)).toContain('the projector exited with status 1');
    expect(failure.message).toMatch(sentence);
    expect(failure.message).not.toContain(WRONG_PASSWORD);
  });
});

describe('a command ends with the sentence and status 2', () => {
  it.each(kafkaRefusals.filter(([what]) => what === 'a wrong password'))('at %s', async (_, environment, sentence) => {
    const { status, errors } = await world.fundlens(['status'], environment());
    expect(errors).toMatch(sentence);
    expect(errors).not.toContain(WRONG_PASSWORD);
    expect(status).toBe(2);
  });
});

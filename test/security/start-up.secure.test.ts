import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SecuredWorld, startSecuredWorld } from './secured-world.ts';

let world: SecuredWorld;

beforeAll(async () => {
  world = await startSecuredWorld('start-up');
});

afterAll(() => world?.close());

type Environment = Record<string, string>;

const WRONG_PASSWORD = 'not-the-password';

/** What is wrong, the options that make it so, and the sentence: what is refused, and where to change it. */
const kafkaRefusals: [string, () => Environment, RegExp][] = [
  [
    'an unknown authority',
    () => ({ KAFKA_SSL_CA_FILE: world.servers.foreignCa }),
    /certificate of Kafka at 127.0.0.1:\d+ comes from an authority that this process does not know\. Name .* in the environment variable KAFKA_SSL_CA_FILE/,
  ],
  [
    'an expired certificate',
    () => ({ KAFKA_BROKERS: world.servers.kafka.expired }),
    /certificate of Kafka at 127.0.0.1:\d+ is not valid at this time\. Renew it there/,
  ],
  [
    'a certificate of another host',
    () => ({ KAFKA_BROKERS: world.servers.kafka.otherHost }),
    /certificate of Kafka is for other names than 127.0.0.1:\d+\. .*environment variable KAFKA_BROKERS/,
  ],
  [
    'several brokers, none of them trusted',
    () => ({ KAFKA_BROKERS: `${world.servers.kafka.expired},${world.servers.kafka.otherHost}` }),
    /certificate of Kafka .*(is not valid at this time|is for other names)/,
  ],
  [
    'no certificate of its own where Kafka asks for one',
    () => ({ KAFKA_BROKERS: world.servers.kafka.mtls, KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD_FILE: '' }),
    /Kafka at 127.0.0.1:\d+ and this process do not agree on TLS\. Check .*KAFKA_SSL.* certificates/,
  ],
  [
    'a wrong password',
    () => ({ KAFKA_SASL_PASSWORD_FILE: world.secretFile('wrong-password', WRONG_PASSWORD) }),
    /Kafka refuses the login\. Check .*KAFKA_SASL_USERNAME, KAFKA_SASL_PASSWORD/,
  ],
  [
    'a user without rights',
    () => ({ KAFKA_SASL_USERNAME: 'stranger' }),
    /Kafka lets this user in, and refuses what it asks for\. .*KAFKA_SASL_USERNAME.*infra\/deploy\/roles\/kafka-acls\.json/,
  ],
];

const projectorRefusals: [string, () => Environment, RegExp][] = [
  [
    'a consumer group that it has no right to',
    () => ({ CHANGES_GROUP_ID: 'of-others' }),
    /Kafka lets this user in, and refuses what it asks for\. .*kafka-acls\.json/,
  ],
  [
    'an unknown authority of MongoDB',
    () => ({ MONGODB_URL: world.servers.mongodbUrl('projector', { ca: world.servers.foreignCa }) }),
    /certificate of MongoDB at 127.0.0.1:\d+ comes from an authority .* in tlsCAFile in the environment variable MONGODB_URL/,
  ],
  [
    'a wrong password for MongoDB',
    () => ({ MONGODB_URL: world.servers.mongodbUrl('projector', { password: WRONG_PASSWORD }) }),
    /MongoDB refuses the login\. Check user, password and authSource in the environment variable MONGODB_URL/,
  ],
  [
    'an unknown authority of the schema registry',
    () => ({ SCHEMA_REGISTRY_SSL_CA_FILE: world.servers.foreignCa }),
    /certificate of The schema registry at 127.0.0.1:\d+ comes from an authority .*SCHEMA_REGISTRY_SSL_CA_FILE/,
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

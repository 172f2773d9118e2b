import { PassThrough } from 'node:stream';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { expect, it } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { openSystem } from './composition-root.ts';
import { readConfig } from './config.ts';

const environment = {
  KAFKA_BROKERS: 'kafka-1:9092',
  KAFKA_SASL_USERNAME: 'ada',
  KAFKA_SASL_PASSWORD: 'hunter2',
  SCHEMA_REGISTRY_URL: 'http://registry:8081',
  MONGODB_URL: 'mongodb://ada:hunter2@db:27017/',
};

/** A command with a store that fails so. */
async function failing(error: Error) {
  const errors = new PassThrough();
  const system = openSystem(readConfig(environment), () => undefined);
  const generations = { ...system.generations, pointer: () => Promise.reject(error) };
  const status = await runCommandLine(['generations'], {
    input: new PassThrough(),
    output: new PassThrough(),
    errors,
    sanitize: (text) => text,
    open: async () => ({ ...system, generations }),
  });
  return { status, text: String(errors.read() ?? '') };
}

it.each([
  [
    'a host that is away',
    new RetryableError('mongodb_unavailable', 'away', { cause: new Error('connect ECONNREFUSED') }),
    3,
    'MongoDB at db:27017 cannot be reached',
    'MONGODB_URL',
  ],
  [
    'a wrong password of MongoDB',
    new FatalError('mongodb_refused', 'no', { cause: Object.assign(new Error('hunter2'), { code: 18 }) }),
    2,
    'MongoDB at db:27017 refuses the login (18)',
    'MONGODB_URL',
  ],
  [
    'a wrong password of Kafka',
    Object.assign(new Error('SASL SCRAM SHA512 authentication failed'), { name: 'KafkaJSSASLAuthenticationError' }),
    2,
    'refuses the login',
    'KAFKA_BROKERS',
  ],
  [
    'the registry',
    new RetryableError('registry_unavailable', 'away', { cause: new Error('getaddrinfo ENOTFOUND registry') }),
    3,
    'The schema registry at registry:8081 cannot be reached',
    'SCHEMA_REGISTRY_URL',
  ],
])('says of %s what to do, with the option and without its value', async (_, error, expected, sentence, option) => {
  const { status, text } = await failing(error);
  expect(status).toBe(expected);
  expect(text).toContain(sentence);
  expect(text).toContain(option);
  expect(text).not.toContain('hunter2');
});

it('leaves any other failure as it is', async () => {
  expect(await failing(new FatalError('unfit', 'An invariant is broken.'))).toEqual({
    status: 70,
    text: 'An invariant is broken. (unfit)\n',
  });
});

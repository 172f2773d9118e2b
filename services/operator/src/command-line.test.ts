import { PassThrough } from 'node:stream';
import { FatalError, RetryableError } from '@fundlens/runtime/errors';
import { failureOf } from '@fundlens/runtime/run-command';
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

/** What is said of a command with a store that fails so. */
async function failing(error: Error) {
  const system = openSystem(readConfig(environment), () => undefined);
  const generations = { ...system.generations, pointer: () => Promise.reject(error) };
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const ran = runCommandLine(['generations'], {
    ...{ input, output, errors },
    sanitize: (text) => text,
    open: async () => ({ ...system, generations }),
  });
  return await ran.then(String, failureOf);
}

it.each([
  [
    'a wrong password of MongoDB',
    new FatalError('mongodb_refused', 'no', { cause: Object.assign(new Error('hunter2'), { code: 18 }) }),
    2,
    'MongoDB at db:27017 refuses the login (18): see MONGODB_URL.',
  ],
  [
    'a wrong login of the registry',
    new RetryableError('registry_unavailable', 'no', { cause: { status: 401 } }),
    2,
    'The schema registry at registry:8081 refuses the login (401): see SCHEMA_REGISTRY_URL.',
  ],
])('says of %s what to do, with the option and without its value', async (_, error, status, sentence) => {
  const said = await failing(error);
  expect(said).toMatchObject({ status, text: expect.stringContaining(sentence) });
  expect(said).not.toMatchObject({ text: expect.stringContaining('hunter2') });
});

it('leaves any other failure as it is', async () => {
  expect(await failing(new FatalError('unfit', 'An invariant is broken.'))).toEqual({
    status: 70,
    text: 'An invariant is broken. (unfit)\n',
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, test } from 'vitest';
import { readPublishConfig } from './publish-config.ts';

const folder = temporaryDirectory();

function stackFile(name: string, content: string): URL {
  writeFileSync(join(folder, name), content);
  return pathToFileURL(join(folder, name));
}

const NOWHERE = pathToFileURL(join(folder, 'none/urls.json'));
const local = stackFile(
  'urls.json',
  JSON.stringify({ kafkaBrokers: ['127.0.0.1:1'], schemaRegistryUrl: 'http://127.0.0.1:2', redisUrl: 'x' }),
);

test('the running local stack is found by its file', async () => {
  expect(await readPublishConfig({}, local)).toMatchObject({
    kafkaBrokers: ['127.0.0.1:1'],
    schemaRegistryUrl: 'http://127.0.0.1:2',
    topicPrefix: '',
  });
  expect(await readPublishConfig({ TOPIC_PREFIX: 'demo.' }, local)).toMatchObject({ topicPrefix: 'demo.' });
});

test('a stack with a data directory of its own is found by the variable that it was started with', async () => {
  const environment = { LOCAL_DATA_DIRECTORY: folder };
  expect(await readPublishConfig(environment, NOWHERE)).toMatchObject({ kafkaBrokers: ['127.0.0.1:1'] });
});

test.each([NOWHERE, ...['', '{"kafkaBrokers":[', '{}'].map((content, index) => stackFile(`${index}.json`, content))])(
  'without either, one sentence says what to do (%#)',
  async (file) => {
    await expect(readPublishConfig({}, file)).rejects.toThrow(
      /Start the local stack with "npm start", or set KAFKA_BROKERS/,
    );
  },
);

test('the environment wins over it; half of one and wrong values are refused by name', async () => {
  const whole = { KAFKA_BROKERS: 'a:1, b:2', SCHEMA_REGISTRY_URL: 'https://registry.example' };
  expect(await readPublishConfig(whole, local)).toMatchObject({ kafkaBrokers: ['a:1', 'b:2'] });
  await expect(readPublishConfig({ KAFKA_BROKERS: 'a:1' }, local)).rejects.toThrow(/Set both/);
  for (const brokers of ['a', 'a:1,b', 'a:port', 'ada:secret@a:1']) {
    const without = readPublishConfig({ ...whole, KAFKA_BROKERS: brokers }, local);
    await expect(without, brokers).rejects.toThrow('KAFKA_BROKERS: must be host:port');
  }
  const wrong = { KAFKA_BROKERS: 'a,,b', SCHEMA_REGISTRY_URL: 'nowhere', TOPIC_PREFIX: 'a b' };
  await expect(readPublishConfig(wrong, local)).rejects.toThrow(/KAFKA_BROKERS.*SCHEMA_REGISTRY_URL.*TOPIC_PREFIX/s);
});

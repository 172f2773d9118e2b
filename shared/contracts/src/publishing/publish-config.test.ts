import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { readPublishConfig } from './publish-config.ts';

async function withStackFile<T>(content: string | null, use: (file: URL) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'publish-config-'));
  try {
    const file = join(folder, 'urls.json');
    if (content !== null) await writeFile(file, content);
    return await use(pathToFileURL(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const local = JSON.stringify({ kafkaBrokers: ['127.0.0.1:1'], schemaRegistryUrl: 'http://127.0.0.1:2', redisUrl: 'x' });

test('the running local stack is found by its file', async () => {
  await withStackFile(local, async (file) => {
    expect(await readPublishConfig({}, file)).toMatchObject({
      kafkaBrokers: ['127.0.0.1:1'],
      schemaRegistryUrl: 'http://127.0.0.1:2',
      topicPrefix: '',
    });
    expect(await readPublishConfig({ TOPIC_PREFIX: 'demo.' }, file)).toMatchObject({ topicPrefix: 'demo.' });
  });
});

test('a stack with a data directory of its own is found by the variable that it was started with', async () => {
  await withStackFile(local, async (file) => {
    const elsewhere = new URL('none/urls.json', file);
    const environment = { LOCAL_DATA_DIRECTORY: fileURLToPath(new URL('.', file)) };
    expect(await readPublishConfig(environment, elsewhere)).toMatchObject({ kafkaBrokers: ['127.0.0.1:1'] });
  });
});

test.each([null, '', '{"kafkaBrokers":[', '{}'])(
  'without either, one sentence says what to do (file: %j)',
  async (content) => {
    await withStackFile(content, async (file) => {
      await expect(readPublishConfig({}, file)).rejects.toThrow(
        /Start the local stack with "npm start", or set KAFKA_BROKERS/,
      );
    });
  },
);

test('the environment wins over it; half of one and wrong values are refused by name', async () => {
  await withStackFile(local, async (file) => {
    const whole = { KAFKA_BROKERS: 'a:1, b:2', SCHEMA_REGISTRY_URL: 'https://registry.example' };
    expect(await readPublishConfig(whole, file)).toMatchObject({ kafkaBrokers: ['a:1', 'b:2'] });
    await expect(readPublishConfig({ KAFKA_BROKERS: 'a:1' }, file)).rejects.toThrow(/Set both/);
    const wrong = { KAFKA_BROKERS: 'a,,b', SCHEMA_REGISTRY_URL: 'nowhere', TOPIC_PREFIX: 'a b' };
    await expect(readPublishConfig(wrong, file)).rejects.toThrow(/KAFKA_BROKERS.*SCHEMA_REGISTRY_URL.*TOPIC_PREFIX/s);
  });
});

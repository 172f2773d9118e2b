import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '@fundlens/runtime/config';
import { InvalidError } from '@fundlens/runtime/errors';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { beforeEach, expect, it } from 'vitest';
import { readOperatorConfig } from './config.ts';

let folder: string;
let file: URL;
beforeEach(() => {
  folder = temporaryDirectory();
  file = pathToFileURL(join(folder, 'urls.json'));
});

const LOCAL = {
  kafkaBrokers: ['a:1', 'b:2'],
  schemaRegistryUrl: 'http://r:1',
  mongodbUrl: 'mongodb://m:1/',
  mongodbStandIn: true,
  customFieldKeepList: ['a', 'b'],
};

it('operates the local stack, with its keep-list and indexes, when the environment names no server', async () => {
  await writeFile(file, JSON.stringify(LOCAL));
  const servers = { KAFKA_BROKERS: ['a:1', 'b:2'], MONGODB_URL: 'mongodb://m:1/', MONGODB_STAND_IN_INDEXES: true };
  const found = { ...servers, CUSTOM_FIELD_KEEP_LIST: ['a', 'b'] };
  expect(await readOperatorConfig({ TOPIC_PREFIX: 'p.' }, file)).toMatchObject({ ...found, TOPIC_PREFIX: 'p.' });
  // One that was started with a data directory of its own.
  const elsewhere = pathToFileURL(join(folder, 'none', 'urls.json'));
  const other = { LOCAL_DATA_DIRECTORY: folder, CUSTOM_FIELD_KEEP_LIST: 'c' };
  expect(await readOperatorConfig(other, elsewhere)).toMatchObject({ ...found, CUSTOM_FIELD_KEEP_LIST: ['c'] });
});

it('never mixes the local stack with a system that the environment names by halves', async () => {
  await writeFile(file, JSON.stringify(LOCAL));
  await expect(readOperatorConfig({ MONGODB_URL: 'mongodb://prod/' }, file)).rejects.toThrow(ConfigError);
});

it('says what is missing and where it would come from when there is neither', async () => {
  const none = readOperatorConfig({}, file);
  await expect(none).rejects.toThrow(InvalidError);
  await expect(none).rejects.toThrow(/none of KAFKA_BROKERS, SCHEMA_REGISTRY_URL, MONGODB_URL.*urls\.json.*npm start/s);
  await writeFile(file, '{"kafkaBrokers": [');
  await expect(readOperatorConfig({}, file)).rejects.toThrow(InvalidError);
  const given = join(folder, 'other');
  await expect(readOperatorConfig({ LOCAL_DATA_DIRECTORY: given }, file)).rejects.toThrow(join(given, 'urls.json'));
});

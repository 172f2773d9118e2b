import { expect, it } from 'vitest';
import { ConfigError } from './config.ts';
import { openMongodb } from './mongodb-client.ts';

it.each([
  'mongodb://ada:hunter2@localhost:99999/',
  'mongodb://ada:hun%ter2@localhost/',
  'mongodb://ada:hunter2@localhost/?authMechanism=hunter2',
  'mongodb://ada:hunter2@localhost/?nearest=hunter2',
])('says which option holds %s, which the driver does not take, and nothing of it', (url) => {
  const open = () => openMongodb({ MONGODB_URL: url, MONGODB_DATABASE: 'fundlens' }, {});
  expect(open).toThrow(ConfigError);
  expect(open).toThrow(/MONGODB_URL/);
  expect(open).not.toThrow(/hun/);
});

import { Duplex } from 'node:stream';
// @ts-expect-error: the driver publishes no types of its parts.
import { Connection } from 'mongodb/lib/cmap/connection.js';
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

it.each(['before', 'after'])('a command ends whose connection closes %s it is written', async (when) => {
  const takesNothing = new Duplex({ read: () => undefined, write: () => undefined, highWaterMark: 1 });
  const socket = Object.assign(takesNothing, { setTimeout: () => undefined });
  const connection = new Connection(socket, { id: 1, generation: 0, hostAddress: 'mongodb:27017' });
  if (when === 'before') socket.destroy();
  const answer = connection.command({ db: 'admin' }, { ping: 1 });
  setImmediate(() => socket.destroy());
  await expect(answer).rejects.toThrow('closed');
});

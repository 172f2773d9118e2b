import { expect, it } from 'vitest';
import { addressesOf } from './connection-advice.ts';
import { FatalError, RetryableError } from './errors.ts';
import { createLogger } from './logger.ts';
import { createServerTroubles } from './server-troubles.ts';

it('logs a server that is away once, however often it is tried, without a stack and a secret', () => {
  const lines: string[] = [];
  const logger = createLogger({
    service: 'test',
    level: 'info',
    sanitize: (line) => line,
    destination: { write: (line) => void lines.push(line) },
  });
  const url = 'mongodb://ada:hunter2@db:27017/';
  const troubles = createServerTroubles(
    {
      name: 'MongoDB',
      option: 'MONGODB_URL',
      login: 'MONGODB_URL',
      tls: 'MONGODB_URL',
      certificates: 'tlsCAFile',
      rights: 'rights',
      addresses: addressesOf(url),
    },
    logger,
  );
  const refused = new RetryableError('mongodb_unavailable', 'away', {
    cause: new Error(`connect ECONNREFUSED ${url}`),
  });
  for (let attempt = 0; attempt < 100; attempt += 1) troubles.seen(refused);
  troubles.silent();
  troubles.seen(new FatalError('mongodb_refused', 'no', { cause: Object.assign(new Error('hunter2'), { code: 18 }) }));
  troubles.seen(refused);
  troubles.over();
  troubles.over();
  troubles.seen(refused);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg.split('.')[0])).toEqual([
    'MongoDB refuses connections at db:27017',
    'MongoDB refuses the login',
    'MongoDB is available',
    'MongoDB refuses connections at db:27017',
  ]);
  expect(lines.join()).not.toMatch(/hunter2|stack/);
});

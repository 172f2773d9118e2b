import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRedisAddress } from './redis-address.ts';

const nobody = { isTls: false, username: null, password: null, rest: '' };

describe('the address of a cluster', () => {
  it.each([
    ['redis://cache', { ...nobody, nodes: [{ host: 'cache', port: 6379 }] }],
    [
      'redis://:secret@cache:7000/',
      { ...nobody, password: 'secret', nodes: [{ host: 'cache', port: 7000 }], rest: '/' },
    ],
    [
      'rediss://query:p%40ss%3A@a:1,[::1]:2,b',
      {
        isTls: true,
        username: 'query',
        password: 'p@ss:',
        rest: '',
        nodes: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: 'b', port: 6379 },
        ],
      },
    ],
    ['redis://a:1/2?family=6', { ...nobody, nodes: [{ host: 'a', port: 1 }], rest: '/2?family=6' }],
  ])('%s', (url, address) => {
    expect(readRedisAddress(url)).toEqual(address);
  });

  it.each(['http://a', 'redis://', 'redis://a,', 'redis://a:b', 'redis://a:1:2', 'redis://a:65536', 'redis://%zz@a'])(
    'is not %s',
    (url) => {
      expect(readRedisAddress(url)).toBeNull();
    },
  );

  it('has any user and password, percent-encoded', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (username, password) => {
        const url = `redis://${encodeURIComponent(username)}:${encodeURIComponent(password)}@a:1,b:2`;
        expect(readRedisAddress(url)).toMatchObject({ username, password, nodes: [{ port: 1 }, { port: 2 }] });
      }),
    );
  });
});

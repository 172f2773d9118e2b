import { describe, expect, it } from 'vitest';
import { proxiedUrl, serverOf } from './proxied-url.ts';

const PORT = 4_711;

describe('a connection string by way of a proxy', () => {
  it.each([
    ['mongodb://db.example:27018', 'mongodb://127.0.0.1:4711/?directConnection=true'],
    ['mongodb://h:1/?directconnection=true&w=1', 'mongodb://127.0.0.1:4711/?w=1&directConnection=true'],
    ['mongodb://h:1?w=1', 'mongodb://127.0.0.1:4711/?w=1&directConnection=true'],
    [
      'mongodb://maria:p%40ss%2Fw%3A%3F%23%2C@h:1/crm?authSource=admin&replicaSet=rs0&appName=a%20b',
      'mongodb://maria:p%40ss%2Fw%3A%3F%23%2C@127.0.0.1:4711/crm?authSource=admin&replicaSet=rs0&appName=a%20b&directConnection=true',
    ],
    ['mongodb://maria@[::1]:1/crm', 'mongodb://maria@127.0.0.1:4711/crm?directConnection=true'],
    ['redis://:s%2Fcret@cache:6380/3', 'redis://:s%2Fcret@127.0.0.1:4711/3'],
    ['http://maria:s3cret@registry/apis/v7?x=1', 'http://maria:s3cret@127.0.0.1:4711/apis/v7?x=1'],
  ])('%s keeps everything but its host and port', (given, expected) => expect(proxiedUrl(given, PORT)).toBe(expected));

  it.each([
    ['mongodb+srv://maria:s3cret@cluster.example/crm', /mongodb\+srv/],
    ['mongodb://maria:s3cret@a:1,b:2/crm?replicaSet=rs0', /names several/],
    ['mongodb://maria:s3cret@a,b', /names several/],
    ['mongodb://maria:s3cret@%2Ftmp%2Fmongodb.sock/crm', /host and the port/],
    ['amqp://maria:s3cret@queue', /host and the port/],
    ['maria:s3cret', /no connection string/],
    ['', /no connection string/],
  ])('%s is refused with a sentence that does not show it', (given, sentence) => {
    for (const refuse of [() => proxiedUrl(given, PORT), () => serverOf(given)]) {
      expect(refuse).toThrow(sentence);
      expect(refuse).not.toThrow(/s3cret/);
    }
  });
});

it.each([
  ['mongodb://maria:a%40b@db.example', { host: 'db.example', port: 27_017 }],
  ['mongodb://[::1]:1/?w=1', { host: '::1', port: 1 }],
  ['redis://cache', { host: 'cache', port: 6_379 }],
  ['http://127.0.0.1:8081/apis', { host: '127.0.0.1', port: 8_081 }],
])('of %s the server is known', (given, server) => expect(serverOf(given)).toEqual(server));

import { expect, it } from 'vitest';
import { addressesOf, mongodbServer } from './configured-servers.ts';
import { connectionAdvice, isDistrusted } from './connection-advice.ts';
import { RetryableError } from './errors.ts';

const SECRET = 'hunter2';
const server = mongodbServer({ MONGODB_URL: `mongodb://ada:${SECRET}@db-1:27017,db-2:27017/fundlens?tls=true` });

function failure(message: string, more: object = {}): Error {
  return new RetryableError('mongodb_unavailable', 'away', { cause: Object.assign(new Error(message), more) });
}

it.each([
  [failure('connect ECONNREFUSED 10.0.0.1:27017', { code: 'ECONNREFUSED' }), 'cannot be reached (ECONNREFUSED)'],
  [failure('getaddrinfo ENOTFOUND db-1'), 'cannot be reached'],
  [failure('x', { code: 'ETIMEDOUT' }), 'cannot be reached (ETIMEDOUT)'],
  [failure(`Authentication failed for ${SECRET}`), 'refuses the login'],
  [failure('no', { code: 18 }), 'refuses the login (18)'],
  [failure('no', { status: 401 }), 'refuses the login (401)'],
  [failure('WRONGPASS invalid username-password pair or user is disabled.'), 'refuses the login'],
  [failure(`SASL SCRAM SHA512 authentication failed for ${SECRET}`, { code: SECRET }), 'refuses the login'],
  [failure('x', { code: 'CERT_HAS_EXPIRED' }), 'is not trusted, or does not agree on TLS (CERT_HAS_EXPIRED)'],
  [failure("does not match certificate's altnames"), 'is not trusted, or does not agree on TLS'],
  [failure('not authorized on fundlens', { code: 13 }), 'refuses what this user asks for (13)'],
  [failure('NOPERM this user has no permissions'), 'refuses what this user asks for'],
  [failure('Security features are disabled'), 'has no authorizer'],
  [failure('Not authorized to access topics: [Topic authorization failed]'), 'refuses what this user asks for'],
  [
    failure('x', { code: 'GROUP_AUTHORIZATION_FAILED' }),
    'refuses what this user asks for (GROUP_AUTHORIZATION_FAILED)',
  ],
])('says server, address, code and option, and quotes nothing: %s', (error, words) => {
  expect(connectionAdvice(server, error)).toBe(`MongoDB at db-1:27017, db-2:27017 ${words}: see MONGODB_URL.`);
});

it('tells a certificate that does not hold, and TLS on one side alone, from a server that is away', () => {
  expect(isDistrusted(failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }))).toBe(true);
  expect(isDistrusted(failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }))).toBe(true);
  expect(isDistrusted(failure('ssl/tls alert bad certificate', { code: 'ERR_SSL_TLSV1_ALERT' }))).toBe(true);
  expect(isDistrusted(failure('wrong version number', { code: 'EPROTO' }))).toBe(true);
  expect(isDistrusted(failure('connect ECONNREFUSED 10.0.0.1:27017'))).toBe(false);
  expect(isDistrusted(failure('x', { code: 'ETIMEDOUT' }))).toBe(false);
});

it.each([
  [`mongodb://ada:${SECRET}@db:27017/x`, 'db:27017'],
  [`mongodb+srv://ada:${SECRET}@cluster.example/x?a=b`, 'cluster.example'],
  [`redis://:pa@ss/${SECRET}@cache:6379/0`, 'cache:6379'],
  [`mongodb://ada:${SECRET}`, 'the given address'],
  ['https://registry.example:8081/apis', 'registry.example:8081'],
  [['a:9092', '[::1]:9093'], 'a:9092, [::1]:9093'],
])('shows hosts and ports of %j, nothing else', (given, expected) => {
  expect(addressesOf(given)).toBe(expected);
});

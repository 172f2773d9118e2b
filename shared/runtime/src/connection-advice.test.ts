import { expect, it } from 'vitest';
import { addressesOf, type ConfiguredServer, connectionAdvice, isDistrusted } from './connection-advice.ts';
import { RetryableError } from './errors.ts';

const SECRET = 'hunter2';
const server: ConfiguredServer = {
  name: 'MongoDB',
  option: 'MONGODB_URL',
  login: 'user and password in the environment variable MONGODB_URL',
  tls: 'tls=true in the environment variable MONGODB_URL',
  certificates: 'tlsCAFile in the environment variable MONGODB_URL',
  rights: 'infra/deploy/roles/mongodb-roles.json',
  addresses: addressesOf(`mongodb://ada:${SECRET}@db-1:27017,db-2:27017/fundlens?tls=true`),
};

function failure(message: string, more: object = {}): Error {
  return new RetryableError('mongodb_unavailable', 'away', { cause: Object.assign(new Error(message), more) });
}

it.each([
  [
    failure('connect ECONNREFUSED 10.0.0.1:27017'),
    /^MongoDB refuses connections at db-1:27017, db-2:27017\..*MONGODB_URL/,
  ],
  [
    failure('getaddrinfo ENOTFOUND db-1'),
    /^MongoDB cannot be found: the DNS does not know db-1:27017, db-2:27017\..*MONGODB_URL/,
  ],
  [failure('x', { code: 'ETIMEDOUT' }), /^MongoDB does not answer at db-1.*MONGODB_URL/],
  [
    failure(`Authentication failed for ${SECRET}`),
    /^MongoDB refuses the login\. Check user and password in .*MONGODB_URL/,
  ],
  [failure('no', { code: 18 }), /^MongoDB refuses the login/],
  [failure('no', { status: 401 }), /^MongoDB refuses the login/],
  [failure('WRONGPASS invalid username-password pair or user is disabled.'), /^MongoDB refuses the login/],
  [failure('SASL SCRAM SHA512 authentication failed: Connection closed'), /^MongoDB refuses the login/],
  [
    failure('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    /comes from an authority that this process does not know\. Name .* in tlsCAFile/,
  ],
  [failure('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), /not valid at this time\. Renew it/],
  [
    failure("Hostname/IP does not match certificate's altnames: IP: 10.0.0.1", {
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    }),
    /is for other names than db-1:27017, db-2:27017\..*MONGODB_URL/,
  ],
  [failure('wrong version number', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), /do not agree on TLS\. Check tls=true/],
  [failure('not authorized on fundlens', { code: 13 }), /refuses what it asks for\. .*mongodb-roles\.json/],
  [failure('NOPERM this user has no permissions'), /refuses what it asks for/],
  [failure('Not authorized to access topics: [Topic authorization failed]'), /refuses what it asks for/],
  [failure('Not authorized to access group: Group authorization failed'), /refuses what it asks for/],
])('says in one sentence what is wrong, where it is configured and what to do: %s', (error, expected) => {
  const advice = connectionAdvice(server, error);
  expect(advice).toMatch(expected);
  expect(advice).not.toContain(SECRET);
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from './config.ts';
import { kafkaSecurity, kafkaSecurityOptions, requireKafkaSecurity } from './kafka-security.ts';
import { temporaryDirectory } from './testing/temporary-directory.ts';

const schema = z.object(kafkaSecurityOptions).superRefine(requireKafkaSecurity);
const securityOf = (environment: Record<string, string>) => kafkaSecurity(parseConfig(schema, environment));

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----';
const user = { KAFKA_SASL_USERNAME: 'ada', KAFKA_SASL_PASSWORD: 'hunter2' };
const oauth = {
  KAFKA_SSL: 'true',
  KAFKA_SASL_MECHANISM: 'oauthbearer',
  KAFKA_OAUTH_TOKEN_URL: 'https://login.example/token',
  KAFKA_OAUTH_CLIENT_ID: 'fundlens',
  KAFKA_OAUTH_CLIENT_SECRET: 'hunter2',
};

it('logs in by SCRAM-SHA-512 by default, and without a user not at all', () => {
  expect(securityOf({})).toEqual({ ssl: false });
  expect(securityOf(user)).toEqual({
    ssl: false,
    sasl: { mechanism: 'scram-sha-512', username: 'ada', password: 'hunter2' },
  });
});

it('gives certificates and key to TLS', () => {
  const given = { KAFKA_SSL: 'true', KAFKA_SSL_CA: CERTIFICATE, KAFKA_SSL_CERT: CERTIFICATE, KAFKA_SSL_KEY: KEY };
  expect(securityOf({ KAFKA_SSL: 'true' })).toEqual({ ssl: true });
  expect(securityOf(given)).toEqual({ ssl: { ca: CERTIFICATE, cert: CERTIFICATE, key: KEY } });
});

it('reads password and certificates anew for each connection', () => {
  const directory = temporaryDirectory();
  const [password, ca] = [join(directory, 'password'), join(directory, 'ca.pem')];
  writeFileSync(password, 'first');
  writeFileSync(ca, CERTIFICATE);
  const { ssl, sasl } = securityOf({
    KAFKA_SSL: 'true',
    KAFKA_SSL_CA_FILE: ca,
    KAFKA_SASL_USERNAME: 'ada',
    KAFKA_SASL_PASSWORD_FILE: password,
  });
  writeFileSync(password, 'second');
  writeFileSync(ca, `${CERTIFICATE}\n${CERTIFICATE}`);
  // As KafkaJS passes them on.
  expect(Object.assign({}, ssl)).toEqual({ ca: `${CERTIFICATE}\n${CERTIFICATE}` });
  expect(sasl).toMatchObject({ username: 'ada', password: 'second' });
});

it.each([
  [{ KAFKA_SASL_USERNAME: 'ada' }, 'KAFKA_SASL_PASSWORD: is required when KAFKA_SASL_USERNAME is set'],
  [
    { ...user, KAFKA_SASL_MECHANISM: 'plain' },
    'KAFKA_SASL_MECHANISM: plain sends the secret itself: set KAFKA_SSL=true',
  ],
  [{ KAFKA_SSL: 'true', KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_SASL_USERNAME: is required when'],
  [{ ...user, KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM: must be one of plain, scram-sha-256'],
  [{ KAFKA_SSL: 'true', KAFKA_SSL_CERT: CERTIFICATE }, 'KAFKA_SSL_KEY: is required when KAFKA_SSL_CERT is set'],
  [{ KAFKA_SSL_CA: CERTIFICATE }, 'KAFKA_SSL_CA: has no effect without KAFKA_SSL=true'],
  [{ KAFKA_SSL: 'true', KAFKA_SSL_CA: '/etc/hunter2.pem' }, 'KAFKA_SSL_CA: must be PEM with BEGIN CERTIFICATE'],
  [{ ...oauth, KAFKA_OAUTH_CLIENT_SECRET: '' }, 'KAFKA_OAUTH_CLIENT_SECRET: is required when'],
  [{ ...oauth, KAFKA_OAUTH_TOKEN_URL: 'http://login.example/token' }, 'KAFKA_OAUTH_TOKEN_URL: must be an https URL'],
  [{ ...oauth, KAFKA_SASL_MECHANISM: '' }, 'KAFKA_OAUTH_TOKEN_URL: has no effect without'],
  [{ ...oauth, KAFKA_SSL: '' }, 'KAFKA_SASL_MECHANISM: oauthbearer sends the secret itself'],
])('refuses %j', (environment, expected) => {
  expect(() => securityOf(environment)).toThrow(expected);
  expect(() => securityOf(environment)).not.toThrow('hunter2');
});

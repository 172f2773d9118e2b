import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openOwnServerContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import type { LaunchContext } from '@fundlens/local/server';
import { startKafka } from '@fundlens/local/servers/kafka';
import { startMongodb } from '@fundlens/local/servers/mongodb';
import { startRedis } from '@fundlens/local/servers/redis';
import { startSchemaRegistry } from '@fundlens/local/servers/schema-registry';
import type { StackAddresses } from '@fundlens/local/started-server';
import { MongoClient } from 'mongodb';
import { type Authority, createAuthority } from './certificates.ts';
import { guardRegistry, terminateTls } from './tls-proxy.ts';

export const PASSWORD = 'a-password-of-the-tests';
export const PRINCIPALS = ['projector', 'operator', 'publisher', 'ingest', 'stranger'] as const;
const ROOT = { user: 'root', password: 'a-root-password-of-the-tests' };

/** Servers with TLS, logins and rights. The addresses of `admin` are those for setting them up: everything is allowed. */
export type SecuredServers = {
  readonly admin: StackAddresses;
  readonly authority: Authority;
  /** An authority that no server's certificate comes from. */
  readonly foreignCa: string;
  readonly client: (name: string) => Promise<string>;
  /** `host:port` of each listener of Kafka. */
  readonly kafka: Readonly<Record<'sasl' | 'mtls' | 'expired' | 'otherHost', string>>;
  readonly tokenUrl: string;
  readonly registryUrl: string;
  mongodbUrl(user: string, options?: { readonly password?: string; readonly ca?: string }): string;
  mongodbX509Url(certificate: string): string;
  /** Valkey behind TLS; with a client certificate behind the second. */
  readonly redisPort: number;
  readonly redisMutualPort: number;
  close(): Promise<void>;
};

const JAAS = 'org.apache.kafka.common.security';
const MECHANISMS = 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER';

export async function startSecuredServers(): Promise<SecuredServers> {
  const { context, close } = openOwnServerContext('secured', (line) => console.error(`secured: ${line}`));
  const { dataDirectory } = context;
  const ports = await choosePorts({
    names: [
      ...(['kafka', 'controller', 'sasl', 'mtls', 'expired', 'otherHost'] as const),
      ...(['registry', 'management', 'mongodb', 'redis'] as const),
    ],
  });
  const authority = await createAuthority(join(dataDirectory, 'certificates'));
  const foreign = await createAuthority(join(dataDirectory, 'certificates'), 'foreign');
  const server = await authority.issue('server');

  const [kafka, registry, mongodb, redis] = await Promise.all([
    startKafka(context, {
      port: ports.kafka,
      controllerPort: ports.controller,
      secured: {
        listeners: [
          { name: 'SASL', port: ports.sasl, protocol: 'SASL_SSL' },
          { name: 'MTLS', port: ports.mtls, protocol: 'SSL' },
          { name: 'EXPIRED', port: ports.expired, protocol: 'SASL_SSL' },
          { name: 'OTHERHOST', port: ports.otherHost, protocol: 'SASL_SSL' },
        ],
        properties: await kafkaProperties(authority, server),
        scramUsers: PRINCIPALS.flatMap((name) =>
          ['SCRAM-SHA-256', 'SCRAM-SHA-512'].map((mechanism) => `${mechanism}=[name=${name},password=${PASSWORD}]`),
        ),
      },
    }),
    startSchemaRegistry(context, { port: ports.registry, managementPort: ports.management }),
    startSecuredMongodb(context, { port: ports.mongodb, authority, server }),
    startRedis(context, { port: ports.redis, installed: undefined }),
  ]);
  const tokens = await startTokenEndpoint();
  const registryUrl = registry.addresses.schemaRegistryUrl ?? '';
  const basic = `Basic ${Buffer.from(`projector:${PASSWORD}`).toString('base64')}`;
  const guarded = await guardRegistry(server, { url: registryUrl, allowed: [basic, `Bearer ${PASSWORD}`] });
  const redisTls = await terminateTls(server, { port: ports.redis });
  const redisMutual = await terminateTls(server, { port: ports.redis, clientCa: authority.ca });
  const guardedUrl = new URL(registryUrl);
  const { port: tokenPort } = tokens.address() as AddressInfo;

  return {
    admin: {
      kafkaBrokers: kafka.addresses.kafkaBrokers ?? [],
      schemaRegistryUrl: registryUrl,
      mongodbUrl: mongodbUrl(ports.mongodb, authority.ca, ROOT),
      redisUrl: redis.addresses.redisUrl ?? '',
      mongodbStandIn: true,
    },
    authority,
    foreignCa: foreign.ca,
    client: (name) => authority.issue(`client-${name}`),
    kafka: {
      sasl: `127.0.0.1:${ports.sasl}`,
      mtls: `127.0.0.1:${ports.mtls}`,
      expired: `127.0.0.1:${ports.expired}`,
      otherHost: `127.0.0.1:${ports.otherHost}`,
    },
    tokenUrl: `http://127.0.0.1:${tokenPort}/token`,
    registryUrl: `https://127.0.0.1:${guarded.port}${guardedUrl.pathname}`,
    mongodbUrl: (user, { password = PASSWORD, ca = authority.ca } = {}) =>
      mongodbUrl(ports.mongodb, ca, { user, password }),
    mongodbX509Url: (certificate) =>
      `mongodb://127.0.0.1:${ports.mongodb}/?directConnection=true&tls=true&tlsCAFile=${authority.ca}` +
      `&tlsCertificateKeyFile=${certificate}&authMechanism=MONGODB-X509&authSource=$external`,
    redisPort: redisTls.port,
    redisMutualPort: redisMutual.port,
    async close() {
      for (const front of [guarded, redisTls, redisMutual, tokens]) front.close();
      await Promise.all([kafka, registry, mongodb, redis].map((part) => part.stop()));
      await close();
    },
  };
}

async function kafkaProperties(authority: Authority, server: string): Promise<Record<string, string>> {
  const prefix = (listener: string, text: string) => `listener.name.${listener}.${text}`;
  const keystore = (listener: string, certificate: string) => ({
    [prefix(listener, 'ssl.keystore.type')]: 'PEM',
    [prefix(listener, 'ssl.keystore.location')]: certificate,
    [prefix(listener, 'ssl.truststore.type')]: 'PEM',
    [prefix(listener, 'ssl.truststore.location')]: authority.ca,
  });
  const plainUsers = PRINCIPALS.map((name) => `user_${name}="${PASSWORD}"`).join(' ');
  const logins = (listener: string) => ({
    [prefix(listener, 'plain.sasl.jaas.config')]: `${JAAS}.plain.PlainLoginModule required ${plainUsers};`,
    [prefix(listener, 'scram-sha-256.sasl.jaas.config')]: `${JAAS}.scram.ScramLoginModule required;`,
    [prefix(listener, 'scram-sha-512.sasl.jaas.config')]: `${JAAS}.scram.ScramLoginModule required;`,
    [prefix(listener, 'oauthbearer.sasl.jaas.config')]:
      `${JAAS}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
  });
  const expired = await authority.issue('expired', { days: -1 });
  const elsewhere = await authority.issue('elsewhere', { hosts: [{ type: 'dns', value: 'elsewhere.example' }] });
  return {
    'sasl.enabled.mechanisms': MECHANISMS,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // The plain listener is the broker's own, and what sets the broker up.
    'super.users': 'User:ANONYMOUS',
    ...keystore('sasl', server),
    ...keystore('mtls', server),
    ...keystore('expired', expired),
    ...keystore('otherhost', elsewhere),
    ...logins('sasl'),
    ...logins('expired'),
    ...logins('otherhost'),
    [prefix('mtls', 'ssl.client.auth')]: 'required',
    [prefix('mtls', 'ssl.principal.mapping.rules')]: 'RULE:^CN=client-([a-z]+),.*$/$1/,DEFAULT',
  };
}

/** The first user is made while the server asks for none. */
async function startSecuredMongodb(
  context: LaunchContext,
  { port, authority, server }: { readonly port: number; readonly authority: Authority; readonly server: string },
) {
  const tls = ['--tls-cert-file', server, '--tls-key-file', server, '--tls-ca-file', authority.ca];
  const open = `mongodb://127.0.0.1:${port}/?directConnection=true&tls=true&tlsCAFile=${authority.ca}`;
  const first = await startMongodb(context, { port, kind: 'prebuilt', secured: { url: open, args: tls } });
  const client = await new MongoClient(open).connect();
  await client.db('admin').command({ createUser: ROOT.user, pwd: ROOT.password, roles: ['root'] });
  await client.close();
  await first.stop();
  const url = mongodbUrl(port, authority.ca, ROOT);
  return await startMongodb(context, { port, kind: 'prebuilt', secured: { url, args: [...tls, '--auth'] } });
}

function mongodbUrl(port: number, ca: string, { user, password }: { user: string; password: string }): string {
  return `mongodb://${user}:${password}@127.0.0.1:${port}/?directConnection=true&authSource=admin&tls=true&tlsCAFile=${ca}`;
}

/** Client credentials for a token that is not signed, as Kafka's own check for tests takes it. */
async function startTokenEndpoint() {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  const server = createServer((request, response) => {
    const [, credentials = ''] = (request.headers.authorization ?? '').split(' ');
    const [client, secret] = Buffer.from(credentials, 'base64').toString().split(':');
    if (secret !== PASSWORD) {
      response.writeHead(401).end('{"error":"invalid_client"}');
      return;
    }
    const now = Math.floor(Date.now() / 1_000);
    const token = `${part({ alg: 'none' })}.${part({ sub: client, iat: now, exp: now + 600 })}.`;
    response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 600 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

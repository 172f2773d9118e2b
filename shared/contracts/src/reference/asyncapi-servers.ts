/** Where the topics are. The hosts are placeholders: each installation has its own. */

/** How a client proves who it is, as the options `KAFKA_SSL_*`, `KAFKA_SASL_*` and `KAFKA_OAUTH_*` say. */
export const security = {
  scramSha512: { type: 'scramSha512', description: 'SASL SCRAM-SHA-512 over TLS; the default.' },
  scramSha256: { type: 'scramSha256', description: 'SASL SCRAM-SHA-256 over TLS.' },
  plain: { type: 'plain', description: 'SASL PLAIN, over TLS alone.' },
  oauthBearer: {
    type: 'oauth2',
    description: 'SASL OAUTHBEARER over TLS, with client credentials.',
    flows: { clientCredentials: { tokenUrl: 'https://identity.example.com/oauth/token', availableScopes: {} } },
  },
  mutualTls: { type: 'X509', description: 'A client certificate (mTLS).' },
} as const;

export const servers = {
  production: {
    host: '{bootstrapServer}',
    protocol: 'kafka-secure',
    description: 'A cluster over TLS. Any one of the security schemes.',
    variables: {
      bootstrapServer: {
        description: 'One of KAFKA_BROKERS: host and port.',
        default: 'kafka.example.com:9093',
      },
    },
    security: Object.keys(security).map((name) => ({ $ref: `#/components/securitySchemes/${name}` })),
    bindings: {
      kafka: {
        schemaRegistryUrl: 'https://schema-registry.example.com',
        schemaRegistryVendor: 'confluent',
        bindingVersion: '0.5.0',
      },
    },
  },
  local: {
    host: 'localhost:{port}',
    protocol: 'kafka',
    description:
      'What `npm start` runs on this machine, on a free port: no TLS, no login. `npm run publish` finds it by itself.',
    variables: { port: { description: 'The port that Kafka has taken.', default: '9092' } },
  },
} as const;

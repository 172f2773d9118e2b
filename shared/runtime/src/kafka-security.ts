import { z } from 'zod';
import { flag, isConfidential, refusalsIn, requireBoth } from './config.ts';
import { createTokenSource } from './oauth-token.ts';
import { currentSecret, secretOptions } from './secret-files.ts';
import { certificates, privateKey, requireWholeTls, tlsMaterial } from './tls-options.ts';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'] as const;

/** How a client proves to Kafka who it is, and how it knows the brokers. */
export const kafkaSecurityOptions = {
  KAFKA_SSL: flag().prefault('false').describe('Speak TLS to Kafka.'),
  ...secretOptions({
    KAFKA_SSL_CA: certificates()
      .optional()
      .describe('Certificates that sign those of the brokers; unset: those that Node.js knows.'),
    KAFKA_SSL_CERT: certificates().optional().describe('Client certificate for Kafka (mTLS), with its chain.'),
    KAFKA_SSL_KEY: privateKey().optional().describe('Private key of the client certificate.'),
    KAFKA_SSL_KEY_PASSPHRASE: z.string().optional().describe('Passphrase of the private key, if it is encrypted.'),
  }),
  KAFKA_SASL_MECHANISM: z
    .enum(MECHANISMS, `must be one of ${MECHANISMS.join(', ')}`)
    .prefault('scram-sha-512')
    .describe('How the client logs in when it has a user, or a token endpoint (oauthbearer).'),
  KAFKA_SASL_WITHOUT_TLS: flag()
    .prefault('false')
    .describe('Allow plain and oauthbearer, which send the secret itself, without TLS; for tests.'),
  ...secretOptions({
    KAFKA_SASL_USERNAME: z.string().optional().describe('User name for SASL plain and SCRAM; unset: no SASL.'),
    KAFKA_SASL_PASSWORD: z.string().optional().describe('Password for SASL plain and SCRAM.'),
  }),
  KAFKA_OAUTH_TOKEN_URL: z
    .string()
    .refine(isConfidential, 'must be an https URL (http on this machine) without credentials')
    .optional()
    .describe('Token endpoint for oauthbearer, asked with client credentials.'),
  KAFKA_OAUTH_CLIENT_ID: z.string().optional().describe('Client that asks for tokens.'),
  ...secretOptions({ KAFKA_OAUTH_CLIENT_SECRET: z.string().optional().describe('Secret of that client.') }),
  KAFKA_OAUTH_SCOPE: z.string().optional().describe('Scope that tokens are asked for; unset: that of the client.'),
};

type KafkaSecurityOptions = z.output<z.ZodObject<typeof kafkaSecurityOptions>>;
const OAUTH_REQUIRED = ['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'] as const;

/** For the schemas with `kafkaSecurityOptions`: what is given fits together, and no secret travels in the clear. */
export function requireKafkaSecurity(options: KafkaSecurityOptions, context: z.core.$RefinementCtx): void {
  const refuse = refusalsIn(context);
  const { KAFKA_SSL, KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username } = options;
  requireWholeTls('KAFKA', options, { isOn: KAFKA_SSL, wanted: 'KAFKA_SSL=true', refuse });
  const byToken = mechanism === 'oauthbearer';
  requireBoth(options, ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'], refuse);
  if (byToken && username !== undefined) {
    refuse('KAFKA_SASL_USERNAME', 'has no effect when KAFKA_SASL_MECHANISM is oauthbearer');
  }
  if (mechanism === 'plain' && username === undefined) {
    refuse('KAFKA_SASL_USERNAME', 'is required when KAFKA_SASL_MECHANISM is plain');
  }
  for (const name of OAUTH_REQUIRED) {
    if (byToken && options[name] === undefined) refuse(name, 'is required when KAFKA_SASL_MECHANISM is oauthbearer');
    if (!byToken && options[name] !== undefined) refuse(name, 'has no effect without KAFKA_SASL_MECHANISM=oauthbearer');
  }
  if ((byToken || mechanism === 'plain') && !KAFKA_SSL && !options.KAFKA_SASL_WITHOUT_TLS) {
    const message = `${mechanism} sends the secret itself: set KAFKA_SSL=true, or KAFKA_SASL_WITHOUT_TLS=true for tests`;
    refuse('KAFKA_SASL_MECHANISM', message);
  }
}

type User = { readonly username: string; readonly password: string };
type KafkaSasl =
  | { readonly mechanism: 'oauthbearer'; readonly oauthBearerProvider: () => Promise<{ readonly value: string }> }
  | ({ readonly mechanism: 'plain' } & User)
  | ({ readonly mechanism: 'scram-sha-256' } & User)
  | ({ readonly mechanism: 'scram-sha-512' } & User);

/**
 * What the Kafka client is made with. It reads the members at each connection and each login: files are read anew, so that
 * renewed certificates and rotated passwords count without a restart.
 */
export function kafkaSecurity(options: KafkaSecurityOptions) {
  const sasl = saslOf(options);
  return { ssl: options.KAFKA_SSL && (tlsMaterial('KAFKA', options) ?? true), ...(sasl && { sasl }) };
}

function saslOf(options: KafkaSecurityOptions): KafkaSasl | null {
  const { KAFKA_SASL_MECHANISM: mechanism } = options;
  if (mechanism === 'oauthbearer') {
    const token = createTokenSource({
      tokenUrl: options.KAFKA_OAUTH_TOKEN_URL ?? '',
      clientId: options.KAFKA_OAUTH_CLIENT_ID ?? '',
      clientSecret: currentSecret(options, 'KAFKA_OAUTH_CLIENT_SECRET') ?? (() => ''),
      scope: options.KAFKA_OAUTH_SCOPE,
    });
    return { mechanism, oauthBearerProvider: async () => ({ value: await token() }) };
  }
  const currentName = currentSecret(options, 'KAFKA_SASL_USERNAME');
  const currentPassword = currentSecret(options, 'KAFKA_SASL_PASSWORD');
  if (currentName === null || currentPassword === null) return null;
  return {
    mechanism,
    get username() {
      return currentName();
    },
    get password() {
      return currentPassword();
    },
  };
}

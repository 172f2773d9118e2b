import { z } from 'zod';
import { currentSecret } from './secret-files.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----/;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** PEM, with real line breaks. */
export function certificates() {
  return z.string().regex(CERTIFICATE, 'must be PEM with BEGIN CERTIFICATE (a path goes into the option with _FILE)');
}

export function privateKey() {
  return z.string().regex(PRIVATE_KEY, 'must be PEM with BEGIN PRIVATE KEY (a path goes into the option with _FILE)');
}

/** Options of a server, by what Node's TLS calls them. */
const FIELDS = { SSL_CA: 'ca', SSL_CERT: 'cert', SSL_KEY: 'key', SSL_KEY_PASSPHRASE: 'passphrase' } as const;
type Suffix = keyof typeof FIELDS;
const SUFFIXES = Object.keys(FIELDS) as Suffix[];

/** The options of one server, e.g. `KAFKA_SSL_CA`, `KAFKA_SSL_CA_FILE`. */
type Given<Server extends string> = {
  readonly [S in Suffix as `${Server}_${S}` | `${Server}_${S}_FILE`]?: string | undefined;
};

/** What Node's TLS takes. Getters: each connection reads files anew, so that renewed certificates need no restart. */
export type TlsMaterial = { readonly [Name in (typeof FIELDS)[Suffix]]?: string };

/** The TLS material of one server; null when the options name none. */
export function tlsMaterial<Server extends string>(server: Server, options: Given<Server>): TlsMaterial | null {
  const given: Readonly<Record<string, string | undefined>> = options;
  const material: TlsMaterial = {};
  for (const suffix of SUFFIXES) {
    const value = given[`${server}_${suffix}`];
    if (value === undefined) continue;
    const get = currentSecret(value, given[`${server}_${suffix}_FILE`]);
    Object.defineProperty(material, FIELDS[suffix], { enumerable: true, get });
  }
  return Object.keys(material).length === 0 ? null : material;
}

/** A client certificate is whole, and is given only where TLS is spoken. `wanted`: what turns TLS on, in words. */
export function requireWholeTls<Server extends string>(
  server: Server,
  options: Given<Server>,
  {
    isOn,
    wanted,
    context,
  }: { readonly isOn: boolean; readonly wanted: string; readonly context: z.core.$RefinementCtx },
): void {
  const given: Readonly<Record<string, string | undefined>> = options;
  const has = (suffix: Suffix) => given[`${server}_${suffix}`] !== undefined;
  const refuse = (suffix: Suffix, message: string) =>
    context.addIssue({ code: 'custom', path: [`${server}_${suffix}`], message, input: undefined });
  if (has('SSL_CERT') && !has('SSL_KEY')) refuse('SSL_KEY', `is required when ${server}_SSL_CERT is set`);
  if (has('SSL_KEY') && !has('SSL_CERT')) refuse('SSL_CERT', `is required when ${server}_SSL_KEY is set`);
  for (const suffix of SUFFIXES) if (has(suffix) && !isOn) refuse(suffix, `has no effect without ${wanted}`);
}

import { z } from 'zod';
import { type Refuse, requireBoth } from './config.ts';
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
  const material: TlsMaterial = {};
  for (const suffix of SUFFIXES) {
    const get = currentSecret<string>(options, `${server}_${suffix}`);
    if (get !== null) Object.defineProperty(material, FIELDS[suffix], { enumerable: true, get });
  }
  return Object.keys(material).length === 0 ? null : material;
}

/** A client certificate is whole, and is given only where TLS is spoken. `wanted`: what turns TLS on, in words. */
export function requireWholeTls<Server extends string>(
  server: Server,
  options: Given<Server>,
  { isOn, wanted, refuse }: { readonly isOn: boolean; readonly wanted: string; readonly refuse: Refuse },
): void {
  const given: Readonly<Record<string, string | undefined>> = options;
  requireBoth(given, [`${server}_SSL_CERT`, `${server}_SSL_KEY`], refuse);
  if (isOn) return;
  for (const name of SUFFIXES.map((suffix) => `${server}_${suffix}`)) {
    if (given[name] !== undefined) refuse(name, `has no effect without ${wanted}`);
  }
}

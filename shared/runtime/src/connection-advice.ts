/** A server as the options of a process describe it. */
export type ConfiguredServer = {
  /** E.g. `MongoDB`. */
  readonly name: string;
  /** The option with its address. */
  readonly option: string;
  /** Options with user and password, and what decides on TLS, in words. */
  readonly login: string;
  readonly tls: string;
  /** The option with the certificates of its authority, in words. */
  readonly certificates: string;
  /** Where the rights of its users are listed. */
  readonly rights: string;
  /** Hosts and ports, without user and password; see `addressesOf`. */
  readonly addresses: string;
};

type Trouble = 'ca' | 'expired' | 'host' | 'login' | 'name' | 'permission' | 'refused' | 'silent' | 'tls';

/** In the order of their evidence: a driver that could not log in may also say that it found no server. */
const SIGNS: readonly (readonly [Trouble, RegExp])[] = [
  [
    'permission',
    /NOPERM|not authorized (on|to|for|as)|TopicAuthorization|GroupAuthorization|ClusterAuthorization|TOPIC_AUTHORIZATION_FAILED|GROUP_AUTHORIZATION_FAILED|CLUSTER_AUTHORIZATION_FAILED/i,
  ],
  ['login', /WRONGPASS|NOAUTH|AuthenticationFailed|Authentication failed|bad auth|SASL.*(authentication|failed)/i],
  ['expired', /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|certificate has expired|certificate is not yet valid/i],
  ['host', /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/i],
  ['ca', /SELF_SIGNED|self.signed|UNABLE_TO_(VERIFY|GET_ISSUER)|unable to (verify|get).*certificate/i],
  ['tls', /ERR_TLS|ERR_SSL|CERT_|_CERT|certificate|wrong version number/i],
  ['name', /ENOTFOUND|EAI_AGAIN/],
  ['refused', /ECONNREFUSED/],
  [
    'silent',
    /ETIMEDOUT|ECONNRESET|socket hang up|other side closed|EHOSTUNREACH|ENETUNREACH|timed? ?out|MongoServerSelectionError|did not answer in time/i,
  ],
];
/** HTTP: a registry without or with the wrong user. */
const LOGIN_STATUS: ReadonlySet<unknown> = new Set([401, 403]);
/** MongoDB: Unauthorized. */
const PERMISSION_CODE = 13;
/** MongoDB: AuthenticationFailed, and what Atlas says instead. */
const LOGIN_CODES: ReadonlySet<unknown> = new Set([18, 8000]);
const MAX_CAUSES = 6;

/**
 * A sentence with option, address and what to do, for an error of the connection to `server`; null for any other error. Texts of
 * the error are looked at and never repeated: they may quote secrets.
 */
export function connectionAdvice(server: ConfiguredServer, error: unknown): string | null {
  const trouble = troubleOf(error);
  return trouble === null ? null : SENTENCES[trouble](server);
}

const OF_TLS: ReadonlySet<Trouble | null> = new Set<Trouble>(['ca', 'expired', 'host', 'tls']);

/** Whether the server was reached, and a certificate does not hold or both sides do not agree on TLS: people have to act. */
export function isDistrusted(error: unknown): boolean {
  return OF_TLS.has(troubleOf(error));
}

const SENTENCES: Readonly<Record<Trouble, (server: ConfiguredServer) => string>> = {
  login: ({ name, login }) => `${name} refuses the login. Check ${login}, and that the user exists there.`,
  permission: ({ name, login, rights }) =>
    `${name} lets this user in, and refuses what it asks for. Give the user of ${login} the rights of this service: ${rights}.`,
  expired: ({ name, addresses, certificates }) =>
    `The certificate of ${name} at ${addresses} is not valid at this time. Renew it there, and check the clocks; ${certificates} cannot help.`,
  host: ({ name, addresses, option }) =>
    `The certificate of ${name} is for other names than ${addresses}. Put a name of the certificate into the environment variable ${option}, or issue one with this name.`,
  ca: ({ name, addresses, certificates }) =>
    `The certificate of ${name} at ${addresses} comes from an authority that this process does not know. Name that authority's certificates in ${certificates}.`,
  tls: ({ name, addresses, tls }) =>
    `${name} at ${addresses} and this process do not agree on TLS. Check ${tls}, and the certificates.`,
  name: ({ name, addresses, option }) =>
    `${name} cannot be found: the DNS does not know ${addresses}. Check the environment variable ${option}.`,
  refused: ({ name, addresses, option }) =>
    `${name} refuses connections at ${addresses}. Check that it runs there, and the environment variable ${option}.`,
  silent: ({ name, addresses, option }) => silentAdvice({ name, addresses, option }),
};

/** For a server that has not answered for a while, when the reason is not known. */
export function silentAdvice({
  name,
  addresses,
  option,
}: Pick<ConfiguredServer, 'name' | 'addresses' | 'option'>): string {
  return `${name} does not answer at ${addresses}. Check that it runs and can be reached, and the environment variable ${option}.`;
}

function troubleOf(error: unknown): Trouble | null {
  const errors = causesOf(error);
  if (errors.some(({ status, code }) => LOGIN_STATUS.has(status) || LOGIN_CODES.has(code))) return 'login';
  if (errors.some(({ code }) => code === PERMISSION_CODE)) return 'permission';
  const texts = errors.map(({ name, message, code }) => `${name} ${code} ${message}`);
  return SIGNS.find(([, sign]) => texts.some((text) => sign.test(text)))?.[0] ?? null;
}

type Part = { readonly [name in 'name' | 'message' | 'code' | 'status' | 'type']?: unknown };

/** The error, and what it was wrapped around: clients wrap what a server says, and callers wrap that. */
export function causesOf(error: unknown): Part[] {
  const chain: Part[] = [];
  for (let part = error; typeof part === 'object' && part !== null && chain.length < MAX_CAUSES; ) {
    chain.push(part as Part);
    part = below(part);
  }
  return chain;
}

/** Of several errors together the first stands for all. */
function below(part: object): unknown {
  if ('cause' in part && part.cause !== undefined) return part.cause;
  return 'errors' in part && Array.isArray(part.errors) ? part.errors[0] : undefined;
}

const HOST = /^(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?$/;

/** Hosts and ports of a connection string, or of brokers; without user, password, path and query. */
export function addressesOf(given: string | readonly string[]): string {
  const hosts =
    typeof given === 'string'
      ? given
          .replace(/^[a-z+]+:\/\//i, '')
          .replace(/^.*@/, '')
          .replace(/[/?#].*$/, '')
          .split(',')
      : given;
  return hosts.every((host) => HOST.test(host)) ? hosts.join(', ') : 'the given address';
}

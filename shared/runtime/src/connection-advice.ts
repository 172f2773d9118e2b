import type { ConfiguredServer } from './configured-servers.ts';
import { FatalError, failureCode, InvalidError, RetryableError } from './errors.ts';

const UNREACHABLE = 'cannot be reached';
const DISTRUSTED = 'is not trusted, or does not agree on TLS';
/**
 * What errors of a connection say, in the order of their evidence: a driver that could not log in may also say that it found
 * no server. Codes of MongoDB: 13 Unauthorized, 18 AuthenticationFailed, 8000 what Atlas says instead. HTTP: a registry
 * without or with the wrong user.
 */
const SIGNS: readonly (readonly [trouble: string, sign: RegExp])[] = [
  [
    'refuses what this user asks for',
    /code=13;|NOPERM|not authorized (on|to|for|as)|(Topic|Group|Cluster)_?Authorization/i,
  ],
  [
    'refuses the login',
    /code=(18|8000);|status=40[13];|WRONGPASS|NOAUTH|AuthenticationFailed|Authentication failed|bad auth|SASL.*(authentication|failed)/i,
  ],
  ['has no authorizer', /Security features are disabled/],
  ['needs a file that cannot be read', /code=(ENOENT|EACCES|EISDIR|EPERM);/],
  [DISTRUSTED, /ERR_TLS|ERR_SSL|CERT_|_CERT|certificate|altnames|SELF_SIGNED|UNABLE_TO_|wrong version number/i],
  [
    UNREACHABLE,
    /E(CONNREFUSED|NOTFOUND|AI_AGAIN|TIMEDOUT|CONNRESET|HOSTUNREACH|NETUNREACH)|socket hang up|other side closed|timed? ?out|MongoServerSelectionError|did not answer in time/i,
  ],
];
/** A code of Node, a driver or HTTP, which quotes nothing. */
const CODE = /^[A-Z0-9_]{2,60}$/;
const MAX_CAUSES = 6;

/**
 * Server, address, code and option for an error of the connection to `server`; null for any other error. Texts of the error
 * are looked at and never repeated: they may quote secrets.
 */
export function connectionAdvice({ name, addresses, option }: ConfiguredServer, error: unknown): string | null {
  const trouble = troubleOf(error);
  if (trouble === null) return null;
  const codes = causesOf(error).flatMap(({ code, status }) => [code, status].map(String));
  const code = codes.find((text) => CODE.test(text));
  return `${name} at ${addresses} ${trouble}${code === undefined ? '' : ` (${code})`}: see ${option}.`;
}

/** For the end of the process: the error with server, address and option, where they explain it. */
export function explained(server: ConfiguredServer, error: unknown): unknown {
  const advice = connectionAdvice(server, error);
  if (advice === null) return error;
  return new FatalError(error instanceof FatalError ? error.code : 'server_refused', advice, { cause: error });
}

/** For the end of a command: the same, and by its kind whether waiting helps. What a server refuses is a matter of options. */
export function advised(server: ConfiguredServer, error: unknown): unknown {
  const advice = connectionAdvice(server, error);
  if (advice === null) return error;
  const Kind = troubleOf(error) === UNREACHABLE ? RetryableError : InvalidError;
  return new Kind(failureCode(error), advice, { cause: error });
}

/** Whether the server was reached, and a certificate does not hold or both sides do not agree on TLS: people have to act. */
export function isDistrusted(error: unknown): boolean {
  return troubleOf(error) === DISTRUSTED;
}

function troubleOf(error: unknown): string | null {
  const texts = causesOf(error).map(
    ({ name, message, code, status }) => `${name} code=${code};status=${status}; ${message}`,
  );
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

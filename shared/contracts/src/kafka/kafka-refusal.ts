/** What a broker refuses for want of a right, as its protocol names it. */
const NOT_ALLOWED = /_AUTHORIZATION_FAILED$/;
const LOGIN_REFUSED = 'KafkaJSSASLAuthenticationError';
/** Node's codes for certificates that do not hold, and for two sides that do not agree on TLS. */
const DISTRUST =
  /^(CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET|VERIFY)_|INVALID_(CA|PURPOSE)$|HOSTNAME_MISMATCH$)/;
/** The client wraps what a broker says in "retries exceeded" and "non retriable" errors, and callers wrap those. */
const MAX_CAUSES = 6;

/**
 * Whether Kafka, or TLS in front of it, has refused this client for good: a login, a right or a certificate. The same attempt
 * fails again until people have changed something.
 */
export function isKafkaRefusal(error: unknown): boolean {
  return isLoginRefused(error) || causesOf(error).some((part) => isMissingRight(part) || isDistrust(part));
}

export function isLoginRefused(error: unknown): boolean {
  return causesOf(error).some(({ name }) => name === LOGIN_REFUSED);
}

export function isMissingRight(error: unknown): boolean {
  return isObject(error) && typeof error.type === 'string' && NOT_ALLOWED.test(error.type);
}

/** A connection of the Kafka client that failed over certificates, or in TLS. */
export function isDistrust(error: unknown): boolean {
  return (
    isObject(error) &&
    error.name === 'KafkaJSConnectionError' &&
    typeof error.code === 'string' &&
    DISTRUST.test(error.code)
  );
}

type Part = Readonly<Record<'name' | 'type' | 'code' | 'cause' | 'errors', unknown>>;

function causesOf(error: unknown): Part[] {
  const causes: Part[] = [];
  for (let part = error; isObject(part) && causes.length < MAX_CAUSES; part = below(part)) causes.push(part);
  return causes;
}

/** Of several errors together the first stands for all. */
function below({ cause, errors }: Part): unknown {
  return cause ?? (Array.isArray(errors) ? errors[0] : undefined);
}

function isObject(value: unknown): value is Part {
  return typeof value === 'object' && value !== null;
}

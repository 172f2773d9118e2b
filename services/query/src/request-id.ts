import { randomBytes } from 'node:crypto';

/** 128 random bits: unique without asking anyone, and impossible to guess. */
const RANDOM_BYTES = 16;

/** Ours alone: an `X-Request-ID` that a client sends is not used, so ids in logs and audit cannot be forged. */
export function newRequestId(): string {
  return `req_${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

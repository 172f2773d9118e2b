import { randomFillSync } from 'node:crypto';

/** 128 random bits: unique without coordination, and impossible to guess. */
const RANDOM_BYTES = 16;
/** Random bytes are fetched for this many ids at once: one call costs more than formatting a thousand ids. */
const IDS_AT_ONCE = 256;

const random = Buffer.alloc(RANDOM_BYTES * IDS_AT_ONCE);
let used = random.length;

/** The client's `X-Request-ID` is ignored, so ids in logs and audit cannot be forged. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const start = used;
  used += RANDOM_BYTES;
  return `req_${random.toString('hex', start, used)}`;
}

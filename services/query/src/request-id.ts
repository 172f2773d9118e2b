import { randomFillSync } from 'node:crypto';

/** 128 random bits: unique without asking anyone, and impossible to guess. */
const RANDOM_BYTES = 16;
/** Random bytes are fetched for so many ids at once: asking for them costs more than making a thousand ids of them. */
const IDS_AT_ONCE = 256;

const random = Buffer.alloc(RANDOM_BYTES * IDS_AT_ONCE);
let used = random.length;

/** Ours alone: an `X-Request-ID` that a client sends is not used, so ids in logs and audit cannot be forged. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const start = used;
  used += RANDOM_BYTES;
  return `req_${random.toString('hex', start, used)}`;
}

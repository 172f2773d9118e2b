import { createHash } from 'node:crypto';

/** A repeatable source of chance: the same seed gives the same sequence on every machine. */
export type Random = ReturnType<typeof createRandom>;

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CRM_ID_LENGTH = 20;

export function createRandom(seed: string) {
  let draws = 0;
  let digest = Buffer.alloc(0);
  /** Uniform in [0, 1): four bytes of a chain of digests for each number. */
  const next = () => {
    const at = (draws++ * 4) % 32;
    if (at === 0) digest = createHash('sha256').update(`${seed}#${draws}`).digest();
    return digest.readUInt32LE(at) / 2 ** 32;
  };
  /** From `min` to `max`, both included. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <const T>(items: readonly T[]) => items[int(0, items.length - 1)] as T;
  const hex = (length: number) => Array.from({ length }, () => int(0, 15).toString(16)).join('');
  return {
    next,
    int,
    pick,
    chance: (probability: number) => next() < probability,
    /** As CRMs give ids. Runs of digits are kept short: no id can be taken for an SSN. */
    crmId() {
      let id = '';
      while (id.length < CRM_ID_LENGTH) {
        const character = ALPHANUMERIC.charAt(int(0, ALPHANUMERIC.length - 1));
        if (!/\d{2}$/.test(id) || !/\d/.test(character)) id += character;
      }
      return id;
    },
    /** Version 4 by form; repeatable by origin. */
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`,
  };
}

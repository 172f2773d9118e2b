import type { Random } from './random.ts';

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CRM_ID_LENGTH = 20;

/**
 * An id as CRMs of this kind give them: twenty letters and digits. Runs of digits are kept short, so that no id can be
 * taken for a Social Security number.
 */
export function crmId(random: Random): string {
  let id = '';
  while (id.length < CRM_ID_LENGTH) {
    const next = ALPHANUMERIC[random.int(0, ALPHANUMERIC.length - 1)] ?? 'A';
    if (!/\d{2}$/.test(id) || !/\d/.test(next)) id += next;
  }
  return id;
}

/** Version 4 by form; repeatable by origin. */
export function uuid(random: Random): string {
  const hex = (length: number) => Array.from({ length }, () => random.int(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${random.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
}

import type { Random } from './random.ts';

/**
 * Nine digits that the Social Security Administration has never issued and never will: area 000, 666 or 9xx, or the group
 * 00. No real person can have such a number, and a redactor has to remove it like any other, because bureau sandboxes
 * use the same ranges.
 */
export function neverIssuedSsn(random: Random): string {
  const serial = String(random.int(1, 9_999)).padStart(4, '0');
  const group = String(random.int(1, 99)).padStart(2, '0');
  // With one leading zero: a system that stores it as a number keeps eight digits.
  if (random.chance(0.1)) return `0${random.int(11, 99)}00${serial}`;
  return random.pick(['666', '666', '000', `9${serial.slice(2)}`, `9${group}`]) + group + serial;
}

export function isNeverIssued(ssn: string): boolean {
  return /^(000|666|9)/.test(ssn) || ssn.slice(3, 5) === '00';
}

/** As people and systems write it: three groups with a sign between, or none. */
export function writtenSsn(ssn: string, separator: string): string {
  return [ssn.slice(0, 3), ssn.slice(3, 5), ssn.slice(5)].join(separator);
}

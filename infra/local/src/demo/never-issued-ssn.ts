import type { Random } from './random.ts';

/**
 * Nine digits that the Social Security Administration has never issued and never will: area 000, 666 or 9xx, the group
 * 00, or the block 987-65-4320…4329 that it sets aside for advertisements. No real person can have such a number, and a
 * redactor has to remove it like any other, because bureau sandboxes use the same ranges.
 */
export function neverIssuedSsn(random: Random): string {
  const serial = digits(random.int(1, 9_999), 4);
  const group = digits(random.int(1, 99), 2);
  const roll = random.next();
  if (roll < 0.35) return `666${group}${serial}`;
  if (roll < 0.7) return `${random.int(900, 999)}${group}${serial}`;
  if (roll < 0.8) return `000${group}${serial}`;
  // With one leading zero: a system that stores it as a number keeps eight digits.
  if (roll < 0.9) return `0${random.int(11, 99)}00${serial}`;
  return `98765432${random.int(0, 9)}`;
}

export function isNeverIssued(ssn: string): boolean {
  return /^(000|666|9)\d*$/.test(ssn) || ssn.slice(3, 5) === '00';
}

/** The ways in which people and systems write it. */
export const ssnWritings = {
  plain: (ssn: string) => ssn,
  dashes: (ssn: string) => grouped(ssn, '-'),
  spaces: (ssn: string) => grouped(ssn, ' '),
  dots: (ssn: string) => grouped(ssn, '.'),
} as const;

function grouped(ssn: string, separator: string): string {
  return [ssn.slice(0, 3), ssn.slice(3, 5), ssn.slice(5)].join(separator);
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

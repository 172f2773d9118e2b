import { userInfo } from 'node:os';
import { ID_PATTERN } from '@fundlens/contracts/definition/field-rules';
import { MAX_ID_LENGTH, MAX_LOCATION_ID_LENGTH } from '@fundlens/contracts/definition/limits';
import { isOperatorAccount } from '@fundlens/redaction/redact-text';
import { InvalidArgumentError, Option } from 'commander';

/** Reads an argument that is a whole number within these bounds, written in digits alone. */
export function wholeNumber({ from, to }: { readonly from: number; readonly to: number }): (given: string) => number {
  return (given) => {
    const value = /^[0-9]{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= from && value <= to) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}

export function matching(pattern: RegExp, rule: string, maxLength = MAX_ID_LENGTH): (given: string) => string {
  return (given) => {
    if (given.length <= maxLength && pattern.test(given)) return given;
    throw new InvalidArgumentError(rule);
  };
}
export const locationId = matching(ID_PATTERN, 'It must be the id of a location.', MAX_LOCATION_ID_LENGTH);
export const contactId = matching(ID_PATTERN, 'It must be the id of a contact.');

const AGO = /^([1-9][0-9]{0,5})([mhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
/** A day, or a time in UTC: without the zone a time would mean another instant on another machine. */
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/;

/** `2026-03-14`, `2026-03-14T09:00Z`, or `30m`, `24h`, `7d` before `now` (epoch milliseconds); null for anything else. */
export function readInstant(text: string, now: number): Date | null {
  const [, amount, unit = ''] = AGO.exec(text) ?? [];
  if (amount !== undefined) return new Date(now - Number(amount) * (UNIT_MS[unit] ?? 0));
  if (!INSTANT.test(text)) return null;
  const found = new Date(text);
  return Number.isNaN(found.getTime()) || !found.toISOString().startsWith(text.slice(0, 10)) ? null : found;
}

export function instant(given: string): Date {
  const found = readInstant(given, Date.now());
  if (found === null) throw new InvalidArgumentError('It must be like 2026-03-14, 2026-03-14T09:00Z, 30m, 24h or 7d.');
  return found;
}

export function accountOption(): Option {
  return new Option('--by <account>', 'the account or ticket that does this').argParser((given) => {
    if (isOperatorAccount(given)) return given;
    throw new InvalidArgumentError('It must be the name of an account or ticket: letters, digits and . _ # -');
  });
}

/** The account of this machine's user; a user name that is no valid account is not stored. */
export function ownAccount(): string {
  const { username } = userInfo();
  return isOperatorAccount(username) ? username : 'operator';
}

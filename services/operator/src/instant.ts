import { InvalidArgumentError } from 'commander';

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

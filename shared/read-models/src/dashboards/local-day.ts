import { isTimeZone } from '@fundlens/contracts/definition/time-zone';

/**
 * Calendar days as numbers: days since 1970-01-01. The same numbers count UTC days and the days of a time zone, so a
 * window is a range of integers. Zones come with all that they do: daylight saving, half hours, changes at midnight, and
 * days that never were (Pacific/Apia had no 2011-12-30: no instant falls on it, and a window that spans it counts it).
 */

const DAY_MS = 86_400_000;

/** The zone of a location that states none, or one that this runtime cannot compute with. */
export const FALLBACK_TIME_ZONE = 'UTC';

/** No zone is further than this from UTC, so an instant's local day is its UTC day or one beside it. */
export const MAX_DAYS_FROM_UTC = 1;

/** @param instant epoch milliseconds */
export function utcDay(instant: number): number {
  return Math.floor(instant / DAY_MS);
}

/**
 * The day that the calendar in `timeZone` shows at `instant`.
 * @param instant epoch milliseconds
 * @param timeZone an IANA zone, see `zoneOrFallback`
 */
export function localDay(instant: number, timeZone: string): number {
  return Math.floor((instant + offsetAt(instant, timeZone)) / DAY_MS);
}

/** `YYYY-MM-DD` */
export function isoDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

/** The zone itself when days can be counted in it, else UTC. */
export function zoneOrFallback(timeZone: string | null): string {
  return timeZone !== null && zoneOf(timeZone) !== null ? timeZone : FALLBACK_TIME_ZONE;
}

type Zone = {
  readonly format: Intl.DateTimeFormat;
  /** By UTC day the offset that all of it has; null on a day on which the zone's clocks change. In milliseconds. */
  readonly days: Map<number, number | null>;
};

/** Asking Intl takes microseconds, a full recount asks 10⁵ times. Both bounds are far above what is in use at a time. */
const MAX_ZONES = 1_000;
const MAX_DAYS_PER_ZONE = 10_000;
const zones = new Map<string, Zone | null>();

function offsetAt(instant: number, timeZone: string): number {
  const zone = zoneOf(timeZone);
  if (zone === null) throw new RangeError('not a time zone of this runtime');
  const { format, days } = zone;
  const day = utcDay(instant);
  let offset = days.get(day);
  if (offset === undefined) {
    // No zone changes its offset twice within one UTC day: comparing both ends shows a change.
    const [before, after] = [statedOffset(format, day * DAY_MS), statedOffset(format, (day + 1) * DAY_MS)];
    offset = before === after ? before : null;
    if (days.size >= MAX_DAYS_PER_ZONE) days.clear();
    days.set(day, offset);
  }
  return offset ?? statedOffset(format, instant);
}

/** Null for what is no zone; plain offsets such as "+02:00" have no history and are none. */
function zoneOf(timeZone: string): Zone | null {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = isTimeZone(timeZone)
    ? { format: new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }), days: new Map() }
    : null;
  zones.set(timeZone, zone);
  return zone;
}

const OFFSET = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** Reads the end of `3/8/2026, GMT-05:00`; before standard time offsets have seconds too. */
function statedOffset(format: Intl.DateTimeFormat, instant: number): number {
  const stated = OFFSET.exec(format.format(instant));
  if (stated === null) throw new TypeError('Intl states the offset of a zone in a form that is not known');
  const [, sign, hours = 0, minutes = 0, seconds = 0] = stated;
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -offset : offset;
}

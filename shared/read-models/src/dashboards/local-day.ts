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

/** What a zone's clocks do within one UTC day: `before` until `changesAt`, `after` from then on. In milliseconds. */
type DayOffsets = { readonly before: number; readonly changesAt: number; readonly after: number };
type Zone = { readonly format: Intl.DateTimeFormat; readonly days: Map<number, DayOffsets> };

/** Asking Intl takes microseconds, a full recount asks 10⁵ times. Both bounds are far above what is in use at a time. */
const MAX_ZONES = 1_000;
const MAX_DAYS_PER_ZONE = 10_000;
const zones = new Map<string, Zone | null>();

function offsetAt(instant: number, timeZone: string): number {
  const zone = zoneOf(timeZone);
  if (zone === null) throw new RangeError('not a time zone of this runtime');
  const day = utcDay(instant);
  let offsets = zone.days.get(day);
  if (offsets === undefined) {
    offsets = offsetsOf(zone.format, day);
    if (zone.days.size >= MAX_DAYS_PER_ZONE) zone.days.clear();
    zone.days.set(day, offsets);
  }
  return instant < offsets.changesAt ? offsets.before : offsets.after;
}

/** Null for what is no zone; plain offsets such as "+02:00" have no history and are none. */
function zoneOf(timeZone: string): Zone | null {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  if (zones.size >= MAX_ZONES) zones.clear();
  const zone = /^[A-Za-z]/.test(timeZone) ? createZone(timeZone) : null;
  zones.set(timeZone, zone);
  return zone;
}

function createZone(timeZone: string): Zone | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    return { format, days: new Map() };
  } catch {
    return null;
  }
}

/** No zone changes its offset twice within one UTC day: comparing both ends shows a change, and bisection finds it. */
function offsetsOf(format: Intl.DateTimeFormat, day: number): DayOffsets {
  const [start, end] = [day * DAY_MS, (day + 1) * DAY_MS];
  const [before, after] = [statedOffset(format, start), statedOffset(format, end)];
  if (before === after) return { before, changesAt: end, after };
  let [unchanged, changed] = [start, end];
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (statedOffset(format, middle) === before) unchanged = middle;
    else changed = middle;
  }
  return { before, changesAt: changed, after };
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

/**
 * A text as an array of its code units, with a null behind the last: arrays are read several times faster than strings.
 * Borrowed for one synchronous reading and given back empty, so that nothing of a report stays in memory.
 */
export function borrowUnits(text: string): Uint16Array {
  const size = text.length + 1;
  const units = size <= KEPT_UNITS && !isLent ? kept : new Uint16Array(size);
  if (units === kept) isLent = true;
  if (text.length < SHORT_TEXT) for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  else Buffer.from(units.buffer).write(text, 'utf16le');
  units[text.length] = 0;
  return units;
}

export function returnUnits(units: Uint16Array, length: number): void {
  if (units !== kept) return;
  units.fill(0, 0, length);
  isLent = false;
}

/** Enough for nearly all reports: larger ones get an array of their own. */
const KEPT_UNITS = 512 * 1024;
const kept = new Uint16Array(KEPT_UNITS);
let isLent = false;

/** Below this length a loop is faster than a call. */
const SHORT_TEXT = 128;

/**
 * Whether the name is a time zone of the IANA database that this runtime can compute with.
 * Plain offsets ("+02:00") are refused: they have no daylight saving and are not zones.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Names already asked for; upstreams repeat a few dozen. Bounded, because the names come from outside. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 2_000;

/**
 * Whether the name is a time zone of the IANA database that this runtime can compute with.
 * Plain offsets ("+02:00") are refused: they have no daylight saving and are not zones.
 */
export function isTimeZone(name: string): boolean {
  const answer = known.get(name);
  if (answer !== undefined) return answer;
  const valid = /^[A-Za-z]/.test(name) && canFormat(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, valid);
  return valid;
}

function canFormat(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

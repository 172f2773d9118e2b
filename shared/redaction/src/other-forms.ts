/*
 * What tells three, two and four digits within something longer (a catalogue number, a version, an address, a quantity) from
 * an SSN. Dates, years and one or two digits may stand at an SSN: people date their files and number their pages, and a
 * health plan's member ids are SSNs with such a suffix.
 */

/** Three groups in a text, and the signs between them. */
export type Grouped = { readonly start: number; readonly end: number; readonly first: string; readonly second: string };

/** As far as a person looks. */
const REACH = 40;

const DASHED_BEFORE = /(?<![\d-])((?:\d{1,20}-){1,6})$/;
const DASHED_AFTER = /^((?:-\d{1,20}){1,6})(?![\d-])/;
const OWN_BEFORE =
  /(?:^|-)(?:(?:19|20)\d\d(?:-\d\d-\d\d)?|\d\d?-\d\d?-(?:19|20)\d\d|(?:19|20)\d{6}|\d{4}(?:19|20)\d\d|\d{3}-\d\d-\d{4})-$/;
const OWN_AFTER =
  /^-(?:(?:19|20)\d\d|\d\d?-\d\d?-(?:19|20)\d\d|(?:19|20)\d{6}|\d{4}(?:19|20)\d\d|\d{3}-\d\d-\d{4})(?!\d)/;

/** Other numbers that are written so, by their names. */
const NAMED_BEFORE =
  /(?:parcel|\bapn|\bsku|\bmodel|pay(?:ment)?[\s_-]?(?:pattern|history|rating))[\s_-]?(?:identif[a-z]{0,9}|number|num|no|id|data)?s?[\s"'=:>#.-]{0,6}$/i;
const VERSION_BEFORE = /(?:\d\.\d{1,5}\.|@|(?<!ssn|ss|social|number|no|itin|tin|id)(?<=[a-z])\/)$/i;
const VERSION_AFTER =
  /^(?:-(?:alpha|beta|rc|dev|snapshot|pre|preview|next|canary|nightly|build|release|final|ga)(?![a-z])|\.(?:tgz|tar|zip|jar|whl|gz|deb|rpm|exe|dmg)(?![a-z]))/i;
const HEX_BEFORE = /(?:^|[^\da-z])[\da-f]{0,4}:$/i;
const HEX_AFTER = /^:[\da-f:]/i;
const QUANTITY_AFTER = /^(?:st|nd|rd|th|ms|us|ns|s|k?b|mb|gb|px|rem)(?![a-z\d])/i;
const TELEPHONE_BEFORE = /(?<![a-z])(?:tele)?(?:phone|tel|fax|mobile|cell)[\s.:#]{0,3}$/i;

/** Whether three, two and four digits are a part of something that is no SSN. */
export function hasOtherForm(text: string, { start, end, first, second }: Grouped): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const after = text.slice(end, end + REACH);
  if (NAMED_BEFORE.test(before)) return true;
  if (before.endsWith('.') && VERSION_BEFORE.test(before)) return true;
  if (second.trim() === '' && QUANTITY_AFTER.test(after)) return true;
  if (first === '-' || second === '-')
    return goesOn(before, DASHED_BEFORE, OWN_BEFORE) || goesOn(after, DASHED_AFTER, OWN_AFTER);
  if (first === '.') return VERSION_BEFORE.test(before) || VERSION_AFTER.test(after);
  if (first === ':') return HEX_BEFORE.test(before) || HEX_AFTER.test(after);
  return first.trim() === '' && second.trim() === '' && TELEPHONE_BEFORE.test(before);
}

/** A chain of digits and dashes, with three digits next to the number, and no date or number by itself. */
function goesOn(beside: string, chain: RegExp, own: RegExp): boolean {
  const [, dashed] = chain.exec(beside) ?? [];
  return dashed !== undefined && !own.test(dashed) && /^-\d{3}|\d{3}-$/.test(dashed);
}

import { INVISIBLE } from './normalized.ts';
import { type Grouped, hasOtherForm } from './other-forms.ts';

/**
 * How a number can be written, before anything is known of what stands around it.
 *
 * - `nine`: nine digits; `separated`: three, two, four, with signs that a person reads over;
 * - `grouped`: nine digits in other groups, or in a row of values; `zip`: five, four; `employer`: two, seven;
 * - `short`: seven or eight digits, of a number that lost its zeros, or three, two, four with a digit too many or masked;
 * - `four`: four digits;
 * - `masked`: three, two, four of which groups are masked; `tail`: four digits behind signs of a mask.
 */
export type Form = 'nine' | 'separated' | 'grouped' | 'zip' | 'employer' | 'short' | 'four' | 'masked' | 'tail';

export type Candidate = {
  readonly start: number;
  readonly end: number;
  /** Of a masked form those that are left. */
  readonly digits: string;
  readonly form: Form;
};

type Group = { readonly start: number; readonly end: number; readonly digits: string };

/** The least that has a form. */
const FOUR_DIGITS = /(?:\d\D*){4}|\d[eE]/;
/** One class, repeated: groups, repeated millions of times, are more than the engine keeps. */
const RUN = /\d[\d\u200b]*/g;
/** Digits further apart are no number that a person would read. */
const LONGEST_JOINT = 8;
/** Spaces, dashes, dots and slashes join groups to one number; other signs and lines part them. */
const JOINT = /^[ \t\v\f\-./()\\\u200b]*$/;

/** The candidates of a text in the spelling of `normalized`, in their order. */
export function findForms(text: string): readonly Candidate[] {
  if (!FOUR_DIGITS.test(text)) return [];
  const masked = maskedForms(text);
  const found = [...masked, ...scientificForms(text)];
  const groups: Group[] = [];
  let mask = 0;
  RUN.lastIndex = 0;
  for (let match = RUN.exec(text); match !== null; match = RUN.exec(text)) {
    const { index } = match;
    let end = index + match[0].length;
    while (text.charAt(end - 1) === INVISIBLE) end--;
    const run = text.slice(index, end);
    while (mask < masked.length && (masked[mask] as Candidate).end <= index) mask++;
    if ((masked[mask]?.start ?? text.length) <= index) continue;
    const all = run.includes(INVISIBLE) ? run.replaceAll(INVISIBLE, '') : run;
    // Programs of mainframes fill up with zeros.
    const digits = all.length > 9 ? all.replace(/^0+(?=\d{9}$)/, '') : all;
    groups.push({ start: index, end, digits });
  }
  for (let at = 0; at < groups.length; ) at += candidateAt(text, groups, at, found);
  return found.length < 2 ? found : found.sort((a, b) => a.start - b.start);
}

/** Adds what begins at a group; returns how many groups it takes. */
function candidateAt(text: string, groups: readonly Group[], at: number, found: Candidate[]): number {
  const group = groups[at] as Group;
  const { start, end, digits } = group;
  const add = (form: Form, count: number): number => {
    const taken = groups.slice(at, at + count);
    const to = (taken.at(-1) as Group).end;
    found.push({ start, end: to, digits: taken.map((each) => each.digits).join(''), form });
    return count;
  };
  if (digits.length === 9) return add(PARTED_INVISIBLY.test(text.slice(start, end)) ? 'separated' : 'nine', 1);
  if (isThreeTwoFour(text, groups, at)) return add(isCrowded(text, groups, at, at + 2) ? 'grouped' : 'separated', 3);
  let sum = digits.length;
  let count = 1;
  while (sum < 9 && isJoint(text, groups, at + count) && !isThreeTwoFour(text, groups, at + count))
    sum += (groups[at + count++] as Group).digits.length;
  if (count > 1 && sum === 9) {
    const form = formOfGroups(text, groups.slice(at, at + count));
    return add(form, count);
  }
  if (count > 1 && sum === 4 && /^[\d ]+$/.test(text.slice(start, (groups[at + count - 1] as Group).end)))
    return add('four', count);
  if (count > 1 && isDamaged(text, start, groups.slice(at, at + 3))) return add('short', 3);
  if (digits.length === 7 || digits.length === 8) return add('short', 1);
  return digits.length === 4 ? add('four', 1) : 1;
}

function gapBefore(text: string, groups: readonly Group[], at: number): string | null {
  const group = groups[at];
  const before = groups[at - 1];
  if (group === undefined || before === undefined || group.start - before.end > LONGEST_JOINT) return null;
  return text.slice(before.end, group.start);
}

function isJoint(text: string, groups: readonly Group[], at: number): boolean {
  const gap = gapBefore(text, groups, at);
  return gap !== null && JOINT.test(gap);
}

function formOfGroups(text: string, groups: readonly Group[]): Form {
  const lengths = groups.map(({ digits }) => digits.length).join('');
  const gap = (at: number): string => gapBefore(text, groups, at) ?? '';
  if (lengths === '27' && gap(1).includes('-')) return 'employer';
  if (lengths === '54' && gap(1).includes('-')) return 'zip';
  // `6 6 6 - 4 5 - 3 9 2 0`
  const isSpaced = lengths === '111111111' && gap(1) === ' ' && gap(3).includes('-') && gap(5).includes('-');
  return isSpaced ? 'separated' : 'grouped';
}

/** `28-53-3947`: groups of which the first lost its zero, and no date; `666-45-39201`, `6664-45-3920`: a digit too many. */
function isDamaged(text: string, start: number, groups: readonly Group[]): boolean {
  if (groups.length < 3 || !/[- ]/.test(text.charAt((groups[0] as Group).end))) return false;
  const spelling = text.slice(start, (groups[2] as Group).end + 2);
  return (
    /^(?:\d\d([- ])\d\d\1\d{4}|\d{3}-\d\d-\d{5}|\d{4}-\d\d-\d{4})(?![\d-])/.test(spelling) &&
    !DATE_GROUPS.test(spelling)
  );
}

const DATE_GROUPS = /^(?:(?:0\d|1[0-2])-[0-3]\d|[0-3]\d-(?:0\d|1[0-2]))-|-(?:19|20)\d\d$/;

/** Parted at the places of its groups by what is not seen, and nowhere else. */
const PARTED_INVISIBLY = /^\d{3}\u200b+\d\d\u200b+\d{4}$/;

/** Three, two and four digits that a person would read as one number. */
function isThreeTwoFour(text: string, groups: readonly Group[], at: number): boolean {
  if (groups[at]?.digits.length !== 3 || groups[at + 1]?.digits.length !== 2 || groups[at + 2]?.digits.length !== 4)
    return false;
  const visibleGap = (of: number): string | null => gapBefore(text, groups, of)?.replaceAll(INVISIBLE, '') ?? null;
  const first = visibleGap(at + 1);
  const second = visibleGap(at + 2);
  if (first === null || second === null) return false;
  const place = { start: (groups[at] as Group).start, end: (groups[at + 2] as Group).end, first, second };
  if (hasOtherForm(text, place) || (second.includes('\n') && DATE_GOES_ON.test(text.slice(place.end, place.end + 2))))
    return false;
  const both = first + second;
  const before = text.slice(Math.max(0, place.start - 8), place.start);
  if (both.trim() !== '' && /^[\s()-]*$/.test(both)) return !COUNTRY_CODE.test(before);
  if (/[a-z\n\r]/i.test(both)) return false;
  if (both.trim() === '') return !/\p{Sc}$/u.test(before);
  if (DASH_AND_OTHER.test(both)) {
    const isLonger = /[\p{L}\d.,$€£#+~_/-]$/u.test(before) || GOES_ON.test(text.slice(place.end, place.end + 3));
    return !isLonger;
  }
  return isSameSign(text, place, [visibleGap(at) ?? '', visibleGap(at + 3) ?? '']);
}

/** `room 412-66\n2026-03-04` */
const DATE_GOES_ON = /^[-/.]\d/;

/** `+49 123 45-6789`: before a telephone; in North America the groups are others. */
const COUNTRY_CODE = /\+(?!1\D)\d{1,3}[\s()-]{1,4}$/;

/** `531-84.7296`: a dash, and a sign that was typed or scanned in place of the other one. */
const DASH_AND_OTHER = /^(?:-[.•~_¬/]|[.•~_¬/]-)$/;

/** A longer decimal, a chain, a degree of longitude. */
const GOES_ON = /^(?:[.,~_/-]?\d|\s?[NSEWnsew](?![a-z])|['’′″°"%])/;

/** One sign, twice, as in `123.45.6789`; a longer chain of it is a list, a version, a path. */
function isSameSign(text: string, { start, end, first, second }: Grouped, around: readonly string[]): boolean {
  const sign = first.trim();
  if (second.trim() !== sign || !/^(.)\1{0,2}$/su.test(sign) || sign === '$') return false;
  // `712 / 45 / 6780`: values beside each other.
  if (/^[/,;|"']$/.test(sign) && (first !== sign || second !== sign)) return false;
  // `a,123,45,6789,b`: a row of values.
  const isInRow = text.charAt(start - 1) === sign || /^[,;|"']\S/.test(text.slice(end, end + 2));
  if (/^[,;|"']$/.test(sign) && isInRow) return false;
  if (sign === '.' && /(?<![a-z])v(?:er(?:sion)?)?\.?\s?$/i.test(text.slice(Math.max(0, start - 10), start)))
    return false;
  // `$150,000.00. 1099`, `3. 531.84.7296`: a sign and a space end a sentence, unless the groups are parted so.
  return first === second && !around.includes(first);
}

/** As far as a telephone or a date reaches, and a word before it. */
const NEIGHBOUR = 32;
/** Accounts are opened in these years too, so that a year of this century says nothing without a word. */
const PERSONAL_BEFORE =
  /(?:(?<![\d/.-])\d{1,2}([/.-])\d{1,2}(?:\1)(?:19\d\d|\d{2,4}(?<=\b(?:dob|d\.o\.b\.?|born|birth(?:\s?date|day)?|date of birth)\W{0,4}(?:on\s)?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}))|(?<![\d.-])(?:\(\d{3}\)\s?\d{3}-|\d{3}([-.])\d{3}\2)\d{4})\s$/i;
const PERSONAL_AFTER =
  /^\s(?:\d{1,2}([/.-])\d{1,2}(?:\1)19\d\d|(?:\(\d{3}\)\s?\d{3}-|\d{3}([-.])\d{3}\2)\d{4})(?![\d/-]|\.\d)/;

/** Groups parted by spaces in a row that goes on with other numbers than a birth date, a telephone or the same again. */
function isCrowded(text: string, groups: readonly Group[], from: number, to: number): boolean {
  const isSpace = (gap: string | null): boolean => gap !== null && /^[ \t]+$/.test(gap);
  if (!isSpace(gapBefore(text, groups, from + 1)) || !isSpace(gapBefore(text, groups, to))) return false;
  const [isAfter, isBefore] = [isSpace(gapBefore(text, groups, from)), isSpace(gapBefore(text, groups, to + 1))];
  if (!isAfter && !isBefore) return false;
  const [start, end] = [(groups[from] as Group).start, (groups[to] as Group).end];
  const number = text.slice(start, end);
  if (number.length !== THREE_TWO_FOUR) return true;
  const before = text.slice(Math.max(0, start - NEIGHBOUR), start);
  const after = text.slice(end, end + NEIGHBOUR);
  if (isAfter && !PERSONAL_BEFORE.test(before) && !before.endsWith(`${number} `)) return true;
  return isBefore && !PERSONAL_AFTER.test(after) && !after.startsWith(` ${number}`);
}

/** With one space between its groups each. */
const THREE_TWO_FOUR = 11;

/** `6.6645392E+08`, `66645392e1`: whole numbers as spreadsheets write them. */
const SCIENTIFIC = /(?<![\w.])\d{1,8}(?:\.\d{1,8})?[eE]\+?0?\d(?![\w.])/g;

function scientificForms(text: string): Candidate[] {
  if (text.search(SCIENTIFIC) < 0) return [];
  return [...text.matchAll(SCIENTIFIC)].flatMap(({ 0: spelling, index: start }) => {
    const digits = String(Number(spelling));
    const found: Candidate = { start, end: start + spelling.length, digits, form: 'short' };
    return /^\d{7,9}$/.test(digits) ? [found] : [];
  });
}

const MASKED_FORMS: readonly (readonly [Form, RegExp])[] = [
  ['masked', /\(?(?<![\dxX*#•●])[xX*#•●]{3}[\s\-./_]{1,3}[xX*#•●]{2}\)?[\s\-./_]{0,3}\d{4}(?!\d)/g],
  ['masked', /(?<!\d)\d{3}[ \-./]{1,3}\d{2}[ \-./]{1,3}[xX*#•●_]{4}(?![xX*#•●_])/g],
  // `(NNN-NN)-3920`, `___-__-3920`; one group masked: `531-XX-3920`, `***-45-3920`.
  [
    'masked',
    /\(?(?<![\w*#•●?-])(?:([_?nN])\1\1-\1\1\)?-?|\d{3}-[xX*#•●]{2}-|[xX*#•●]{3}-\d{2}-)\d{4}(?![\w*#•●]|[-/]\d)/g,
  ],
  // Digits masked here and there are codes of anything.
  ['short', /(?<![\w*#•●-])(?![xX*#•●]{5})[\dxX*#•●]{3}(-?)[\dxX*#•●]{2}\1[\dxX*#•●]{4}(?![\w*#•●]|-\d)/g],
  [
    'tail',
    /(?<![\dxX*#•●]|[xX*#•●]{4}[ -])(?:(?:(?<![A-Za-z_])[xX?]{1,9}|[*#•●]{1,9})[\s-]?|(?<!\.)\.{3,9}|…{1,9})\d{4}(?![\w-])/g,
  ],
];

/** Signs of a mask beside digits, and what may stand between: in all of these, and cheaper than they are. */
const MASK_AT_DIGITS =
  /[xX*#•●?][\s\-./_)]{0,4}(?:\d{4}|\d{1,2}-\d)|\d[\s\-./_]{1,3}[xX*#•●_]|(?:\d[xX*#•●]{1,4}|-\d{1,3}[xX*#•●]{1,3})(?![xX*#•●])|[_?nN]{2}\)?-?\d{4}|\.{2}\d{4}|…\d{4}/;

/** Whether a text may have a masked number. */
export function hasMask(text: string): boolean {
  return MASK_AT_DIGITS.test(text);
}

function maskedForms(text: string): Candidate[] {
  if (!hasMask(text)) return [];
  // `matchAll` makes an expression of its own for each text.
  const found = MASKED_FORMS.filter(([, expression]) => text.search(expression) >= 0).flatMap(([form, expression]) =>
    [...text.matchAll(expression)].map(({ 0: spelling, index: start }) => {
      const digits = spelling.replace(/\D/g, '');
      return { start, end: start + spelling.length, digits, form };
    }),
  );
  const isMasked = ({ form, digits }: Candidate): boolean => form !== 'short' || /^\d{4,8}$/.test(digits);
  return found.filter(isMasked).sort((a, b) => a.start - b.start);
}

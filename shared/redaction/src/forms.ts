import { INVISIBLE } from './normalized.ts';

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
const FOUR_DIGITS = /(?:\d\D*){4}/;
/** One class, repeated: groups, repeated millions of times, are more than the engine keeps. */
const RUN = /\d[\d\u200b]*/g;
/** Digits further apart are no number that a person would read. */
const LONGEST_JOINT = 8;
/** Spaces, dashes, dots and slashes join groups to one number; other signs and lines part them. */
const JOINT = /^[ \t\v\f+\-./()\\\u200b]*$/;

/** The candidates of a text in the spelling of `normalized`, in their order. */
export function findForms(text: string): readonly Candidate[] {
  if (!FOUR_DIGITS.test(text)) return [];
  const masked = maskedForms(text);
  const found = [...masked];
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
  const { start, digits } = group;
  const add = (form: Form, count: number): number => {
    const taken = groups.slice(at, at + count);
    const to = (taken.at(-1) as Group).end;
    found.push({ start, end: to, digits: taken.map((each) => each.digits).join(''), form });
    return count;
  };
  if (digits.length === 9) return add('nine', 1);
  if (isThreeTwoFour(text, groups, at))
    return add(isCrowded(text, group, groups[at + 2] as Group) ? 'grouped' : 'separated', 3);
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
  const isDashed = gapBefore(text, groups, 1)?.includes('-') === true;
  if (lengths === '27' && isDashed) return 'employer';
  if (lengths === '54' && isDashed) return 'zip';
  return 'grouped';
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

/** What parts the groups where no dash does, the same twice. Tabs, commas and bars part the cells of a row. */
const SAME_SIGN = /^(?: |\/|\s?[._•]\s?)$/;
/** As far as a person looks. */
const REACH = 40;
/** Other numbers in groups, by their names. */
const NAMED_BEFORE =
  /(?:parcel|\bapn|\bsku|\bmodel|pay(?:ment)?[\s_-]?(?:pattern|history|rating))[\s_-]?(?:identif[a-z]{0,9}|number|num|no|id|data)?s?[\s"'=:>#.-]{0,6}$/i;
/** `+49 123 45-6789`: before a telephone; in North America the groups are others. An amount. */
const NOT_BEHIND = /\+(?!1\D)\d{1,3}[\s()-]{1,4}$|\p{Sc}$/u;
/** A longer chain of groups. Dates and page numbers stand at a number: people date their files, and count them. */
const CHAIN_BEFORE = /(?<!\d)(?!(?:19|20)\d\d(?:\d{4})?-)\d{3,}-$/;
const CHAIN_AFTER = /^-(?!(?:19|20)\d\d(?:\d{4})?(?!\d))\d{3,}/;
/** `room 412-66\n2026-03-04` */
const DATE_GOES_ON = /^[-/.]\d/;

/** Three, two and four digits that a person would read as one number, by themselves. */
function isThreeTwoFour(text: string, groups: readonly Group[], at: number): boolean {
  if (groups[at]?.digits.length !== 3 || groups[at + 1]?.digits.length !== 2 || groups[at + 2]?.digits.length !== 4)
    return false;
  const visibleGap = (of: number): string | null => gapBefore(text, groups, of)?.replaceAll(INVISIBLE, '') ?? null;
  const first = visibleGap(at + 1);
  const second = visibleGap(at + 2);
  if (first === null || second === null) return false;
  const isDashed = /^[\s()-]*$/.test(first + second) && /-/.test(first + second);
  if (!isDashed && (first !== second || !SAME_SIGN.test(first))) return false;
  const before = text.slice(Math.max(0, (groups[at] as Group).start - REACH), (groups[at] as Group).start);
  const after = text.slice((groups[at + 2] as Group).end, (groups[at + 2] as Group).end + REACH);
  if (NAMED_BEFORE.test(before) || NOT_BEHIND.test(before)) return false;
  if (second.includes('\n') && DATE_GOES_ON.test(after)) return false;
  if (isDashed) return !CHAIN_BEFORE.test(before) && !CHAIN_AFTER.test(after);
  return first === ' ' || (visibleGap(at) !== first && visibleGap(at + 3) !== first);
}

/** `0 30 60 90 120 45 1234 1`: in a row of digits parted by spaces three groups say nothing by themselves. */
function isCrowded(text: string, from: Group, to: Group): boolean {
  if (!/\d[ \t]+\d/.test(text.slice(from.start, to.end))) return false;
  return (
    /(?<!\S)\d+[ \t]+$/.test(text.slice(Math.max(0, from.start - REACH), from.start)) ||
    /^[ \t]+\d+(?!\S)/.test(text.slice(to.end, to.end + REACH))
  );
}

const MASKED_FORMS: readonly (readonly [Form, RegExp])[] = [
  // Two stars make a mask bold.
  ['masked', /\(?(?<![\dxX#•●]|(?<!\*)\*|\*{3})[xX*#•●]{3}[\s\-./_]{1,3}[xX*#•●]{2}\)?[\s\-./_]{0,3}\d{4}(?!\d)/g],
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
    /(?<![\dxX*#•●]|[xX*#•●]{4}[ -])(?:(?:(?<![A-Za-z_])[xX?]{1,9}|[*#•●]{1,9})[\s-]?|(?<!\.)\.{2,9}|…{1,9})\d{4}(?![\w-])/g,
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

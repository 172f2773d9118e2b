import type { KeyJudgement } from './key-rules.ts';
import type { SsnHeader } from './ssn-labels.ts';

/** What a container hands down to what it contains. */
export const IN_SSN = 1;
export const IN_MAYBE = 2;
export const IN_TAXPAYER = 4;
export const IN_BUSINESS = 8;
const IN_MONEY = 16;
export const IN_NO_PART = 32;
export const IN_PERSON = 64;
export const IN_OTHER_FORM = 128;
const SAYS = IN_SSN | IN_MAYBE | IN_TAXPAYER;

/**
 * - `ssn`: goes if it has digits at all;
 * - `if-nine`: goes if it is nine digits and separators;
 * - `if-eight`, `if-short`: also if it has lost one or two leading zeros (a string: one), or is masked in part;
 * - `cell`: goes like `if-short`, and if it is the last four digits; `if-four`: also as a number;
 * - `taxpayer`: goes like `if-short`, but not in an employer's form.
 */
export type Verdict = 'ssn' | 'cell' | 'if-four' | 'if-nine' | 'if-eight' | 'if-short' | 'taxpayer';

/** What is known of everything below a name. */
export function contextBelow(key: KeyJudgement, spelling: string, outer: number): number {
  let below = key.other ? outer & ~SAYS : outer;
  if (key.says === 'ssn') below |= IN_SSN;
  else if (key.says === 'maybe') below |= IN_MAYBE;
  else if ((key.says === 'taxpayer' && !TAXPAYER.test(spelling)) || IDENTIFICATIONS.test(spelling))
    below |= IN_TAXPAYER;
  if (key.money) below |= IN_MONEY;
  if (key.isNoPart) below |= IN_NO_PART;
  if (key.otherForm) below |= IN_OTHER_FORM;
  if (key.about === 'business') below = (below | IN_BUSINESS) & ~IN_PERSON;
  else if (key.about === 'person') below = (below & ~IN_BUSINESS) | (HUMAN.test(key.name) ? IN_PERSON : 0);
  return below;
}

/** Of those that `about` calls persons: hardly ever companies. */
const HUMAN = /applicant|borrower|consumer|person|individual|signer|owner|guarantor|principal|officer/;
/** Lists of a person's numbers, of which each has a type beside it (Equifax). */
const TAXPAYER = /^\W?taxpayers?$/i;
const IDENTIFICATIONS = /other_?identifications?$/i;

/** Texts under names that speak of SSNs, and texts below an SSN's name that do not tell where it comes from. */
export function speaksOfSsn(key: KeyJudgement, outer: number): boolean {
  if (key.context) return !key.flags;
  return (outer & (IN_SSN | IN_MAYBE)) !== 0 && !key.other && !key.isAside && !key.isId && !key.flags;
}

/** What the name of a value, and the names above it, say of the value; null: nothing. */
export function verdictOf(key: KeyJudgement, outer: number, isItem: boolean): Verdict | null {
  if (key.says === 'ssn') return 'ssn';
  if (key.says === 'maybe') return whenMaybe(key, outer);
  if (key.says === 'taxpayer') return (outer & IN_BUSINESS) !== 0 && key.about !== 'person' ? null : 'taxpayer';
  if ((outer & SAYS) === 0) return null;
  const isValue =
    isItem || key.valueOf === '' || key.valueOf === 'identification' || key.valueOf === 'identifier' || key.whose;
  if ((outer & IN_SSN) !== 0) {
    if (key.isNoPart || (isItem && (outer & IN_NO_PART) !== 0)) return key.isAside && !key.whose ? null : 'if-nine';
    if ((isValue && !key.weakValue) || key.part) return 'ssn';
    if (key.other || key.isAside) return null;
    return isValue ? 'if-short' : 'if-nine';
  }
  if ((outer & IN_MAYBE) !== 0 && key.lastFour && key.part) return 'ssn';
  if (key.other || key.isAside) return null;
  if ((outer & IN_MAYBE) !== 0) return isValue ? 'if-short' : isNumberOfOther(key) ? null : 'if-nine';
  if (!isValue) return null;
  return (outer & IN_BUSINESS) !== 0 ? null : 'taxpayer';
}

/** `claimNumber`, `accountId`: a value with a name of its own. */
function isNumberOfOther(key: KeyJudgement): boolean {
  return key.valueOf !== null && key.valueOf !== '';
}

function whenMaybe(key: KeyJudgement, outer: number): Verdict {
  if (key.lastFour) return 'if-four';
  if ((outer & (IN_SSN | IN_MAYBE)) !== 0) return 'if-short';
  if (key.leastDigits === 9 || (outer & IN_MONEY) !== 0) return 'if-nine';
  return key.leastDigits === 8 ? 'if-eight' : 'if-short';
}

export const CELL_VERDICTS: Readonly<Record<SsnHeader, Verdict>> = {
  ssn: 'cell',
  'last-four': 'cell',
  social: 'if-short',
  part: 'if-nine',
  name: 'if-nine',
  taxpayer: 'taxpayer',
};

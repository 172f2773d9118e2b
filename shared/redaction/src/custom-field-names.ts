import { IN_MAYBE, IN_SSN, IN_TAXPAYER } from './field-verdicts.ts';
import { judgeKey, judgeLabel, wordsOf } from './key-rules.ts';
import { findSsnWords } from './ssn-words.ts';
import { findSpans } from './text-spans.ts';

const LAST_FOUR = /last\W{0,3}(?:4|four)|(?:4|four)\W{0,3}digits/i;

/** What the name that a location gives a custom field says of its value, as a container's name does of what is in it. */
export function contextOfDefinition(name: string): number {
  if (namesSsn(name)) return IN_SSN;
  const label = judgeLabel(name, false);
  if (label === 'taxpayer') return IN_TAXPAYER;
  if (label === 'social' || label === 'card' || label === 'about' || label === 'part') return IN_MAYBE;
  // A question or a remark is no label.
  if (label !== null || findSsnWords(name, findSpans(name).hints) === null) return 0;
  return LAST_FOUR.test(name) ? IN_SSN : IN_MAYBE;
}

/** Operators' ids for fields are names or labels too. */
export function namesSsn(idOrName: string): boolean {
  const label = judgeLabel(idOrName, false);
  return label === 'ssn' || label === 'last-four' || judgeKey(idOrName).says === 'ssn';
}

/** A federal tax id may be the person's, who is the contact. */
const EMPLOYER_ID = /employers?id|(?:business|company|corporate)(?:federal)?taxid|^duns/;

/** Whether nine digits are an employer's, by a name that says so of them and not of the business' owner. */
export function namesEmployerId(name: string): boolean {
  const label = judgeLabel(name, false);
  if (label !== null && label !== 'employer') return false;
  const words = wordsOf(name);
  if (words.some((word) => /^f?ein$/.test(word))) return true;
  return EMPLOYER_ID.test(words.join('')) && judgeKey(name).about !== 'person';
}

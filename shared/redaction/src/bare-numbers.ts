import { characterClass, DASH, DIGIT, digitsOf, INVISIBLE, SPACE } from './characters.ts';
import { namesOtherNumber } from './ssn-words.ts';
import { floatDigits, undressed } from './subject-numbers.ts';

/** Whether a text is nine digits, as a person or a spreadsheet writes them, or a list of such numbers. */
export function isBareNumber(text: string): boolean {
  const bare = undressed(text);
  if (floatDigits(bare)?.length === 9) return !AMOUNT.test(bare);
  const groups = groupsOf(bare.replace(/\s(?:and|or|und|y)\s|[;,/|&\n]/gi, '\n'));
  return groups.length > 0 && groups.length <= MAX_NUMBERS && groups.every(isNumber);
}

/** Groups in which nine digits are an SSN; not those of ZIP+4 and employer ids. */
const GROUPINGS = /^(?:9+|324|333|36|63|3222|1{9})$/;
const LEAST_SCORE = 300;
const MOST_SCORE = 850;
/** Marks on a scale have fewer kinds of digits. */
const LEAST_KINDS = 4;

function isNumber(groups: readonly string[]): boolean {
  const grouping = groups.map((group) => digitsOf(group).length).join('');
  if (!GROUPINGS.test(grouping)) return false;
  if (groups.length === 9) return new Set(groups).size >= LEAST_KINDS;
  return grouping !== '333' || !groups.every(isScore);
}

/** Three bureaus give three credit scores. */
function isScore(group: string): boolean {
  const score = Number(digitsOf(group));
  return score >= LEAST_SCORE && score <= MOST_SCORE;
}

/** Cents: a number with a zero behind its point is a float, one with two is money. */
const AMOUNT = /\.\d\d$/;
/** More numbers in one text are a list of something else. */
const MAX_NUMBERS = 8;

/** The groups of touching digits in each line; none when a text has anything else in it than spaces and dashes. */
function groupsOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  for (const line of text.split(/\n/)) {
    const groups: string[] = [];
    let isOpen = false;
    for (const character of line.trim()) {
      const codePoint = character.codePointAt(0) as number;
      const kind = characterClass(codePoint);
      if (kind === DIGIT) {
        if (isOpen) groups[groups.length - 1] += character;
        else groups.push(character);
        isOpen = true;
      } else if (kind === SPACE || kind === DASH) isOpen = false;
      else if (kind !== INVISIBLE) return [];
    }
    if (groups.length > 0) lines.push(groups);
  }
  return lines;
}

const AMONG_WORDS = /^([\p{L}\s'’.,:;()/&-]{0,48}?)(?<![.-])(\d{9}|\d{3}-\d\d-\d{4})([\p{L}\s'’.,:;()/&-]{0,48})$/u;

/** Where the one number of a short text stands that says whose it is, or that it was seen: `Ann Doe 531847296 (verified)`. */
export function numberAmongWords(text: string): readonly [start: number, end: number] | null {
  const [, before, digits = '', after = ''] = AMONG_WORDS.exec(text) ?? [];
  if (before === undefined || namesOtherNumber(before) || namesOtherNumber(after)) return null;
  return [before.length, before.length + digits.length];
}

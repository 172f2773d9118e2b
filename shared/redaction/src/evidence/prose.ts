import { type Finding, lastAtMost } from '../edits.ts';
import { type Candidate, findForms } from '../forms.ts';
import { areOtherColumns } from '../index/visible-text.ts';
import { type Evidence, judge } from '../judge.ts';
import { readName } from '../names.ts';
import { isLastFour } from './last-fours.ts';
import { findParts } from './parts.ts';
import {
  findMentions,
  isOfBusiness,
  isOtherRightBefore,
  leadsTo,
  type Mention,
  names,
  namesOther,
  saysOfBefore,
  smallLetters,
} from './prose-words.ts';

/** Between a mention and its number stand few characters, and nothing that names another number. */
const MAX_BEFORE = 88;
const MAX_AFTER = 40;
/** As far as a clause, or the owner of a taxpayer's number, is looked for. */
const FAR = 160;

/**
 * What goes from a text that people wrote, or programs for people: numbers beside words about SSNs, and such as have the form
 * of one. Time grows with the length only.
 *
 * @param text as `normalized` gives it
 * @param about a name, a label or a question outside of the text that speaks of SSNs
 * @returns in order
 */
export function readProse(text: string, about: string | null): readonly Finding[] {
  const candidates = findForms(text);
  const small = smallLetters(text);
  const isSpoken = hasSpokenNumber(text);
  const mentions = candidates.length > 0 || isSpoken ? findMentions(text, small) : [];
  const found = [...findParts(text), ...(isSpoken ? findSpoken(text, mentions) : [])];
  const isBare = about === BARE_FIELD && text.length <= MAX_BARE && FEW_WORDS.test(text.replace(NUMBER_OR_DATE, ' '));
  let next = 0;
  let last: Place['last'] = null;
  for (const [at, candidate] of candidates.entries()) {
    const { start, end, form } = candidate;
    while ((mentions[next]?.start ?? text.length) < start) next++;
    const beside = isBare
      ? [text.slice(candidates[at - 1]?.end, start), text.slice(end, candidates[at + 1]?.start)]
      : [];
    const place: Place = {
      ...candidate,
      text,
      small,
      about,
      beside,
      before: mentions[next - 1],
      after: mentions[next],
      last,
    };
    const byWords = (form === 'four' || form === 'tail' ? saidOfFour : saidOfNumber)(place);
    const byName = saidOfName(place);
    const said = byName?.says === 'below' ? (byWords ?? byName) : (byName ?? byWords);
    if (said !== null) last = { ...said, end };
    const { says, because } = said ?? { says: 'alone', because: form };
    if (form !== 'employer' && judge(form, says)) found.push(findingOf(candidate, says, because));
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Why nine digits go that nothing names: operators type numbers into CRM custom fields of any name, people answer with nothing else. */
export const BARE_FIELD = 'nine digits in a custom field';
/** No number with its remarks is longer; beside numbers and dates stand words that say whose it is, or that it was seen. */
const MAX_BARE = 256;
const FEW_WORDS = /^[\p{L}\s'.,:;()/&|%@_-]{0,96}$/u;
const NUMBER_OR_DATE =
  /(?<![.\-\p{L}\d])(?:\d{9}|[2-9]\d{9}|\d{5}-\d{4}|\d{5,6}|#?\d{1,5}(?=\s\p{Lu}|%)|\d{3}-\d\d-\d{4}|\d{3}-\d{3}-\d{4}|\d{1,4}([-/.])\d{1,2}\1\d{1,4})(?![\d.]\d|[-\d])/gu;

type Said = { readonly says: Evidence; readonly because: string };

/** A candidate, the mentions before and behind it, and the last number that one was about. */
type Place = Candidate & {
  readonly text: string;
  readonly small: string;
  readonly about: string | null;
  /** In a custom field with few words: what stands before it and behind it, as far as the next candidates. */
  readonly beside: readonly string[];
  readonly before: Mention | undefined;
  readonly after: Mention | undefined;
  readonly last: (Said & { readonly end: number }) | null;
};

function findingOf({ start, end, digits, form }: Candidate, says: Evidence, because: string): Finding {
  const byForm = says === 'alone';
  const isWhole = digits.length <= 9 && form !== 'four' && form !== 'tail' && form !== 'masked';
  return {
    // The signs of a mask before the last four tell nothing.
    start: form === 'tail' ? end - 4 : start,
    end,
    digits: isWhole ? digits : null,
    rule: byForm ? 'pattern' : says === 'custom-field' ? 'custom_field' : 'context',
    because: byForm && form !== 'masked' ? '3-2-4' : because,
  };
}

/** What the digits are counted in, right after them. */
const UNIT = /^[ \t]?(?:bytes?|[nmµu]?s(?!\/)|sec|usd|dollars|cents|rows|records|points|[kmg]i?b)\b/;
/** Between two items: few words. */
const MAX_ITEM = 28;
const MAX_ITEM_WORDS = 3;
/** A name of several words as programs write it, and its value: `ssnText: …`, `owner_tax_id="…"`. */
const NAMED_VALUE = /(?<=(?<![\w.-])(?=\w*(?:[._\d]|[a-z][A-Z]))([A-Za-z_][\w.-]{2,47})["']?\s?[:=]\s?["'([]?)/y;
export const ASKED_FOUR = /\b(?:last|final)\s?(?:4|four)\b/i;
const ONLY_FOUR = /^\D{0,32}\d{4}\D{0,32}$/;

function saidOfFour({ text, small, about, start, end, form, before, after, last }: Place): Said | null {
  const mention = before ?? after;
  if (mention !== undefined && isLastFour({ text: small, start, end, isTail: form === 'tail' }, before, after))
    return { says: 'sure', because: spelled(text, mention) };
  if (last !== null && isNextItem(small.slice(last.end, start))) return last;
  const isAsked = about !== null && ASKED_FOUR.test(about) && ONLY_FOUR.test(text);
  return isAsked ? { says: 'sure', because: about } : null;
}

function saidOfName(place: Place): Said | null {
  const { text, start } = place;
  NAMED_VALUE.lastIndex = start;
  const name = NAMED_VALUE.exec(text)?.[1];
  if (name === undefined) return null;
  const { says, four, flags, owner } = readName(name);
  if (says === null || flags) return null;
  if (says === 'sure') return { says: 'named', because: name };
  if (says !== 'taxpayer') return { says: four ? 'sure' : 'below', because: name };
  return owner !== 'business' && isOfPerson(place, { kind: says, start }) ? { says, because: name } : null;
}

function saidOfNumber(place: Place): Said | null {
  const { text, small, about, start, end, form, before, after, last } = place;
  if (UNIT.test(small.slice(end, end + 10))) return null;
  // A postal code, or a number of any kind: only what names it says more.
  const isClear = form !== 'zip' && form !== 'short';
  if (before !== undefined && start - before.end <= MAX_BEFORE && !areOtherColumns(text, before.start, start)) {
    const between = text.slice(before.end, start);
    const isNamed = names(between);
    if (isOfPerson(place, before) && (isNamed || (isClear && leadsTo(between)))) {
      const says = before.kind === 'taxpayer' ? 'taxpayer' : isNamed && before.kind === 'strong' ? 'sure' : 'likely';
      return { says, because: spelled(text, before) };
    }
  }
  if (!isClear) return null;
  if (after !== undefined && after.start - end <= MAX_AFTER) {
    // `type: SSN\nnumber: …`: the next line's field is none of the mention's.
    const mentionEnd = after.start + spelled(text, after).replace(/\n(?:id|number)s?$/i, '').length;
    const clause = text.slice(Math.max(0, start - MAX_AFTER), start);
    const saysIt = saysOfBefore(clause, small.slice(end, after.start), small.slice(mentionEnd, mentionEnd + 8));
    if (saysIt && isOfPerson(place, after)) return { says: 'likely', because: spelled(text, after) };
  }
  if (after !== undefined && isClear && answersBelow(text, start, end))
    return { says: 'likely', because: 'a question below' };
  if (last !== null && isNextItem(small.slice(last.end, start))) return last;
  if (about === null || isOtherRightBefore(small.slice(Math.max(0, start - 24), start))) return null;
  if (about !== BARE_FIELD) return { says: 'likely', because: about };
  const isOther = form === 'grouped' || place.beside.length === 0 || place.beside.some(namesOther);
  return isOther ? null : { says: 'custom-field', because: about };
}

function spelled(text: string, { start, end }: Mention): string {
  return text.slice(start, end);
}

/** `SSN: 531847296 / 666453920`, `SSNs: 531847296, Ann: 666453920`, `SSN 531847296 vs app 666453920` */
function isNextItem(between: string): boolean {
  if (between.length > MAX_ITEM || /\d/.test(between.replace(/\n\s{0,4}\d\d?[.)]\s/, ''))) return false;
  const words: readonly string[] = between.match(/\p{L}+/gu) ?? [];
  return words.length <= MAX_ITEM_WORDS && (words.some((word) => /^(?:app|card)$/.test(word)) || !namesOther(between));
}

function isOfPerson({ small, start }: Place, by: Pick<Mention, 'kind' | 'start'>): boolean {
  const before = small.slice(Math.max(0, start - FAR), Math.min(by.start, start));
  return by.kind !== 'taxpayer' || !isOfBusiness(before, small.slice(start, start + FAR / 2));
}

const REQUEST =
  /\?|\b(?:send|need|give|what'?s?|provide|text|confirm|share|enter|reply|missing|gave|verify|your|ur|please|pls|necesito|ocupo|cu[aá]l|dame)\b/i;
/** A message is short; a longer text is a page. */
const MAX_QUESTION = 320;

/** Behind the last word about SSNs. */
const LAST_WORDS = /^[^\n]{0,96}$/;
/** What is asked for instead. */
const NEXT_QUESTION = /[.!?]\s[^?]*\?/;

/** Whether a text asks for a person's number, and for no other behind it: the answer is the next text. */
export function asksForNumber(text: string): boolean {
  if (text.length > MAX_QUESTION || !REQUEST.test(text)) return false;
  const small = smallLetters(text);
  const asked = findMentions(text, small).at(-1);
  if (asked === undefined) return false;
  const rest = small.slice(asked.end);
  if (!LAST_WORDS.test(rest) || namesOther(NEXT_QUESTION.exec(rest)?.[0] ?? '')) return false;
  return asked.kind !== 'taxpayer' || !isOfBusiness(small.slice(0, asked.start), '');
}

/** At the top of a message, which has the question below. */
const MAX_ANSWER = 64;
const MAX_BELOW = 1000;

function answersBelow(text: string, start: number, end: number): boolean {
  if (start > MAX_ANSWER || namesOther(text.slice(0, start))) return false;
  return text
    .slice(end, end + MAX_BELOW)
    .split('\n')
    .some(asksForNumber);
}

/** A number as a caller says it, in seven words at least: fewer may count something. */
const SPOKEN_WORD =
  '(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple|ten|eleven|twelve|' +
  '(?:twen|thir|fou?r|fif|six|seven|eigh|nine)t(?:een|y)|' +
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)';
const SPOKEN = new RegExp(`\\b${SPOKEN_WORD}(?:[\\s,.-]{1,3}${SPOKEN_WORD}){6,24}\\b`, 'gi');
const LEAST_SPOKEN = 27;

export function hasSpokenNumber(text: string): boolean {
  return text.length >= LEAST_SPOKEN && text.search(SPOKEN) >= 0;
}

/** Spoken numbers behind a word about SSNs: they are not understood. */
function findSpoken(text: string, mentions: readonly Mention[]): readonly Finding[] {
  const ends = mentions.map(({ end }) => end);
  return [...text.matchAll(SPOKEN)]
    .filter(({ index }) => index - (ends[lastAtMost(ends, index)] ?? Number.NEGATIVE_INFINITY) <= MAX_BEFORE)
    .map(({ 0: words, index: start }) => {
      return {
        start,
        end: start + words.length,
        digits: null,
        rule: 'context',
        because: 'spoken behind a word about it',
      };
    });
}

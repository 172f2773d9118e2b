import type { ContactSlot } from './slots.ts';
import { askedWordTerms, isWrittenTogether, storedWords, type WordRange, wordConditions } from './word-terms.ts';

/**
 * Search terms of a contact: normalised values matched by equality in one multikey field. The writer derives them from
 * the contact, the reader from the request, with the same functions. `e:` e-mail, `p:` phone digits, `t:` tag, `w:`
 * the beginning of a word, for which the words themselves are stored too (`word-terms.ts`).
 */

/** More words are refused: each is a condition that the database checks. */
export const MAX_QUERY_WORDS = 8;

/** North American numbers are written with and without their country code; the last ten digits are what both share. */
const NATIONAL_NUMBER_DIGITS = 10;
/** ITU-T E.164 allows fifteen digits; fewer than seven digits identify no subscriber. */
const MIN_PHONE_DIGITS = 7;
const MAX_PHONE_DIGITS = 15;

export function emailTerm(email: string): string | null {
  const folded = email.trim().normalize('NFKC').toLowerCase();
  return folded === '' ? null : `e:${folded}`;
}

/** The terms that a stored phone number is found by: all its digits, and its last ten. */
export function phoneTerms(phone: string): string[] {
  const digits = phoneDigits(phone);
  if (digits === null) return [];
  const national = digits.slice(-NATIONAL_NUMBER_DIGITS);
  return national === digits ? [`p:${digits}`] : [`p:${digits}`, `p:${national}`];
}

/** The one term that a requested phone number is found by; null when it cannot be a phone number. */
export function phoneTerm(phone: string): string | null {
  const digits = phoneDigits(phone);
  if (digits === null) return null;
  // A full North American number is found by the ten digits that it shares with a number stored without country code.
  const northAmerican = digits.length === NATIONAL_NUMBER_DIGITS + 1 && digits.startsWith('1');
  return `p:${northAmerican ? digits.slice(1) : digits}`;
}

/** What telephone numbers are written with. Words and numbers of companies have letters, or fewer digits. */
const WRITTEN_AS_PHONE = /^[+()\-./\s0-9]+$/;
/** One complete address and nothing else. */
const WRITTEN_AS_EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * The terms that a search text asks for, all of which must match: those of its words, or the one of the phone number of
 * ten to fifteen digits, or of the e-mail address, that the whole text is. Empty when nothing in it can be asked for.
 */
export function queryTerms(query: string): string[] {
  const text = query.normalize('NFKC').trim();
  if (WRITTEN_AS_EMAIL.test(text)) return [emailTerm(text) ?? []].flat();
  if (WRITTEN_AS_PHONE.test(text) && text.replace(/[^0-9]/g, '').length >= NATIONAL_NUMBER_DIGITS) {
    return [phoneTerm(text) ?? []].flat();
  }
  return askedWordTerms(query);
}

function phoneDigits(phone: string): string | null {
  const digits = phone.normalize('NFKC').replace(/[^0-9]/g, '');
  return digits.length >= MIN_PHONE_DIGITS && digits.length <= MAX_PHONE_DIGITS ? digits : null;
}

/** The term that a tag is found by, exactly as it is written. */
export function tagTerm(tag: string): string {
  return `t:${tag}`;
}

/** The values that the search fields of a contact are made of. */
export const SEARCHED = ['firstName', 'lastName', 'companyName', 'email', 'phone', 'tags'] as const;
type Searched = Pick<ContactSlot, (typeof SEARCHED)[number]>;

/** Everything that a contact is found by, each term and each word once. */
export function searchFields({ firstName, lastName, companyName, email, phone, tags }: Searched) {
  const address = email === null ? null : emailTerm(email);
  const { terms, words } = storedWords([...nameTexts(firstName, lastName), companyName ?? '', mailboxOf(email)]);
  return {
    terms: [
      ...(address === null ? [] : [address]),
      ...(phone === null ? [] : phoneTerms(phone)),
      ...terms,
      ...new Set(tags.map(tagTerm)),
    ],
    words,
  };
}

/**
 * What a contact must have for all of these terms asked for: all of the terms, in the order of what was asked for, and in each of
 * the ranges one of its words.
 */
export function searchConditions(asked: readonly string[]) {
  const terms = new Set<string>();
  const wordRanges: WordRange[] = [];
  for (const askedTerm of asked) {
    const { term, range } = wordConditions(askedTerm);
    terms.add(term);
    if (range !== null) wordRanges.push(range);
  }
  return { terms: [...terms], wordRanges };
}

function nameTexts(firstName: string | null, lastName: string | null): string[] {
  const last = lastName ?? '';
  const first = firstName ?? '';
  return isWrittenTogether(last, first) ? [last.trim() + first.trim(), first] : [last, first];
}

/** The part before the `@`: people remember `mlopez@…` as a name. The domain would match all contacts of one provider. */
function mailboxOf(email: string | null): string {
  return /^(.*)@/s.exec(email ?? '')?.[1] ?? '';
}

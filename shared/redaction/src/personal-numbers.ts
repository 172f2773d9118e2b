import { readsAsPerson } from './persons.ts';
import { keyAt, type LabelReader } from './sibling-labels.ts';
import { STRING } from './token-index.ts';

/** An id number beside what says which one it is, or who issued it, is hardly an SSN. */
const TELLS_ID =
  /^(?:id|identification|identity|document|doc)?(?:type|kind|class|category|issue|issuer|issued|issuing|state|country|expir)/;
/** Where a person lives, unless a label (`countryCode`) says it. */
const OF_ADDRESS = /^(?:state|country)/;
const FULL_NAME = /^(?:full|display|contact|borrower|owner|applicant|customer|client)?name$/;
const MAX_NAME = 64;
/** A person's record has fewer members; only so many are looked at. */
const MAX_MEMBERS = 128;
const NINE = /^(?:\d{9}|\d{3}-\d{2}-\d{4})$/;
const FOUR = /^\d{4}$/;

/**
 * Rule 2 for names that are an SSN's only beside a person: `federalTaxId` beside a date of birth, `id_number` below
 * `individual` (Stripe), and nine digits beside a named last four that are their end.
 *
 * @param candidates values of such names, and named last fours
 * @returns values that are a person's number, unless a label or a business beside them says no
 */
export function personalNumbers(
  reader: LabelReader,
  candidates: readonly number[],
  isOfPerson: (container: number) => boolean,
): readonly number[] {
  const { tokens } = reader;
  return candidates.flatMap((entry) => {
    const container = tokens.parentOf(entry);
    if (container < 0) return [];
    const members = tokens.membersOf(container, MAX_MEMBERS).filter((member) => tokens.isScalar(member));
    const { personal } = keyAt(reader, entry);
    if (personal === null) return members.filter((member) => endsIn(member, tokens.spelling(entry, MAX_NAME)));
    const isPerson = isOfPerson(container) || members.some((member) => keyAt(reader, member).namesPerson);
    const isIts = personal === 'id' ? isPerson && !members.some(tellsId) : isPerson || members.some(namesHuman);
    return isIts ? [entry] : [];
  });

  function endsIn(member: number, digits: string): boolean {
    if (!FOUR.test(digits) || tokens.lengthOf(member) > MAX_NAME || keyAt(reader, member).other) return false;
    const text = tokens.spelling(member);
    return NINE.test(text) && text.endsWith(digits);
  }

  function tellsId(member: number): boolean {
    const { name, labelOf } = keyAt(reader, member);
    return TELLS_ID.test(name) && (labelOf !== null || !OF_ADDRESS.test(name));
  }

  function namesHuman(member: number): boolean {
    if (tokens.kindOf(member) !== STRING || !FULL_NAME.test(keyAt(reader, member).name)) return false;
    return tokens.lengthOf(member) <= MAX_NAME && readsAsPerson(tokens.spelling(member));
  }
}

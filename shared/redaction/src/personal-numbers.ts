import { readsAsPerson } from './given-names.ts';
import { type KeyJudgement, UNNAMED } from './key-rules.ts';
import { hasFourDigits } from './marks.ts';
import { endOf, entryMarks, kindOf, nameOf, nextOf, NUMBER, parentOf, STRING, startOf, type Tape } from './tape.ts';

export type PersonalNumbers = {
  /** Takes a value and its name. */
  readonly see: (entry: number, key: KeyJudgement) => void;
  /** Entries that are a person's number by what stands beside them, unless a label or a business beside it says no. */
  readonly find: (isOfPerson: (container: number) => boolean) => readonly number[];
};

/** An id number beside what says which one it is, or who issued it, is hardly an SSN. */
const TELLS_ID =
  /^(?:id|identification|identity|document|doc)?(?:type|kind|class|category|issue|issuer|issued|issuing|state|country|expir)/;
const FULL_NAME = /^(?:full|display|contact|borrower|owner|applicant|customer|client)?name$/;
const MAX_NAME = 64;
/** A person's record has fewer members; only so many are looked at. */
const MAX_MEMBERS = 128;

/**
 * Rule 2 for names that are an SSN's only beside a person: `federalTaxId` beside a date of birth, `id_number` below
 * `individual` (Stripe), and nine digits beside a named last four that are their end.
 */
export function createPersonalNumbers(tape: Tape, keys: readonly KeyJudgement[]): PersonalNumbers {
  const persons = new Set<number>();
  const candidates: number[] = [];
  /** The last four digits of SSNs, by container. */
  const lastFours = new Map<number, string>();
  return { see, find };

  function see(entry: number, key: KeyJudgement): void {
    if (key.namesPerson) persons.add(parentOf(tape, entry));
    if (key.personal !== null) candidates.push(entry);
    if (!key.lastFour || key.says !== 'ssn') return;
    const text = tape.text.slice(startOf(tape, entry), endOf(tape, entry));
    if (/^\d{4}$/.test(text)) lastFours.set(parentOf(tape, entry), text);
  }

  function find(isOfPerson: (container: number) => boolean): readonly number[] {
    const found: number[] = [];
    for (const entry of candidates) {
      const container = parentOf(tape, entry);
      if (container < 0) continue;
      const isPerson = persons.has(container) || isOfPerson(container);
      if (keyAt(entry).personal === 'id') {
        if (isPerson && !has(container, tellsId)) found.push(entry);
      } else if (isPerson || has(container, namesHuman)) found.push(entry);
    }
    for (const [container, digits] of lastFours) {
      if (container < 0) continue;
      eachMember(container, (member) => {
        const length = endOf(tape, member) - startOf(tape, member);
        if (length < 9 || length > MAX_NAME || keyAt(member).other || !hasFourDigits(entryMarks(tape, member))) return;
        if (kindOf(tape, member) !== STRING && kindOf(tape, member) !== NUMBER) return;
        const text = tape.text.slice(startOf(tape, member), endOf(tape, member));
        if (NINE.test(text) && text.endsWith(digits)) found.push(member);
      });
    }
    return found;
  }

  function tellsId(member: number): boolean {
    const { name, labelOf } = keyAt(member);
    return TELLS_ID.test(name) && (labelOf !== null || !/^(?:state|country)/.test(name));
  }

  function namesHuman(member: number): boolean {
    if (kindOf(tape, member) !== STRING || !FULL_NAME.test(keyAt(member).name)) return false;
    const [start, end] = [startOf(tape, member), endOf(tape, member)];
    return end - start <= MAX_NAME && readsAsPerson(tape.text.slice(start, end));
  }

  function has(container: number, is: (member: number) => boolean): boolean {
    let found = false;
    eachMember(container, (member) => {
      found ||= is(member);
    });
    return found;
  }

  function eachMember(container: number, visit: (member: number) => void): void {
    let members = 0;
    for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return;
      visit(member);
    }
  }

  function keyAt(entry: number): KeyJudgement {
    return keys[nameOf(tape, entry)] ?? UNNAMED;
  }
}

const NINE = /^(?:\d{9}|\d{3}-\d{2}-\d{4})$/;

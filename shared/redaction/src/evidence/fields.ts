import type { Finding, RuleName } from '../edits.ts';
import { STRING } from '../index/structure.ts';
import { type Evidence, judge } from '../judge.ts';
import type { Name } from '../names.ts';
import { numbersIn, readValue, type Value } from '../values.ts';
import { COMPANY_NAME, inName } from '../vocabulary.ts';
import { findPartsOfFields } from './parts.ts';
import { BARE_FIELD } from './prose.ts';
import { collectQuestions, type Questions } from './questions.ts';
import type { Reader, Told } from './reader.ts';
import { isOtherValue, Scopes } from './scopes.ts';

/** What a container hands down to what it contains. */
const IN_SURE = 1;
const IN_LIKELY = 2;
const IN_TAXPAYER = 4;
const IN_BUSINESS = 8;
const IN_PERSON = 16;
const IN_ASIDE = 32;
const IN_OTHER_FORM = 64;
const IN_CUSTOM = 128;
const SAYS = IN_SURE | IN_LIKELY | IN_TAXPAYER;

/** What the name of the field that holds a structure says of all of it. */
export const CONTEXTS = {
  sure: IN_SURE,
  likely: IN_LIKELY,
  about: IN_LIKELY,
  taxpayer: IN_TAXPAYER,
  custom: IN_CUSTOM,
} as const;

/** Agencies and sisters of the number abroad: no amounts, nothing that lost its zeros. */
const NINE_ONLY = /version|date|year|issu|count|time|hash|score|length|token|url|[a-z]id$|^(?:sin|nss|ssa|pssn)$/;
const NUMBER_FORM = /^[\d\s./-]{1,48}$/;
/** A person's record has fewer members; only so many are looked at. */
const MAX_MEMBERS = 128;

/** Everything that names, labels, headers and neighbours say of the values of a structure, judged. */
export function readFields(reader: Reader, outer: number, questions: Questions): Fields {
  const fields = new Fields(reader, outer, questions);
  fields.read();
  collectQuestions(reader, questions);
  fields.readAnswers(questions);
  return fields;
}

export class Fields {
  readonly findings: Finding[] = [];
  /** Strings that are taken as a whole, or are known to be something else: they are not searched. */
  readonly settled = new Set<number>();
  /** Strings that are searched as if these words stood before them. */
  readonly about = new Map<number, string>();
  readonly #reader: Reader;
  readonly #scopes: Scopes;
  readonly #outer: number;
  readonly #handedDown: Uint8Array;
  /** Containers of identifications, of which each may have a type beside it. */
  readonly #identifications = new Set<number>();
  /** Values of which a label may say more, or what else stands beside them. */
  readonly #deferred: number[] = [];
  readonly #kept = new Set<number>();
  /** Containers of what only such have. */
  readonly #havingFactsOf = { person: new Set<number>(), business: new Set<number>(), network: new Set<number>() };

  constructor(reader: Reader, outer: number, questions: Questions) {
    this.#reader = reader;
    this.#scopes = new Scopes(reader, questions, this.#identifications);
    this.#outer = outer;
    this.#handedDown = new Uint8Array(reader.structure.length);
  }

  read(): void {
    const { structure } = this.#reader;
    for (let entry = 0; entry < structure.length; entry++) this.#readEntry(entry);
    if (this.#reader.labels.length > 0 || this.#identifications.size > 0) this.#readLabels();
    this.#readDeferred();
    for (const { start, digits } of findPartsOfFields(structure, this.#reader.names, this.#reader.labels)) {
      const entry = structure.entryAt(start);
      const because = 'parts of one number';
      if (start < structure.startOf(entry))
        this.findings.push({ ...structure.keySpanOf(entry), digits, rule: 'key', because });
      else if (structure.isScalar(entry) && start < structure.endOf(entry)) this.#take(entry, because, 'key', [digits]);
    }
  }

  /** Takes the answers to questions that any text of the event asks; returns what is new. */
  readAnswers(questions: Questions): readonly Finding[] {
    const known = this.findings.length;
    if (questions.size > 0) this.#readLabels();
    return this.findings.slice(known);
  }

  /** Judges a value by a piece of evidence. */
  tell(told: Told, rule: RuleName): void {
    const { entry, evidence } = told;
    const { structure } = this.#reader;
    if (this.settled.has(entry) || this.#kept.has(entry) || !structure.isScalar(entry)) return;
    if (evidence === 'other') {
      this.#kept.add(entry);
      return;
    }
    const name = this.#reader.nameOf(entry);
    const value = this.#reader.valueOf(entry);
    if (name.flags && (new Set(value.digits).size <= 2 || /^[0-2]*$/.test(value.digits))) {
      this.settled.add(entry);
      return;
    }
    const isBare = evidence !== 'custom-field' || isBareNumber(this.#reader.textOf(entry), value);
    if (!isBare || !judge(value.form, evidence)) {
      if (structure.kindOf(entry) === STRING && evidence !== 'taxpayer') this.about.set(entry, told.because);
      return;
    }
    this.#take(entry, told.because, rule, numbersIn(this.#reader.textOf(entry), value));
  }

  #take(entry: number, because: string, rule: RuleName, numbers: readonly string[]): void {
    const { structure } = this.#reader;
    this.settled.add(entry);
    const replacement = structure.replacementOf(entry);
    for (const digits of numbers.length === 0 ? [null] : numbers)
      this.findings.push({ ...structure.spanOf(entry), digits, rule, because, replacement });
  }

  #outerOf(entry: number): number {
    return entry < 0 ? this.#outer : (this.#handedDown[entry] as number);
  }

  /** What is handed down to an entry: that it is all of a custom field only where no name of its own, nor another member, says more. */
  #around(entry: number, container: number): number {
    const { structure } = this.#reader;
    const outer = this.#outerOf(container);
    if ((outer & IN_CUSTOM) === 0 || !structure.hasKey(entry)) return outer;
    const { valueOf: stem, isId } = this.#reader.nameOf(entry);
    return stem === '' && !isId && structure.membersOf(container, 2).length === 1 ? outer : outer & ~IN_CUSTOM;
  }

  #readEntry(entry: number): void {
    const { structure } = this.#reader;
    const parent = structure.parentOf(entry);
    const outer = this.#around(entry, parent);
    const name = this.#reader.nameOf(entry);
    if (structure.isContainer(entry)) {
      const below = structure.hasKey(entry) ? handedDown(name, outer) : outer;
      this.#handedDown[entry] = below;
      if ((below & IN_TAXPAYER) !== 0) this.#identifications.add(entry);
      return;
    }
    if (!structure.isScalar(entry)) return;
    const whose = name.labelOf === null ? null : whoseName(name, structure.spelling(entry, MAX_MEMBERS));
    const factOf = whose === 'business' ? whose : (name.factOf ?? whose);
    if (factOf !== null) this.#havingFactsOf[factOf].add(parent);
    const isForm = name.other === 'form' || (outer & IN_OTHER_FORM) !== 0;
    if (isForm && structure.kindOf(entry) === STRING && NUMBER_FORM.test(structure.spelling(entry, 64))) {
      this.settled.add(entry);
      return;
    }
    const evidence = evidenceOf(name, outer, this.#reader.isItem(entry));
    if (name.personal || evidence === 'taxpayer' || (evidence !== null && name.says === null))
      this.#deferred.push(entry);
    else if (evidence !== null) this.tell({ entry, evidence, because: structure.keyOf(entry) }, 'key');
  }

  /** The nearest name on the path that says something. */
  #nameAbove(from: number): string {
    const { structure } = this.#reader;
    for (let entry = from; entry >= 0; entry = structure.parentOf(entry)) {
      if (this.#reader.nameOf(entry).says !== null) return `below ${structure.keyOf(entry)}`;
    }
    return 'the name of the field';
  }

  #readLabels(): void {
    const { structure } = this.#reader;
    for (let entry = 0; entry < structure.length; entry++) {
      if (!structure.isScalar(entry) || this.settled.has(entry) || !this.#reader.holdsDigits(entry, 1)) continue;
      for (const told of this.#scopes.over(entry)) {
        if (told.evidence === 'taxpayer' && this.#isBesideBusiness(structure.parentOf(entry))) continue;
        this.tell(told, 'sibling');
      }
    }
  }

  #readDeferred(): void {
    for (const entry of this.#deferred) this.#judgeDeferred(entry);
    this.#readNumbersAsNames();
  }

  #judgeDeferred(entry: number): void {
    const { structure } = this.#reader;
    const container = structure.parentOf(entry);
    const name = this.#reader.nameOf(entry);
    if (name.says === null && this.#havingFactsOf.network.has(container)) return;
    const isOther = (member: number): boolean => isOtherValue(this.#reader.nameOf(member));
    if (name.isId && structure.membersOf(container, MAX_MEMBERS).some(isOther)) return;
    const isPersonal = name.personal && this.#isBesidePerson(entry, container);
    const evidence = isPersonal
      ? 'taxpayer'
      : evidenceOf(name, this.#around(entry, container), this.#reader.isItem(entry));
    if (evidence === null) return;
    if (evidence === 'taxpayer' && name.owner !== 'person' && this.#isBesideBusiness(container)) return;
    if (evidence === 'custom-field') this.tell({ entry, evidence, because: BARE_FIELD }, 'custom_field');
    else {
      const isNamed = isPersonal || name.says !== null;
      this.tell({ entry, evidence, because: isNamed ? structure.keyOf(entry) : this.#nameAbove(container) }, 'key');
    }
  }

  /** Whether a person is named around a number that is a person's only there; an id is no person's where its type is told. */
  #isBesidePerson(entry: number, container: number): boolean {
    const { structure } = this.#reader;
    const isId = this.#reader.nameOf(entry).squashed.startsWith('id');
    if (isId && structure.membersOf(container, MAX_MEMBERS).some((member) => this.#tellsId(member))) return false;
    return (this.#outerOf(container) & IN_PERSON) !== 0 || this.#havingFactsOf.person.has(container);
  }

  /** An id beside what says which one it is, or who issued it. */
  #tellsId(member: number): boolean {
    return /^(?:id|identification|identity|document|doc)?(?:type|kind|class|category|issue|issuer|issued|issuing|expir)/.test(
      this.#reader.nameOf(member).squashed,
    );
  }

  /** Whether a business is named around a container or in it: by what only a business has, or by a legal form. */
  #isBesideBusiness(container: number): boolean {
    return (this.#outerOf(container) & IN_BUSINESS) !== 0 || this.#havingFactsOf.business.has(container);
  }

  /** Names that are nine digits below a name that says so: `ssns: {"412663971": …}`. */
  #readNumbersAsNames(): void {
    const { structure } = this.#reader;
    for (let entry = 0; entry < structure.length; entry++) {
      const parent = structure.parentOf(entry);
      const key = structure.keyOf(entry);
      if (key.length < 9 || (this.#outerOf(parent) & (IN_SURE | IN_LIKELY)) === 0) continue;
      const { form, digits } = readValue(key);
      if (digits.length === 9 && judge(form, 'likely'))
        this.findings.push({ ...structure.keySpanOf(entry), digits, rule: 'key', because: this.#nameAbove(parent) });
    }
  }
}

const COMPANY = new RegExp(`(?:^|[\\s,.])${inName(COMPANY_NAME)}\\.?$`, 'i');
/** Words of trades in the name of a business without a legal form. */
const TRADE =
  /['’]s\s|&|\b(?:holdings?|group|trucking|kitchen|pizza|services?|solutions?|consulting|construction|logistics|transport|enterprises?|partners|capital|bakery|cafe|restaurant|salon|studio|store|shop|market|motors|auto|foods?|farms?|properties|realty|homes|builders|roofing|plumbing|electric|cleaning|landscaping|design|media|tech|technologies|systems|labs?|health|clinic|dental|law|associates|trust|fund|church|foundation|inc|llc|corp|co|ltd|lp)\b/i;

/** Whose name a text is: one of two to four words is a person's, unless one of them is a trade or a legal form. */
function whoseName({ squashed }: Name, text: string): 'person' | 'business' | null {
  if (COMPANY.test(text)) return 'business';
  return squashed.endsWith('name') &&
    /^\s*\p{Lu}[\p{L}.-]*(?:\s\p{Lu}[\p{L}.-]*){1,3}\s*$/u.test(text) &&
    !TRADE.test(text)
    ? 'person'
    : null;
}

/** Marks on a scale have fewer kinds of digits, and three bureaus give three scores. */
const LEAST_KINDS = 4;
const SCORES = /^[^\d]*[3-8]\d\d\D+[3-8]\d\d\D+[3-8]\d\d[^\d]*$/;

/** Whether what a custom field holds is one number and nothing else. */
function isBareNumber(text: string, { form, digits }: Value): boolean {
  if (SCORES.test(text) || (form === 'nine' && text.replace(/\D/g, '').length > 9 && !text.includes('.'))) return false;
  return form !== 'grouped' || (!/[^\d\s"'=.-]/.test(text) && new Set(digits).size >= LEAST_KINDS);
}

/** What is known of everything below a name. */
function handedDown(name: Name, outer: number): number {
  let below = outer;
  if (name.says === 'sure') below = (below | IN_SURE) & ~IN_ASIDE;
  else if (name.says === 'likely') below |= IN_LIKELY;
  else if (name.says === 'taxpayer') below |= IN_TAXPAYER;
  if (name.other === 'aside') below |= IN_ASIDE;
  if (name.other === 'form') below |= IN_OTHER_FORM;
  if (name.owner === 'business') below = (below | IN_BUSINESS) & ~IN_PERSON;
  else if (name.owner !== null) below = (below & ~IN_BUSINESS) | IN_PERSON;
  return below;
}

/** What the name of a value, and the names above it, say of the value; null: nothing. */
function evidenceOf(name: Name, outer: number, isItem: boolean): Evidence | null {
  if (name.says === 'sure') return 'named';
  if (name.says === 'likely') return ofLikely(name, outer);
  if (name.says === 'taxpayer')
    return (outer & IN_BUSINESS) !== 0 && (name.owner === null || name.owner === 'business') ? null : 'taxpayer';
  if ((outer & SAYS) === 0) return (outer & IN_CUSTOM) === 0 ? null : 'custom-field';
  const isValue = name.valueOf === '' || name.valueOf === 'identification' || name.whose;
  if ((outer & IN_LIKELY) !== 0 && name.four && name.part) return 'sure';
  if (name.other !== null && !name.whose) return null;
  if ((outer & IN_SURE) !== 0) {
    if (name.other === 'aside' || (isItem && (outer & IN_ASIDE) !== 0)) return 'below';
    return (isValue && !name.weak) || name.part ? 'named' : 'likely';
  }
  if ((outer & IN_LIKELY) !== 0) return isValue ? 'likely' : 'below';
  if (isValue && (outer & IN_BUSINESS) === 0) return 'taxpayer';
  return (outer & IN_CUSTOM) === 0 ? null : 'custom-field';
}

function ofLikely(name: Name, outer: number): Evidence {
  if (name.four) return 'sure';
  return NINE_ONLY.test(name.squashed) || (outer & IN_ASIDE) !== 0 ? 'below' : 'likely';
}

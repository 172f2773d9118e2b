import { digitsOf } from './characters.ts';
import type { Edit, RuleName } from './edits.ts';
import { judgeKey, type KeyJudgement, UNNAMED } from './key-rules.ts';
import { createPersonalNumbers } from './personal-numbers.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { hasFourDigits, isSuspicious } from './marks.ts';
import { addPart, collectParts, collectValue, type SsnParts, type ValueFormat } from './named-values.ts';
import {
  createLabelReader,
  hasValueBesideId,
  isNamed,
  labelIn,
  labelledValues,
  MAX_WRAPPERS,
} from './sibling-labels.ts';
import { numbersInParts, numbersOfParts } from './ssn-parts.ts';
import { bareDigits, type SubjectNumbers, wholeNumberDigits } from './subject-numbers.ts';
import { NO_ROW, type SsnHeader, ssnLabels } from './table-cells.ts';
import { cellsOfSsnColumns, labelledParts } from './table-rules.ts';
import { textsAfter } from './read-texts.ts';
import { queryParameters } from './query-parameters.ts';
import { createTypedPairs } from './typed-pairs.ts';
import {
  ARRAY,
  endOf,
  entryMarks,
  hasKey,
  keyEnd,
  keyOf,
  keyStart,
  kindOf,
  LITERAL,
  NUMBER,
  nameOf,
  nextOf,
  OBJECT,
  parentOf,
  STRING,
  startOf,
  type Tape,
} from './tape.ts';

export type FieldFindings = {
  /** Rules 1 and 2: values (and keys below an SSN's name) that go. */
  readonly edits: readonly Edit[];
  /** Entries that the edits replace. */
  readonly replaced: ReadonlySet<number>;
  /** Strings whose name or label speaks of SSNs: nine bare digits in them are one. */
  readonly aboutSsn: ReadonlySet<number>;
  /** Strings that have an SSN's form and whose names say what else they are: parcels, payment histories. */
  readonly otherForms: ReadonlySet<number>;
};

export type FieldContext = {
  readonly format: ValueFormat;
  /** Takes the numbers found. */
  readonly subjects: SubjectNumbers;
  /** What the whole structure stands under is named as an SSN. */
  readonly belongsToSsn: boolean;
};

/** What a container hands down to what it contains. */
const IN_SSN = 1;
const IN_MAYBE = 2;
const IN_TAXPAYER = 4;
const IN_BUSINESS = 8;
const IN_MONEY = 16;
const IN_NO_PART = 32;
const IN_PERSON = 64;
const IN_OTHER_FORM = 128;
const SAYS = IN_SSN | IN_MAYBE | IN_TAXPAYER;

/**
 * - `ssn`: goes if it has digits at all;
 * - `if-nine`: goes if it is nine digits and separators;
 * - `if-eight`, `if-short`: also if it has lost one or two leading zeros (a string: one), or is masked in part;
 * - `cell`: goes like `if-short`, and if it is the last four digits;
 * - `taxpayer`: goes like `if-short`, but not in an employer's form.
 */
type Verdict = 'ssn' | 'cell' | 'if-nine' | 'if-eight' | 'if-short' | 'taxpayer';

type Judgement = FieldContext & {
  readonly tape: Tape;
  readonly edits: Edit[];
  readonly replaced: Set<number>;
  readonly parts: SsnParts;
};

/** Rules 1 and 2 over a whole structure. */
export function judgeFields(tape: Tape, context: FieldContext): FieldFindings {
  const { format } = context;
  const judgement: Judgement = { ...context, tape, edits: [], replaced: new Set(), parts: new Map() };
  const handedDown = new Uint8Array(tape.length);
  const keys = tape.names.map((name) => judgeKey(format.textOf(name)));
  const aboutSsn = new Set<number>();
  const otherForms = new Set<number>();
  const personal = createPersonalNumbers(tape, keys);
  /** Values that are parts by their names, by container and by what stands before the part's name. */
  const parted = new Map<string, number[]>();
  /** Containers with a value that a label beside it could name. */
  const labelled = new Set<number>();
  let climbedFrom = -1;
  const businesses = new Set<number>();
  /** Containers that speak of a social network. */
  const networks = new Set<number>();
  /** Verdicts that a label may overrule. */
  const taxpayers: number[] = [];
  /** Values below a name that says SSN, or may do so: ids of records and of social networks are none. */
  const belowNames: number[] = [];
  /** Containers that are named as an SSN, or may be, without those within them. */
  const ssnContainers: number[] = [];
  const maybeContainers: number[] = [];

  for (let entry = 0; entry < tape.length; entry++) {
    const parent = parentOf(tape, entry);
    const outer = parent < 0 ? (context.belongsToSsn ? IN_SSN : 0) : (handedDown[parent] as number);
    const named = hasKey(tape, entry);
    const key = named ? (keys[nameOf(tape, entry)] as KeyJudgement) : UNNAMED;
    const kind = kindOf(tape, entry);
    if (named && (outer & (IN_SSN | IN_MAYBE)) !== 0) applyToKey(judgement, entry);
    if (kind === OBJECT || kind === ARRAY) {
      const isOutermost = parent < 0 && context.belongsToSsn;
      if (isOutermost || (key.says === 'ssn' && (outer & IN_SSN) === 0)) ssnContainers.push(entry);
      else if (key.says === 'maybe' && (outer & (IN_SSN | IN_MAYBE)) === 0) maybeContainers.push(entry);
      handedDown[entry] = named ? contextBelow(key, keyOf(tape, entry), outer) : outer;
      continue;
    }
    if (kind === LITERAL) continue;
    if (key.namesBusiness) businesses.add(parent);
    personal.see(entry, key);
    if (key.partOf !== null) addTo(parted, `${parent} ${key.partOf}`, entry);
    const hasOtherForm = key.otherForm || (outer & IN_OTHER_FORM) !== 0;
    if (hasOtherForm && isSuspicious(entryMarks(tape, entry)) && isDigitsAndSigns(tape, entry)) otherForms.add(entry);
    if (key.namesNetwork) networks.add(parent);
    const isItem = !named && parent >= 0 && kindOf(tape, parent) === ARRAY;
    const verdict = verdictOf(key, outer, isItem);
    if (verdict === 'taxpayer') taxpayers.push(entry);
    else if (verdict !== null && verdict !== 'ssn' && key.says === 'none') belowNames.push(entry);
    else if (verdict !== null) apply(judgement, entry, verdict, 'key');
    if (
      kind === STRING &&
      (speaksOfSsn(key, outer) || (key.says !== 'none' && SOCIAL.test(key.name) && tellsNumber(tape, entry)))
    ) {
      aboutSsn.add(entry);
    }
    const isNamable = isNamed(key) && !isItem && parent >= 0;
    if ((isNamable || isItem) && mayHoldNumber(tape, entry)) {
      if (isNamable) labelled.add(parent);
      if (parent !== climbedFrom) addContainersAround(tape, keys, parent, labelled);
      climbedFrom = parent;
    }
  }

  const keptByLabel = new Set<number>();
  const labels = createLabelReader(tape, format, keys);
  const typed = createTypedPairs(labels);
  for (const container of labelled) {
    const ofIdentification = ((handedDown[container] as number) & IN_TAXPAYER) !== 0;
    for (const { entry, key, label } of labelledValues(labels, container, ofIdentification)) {
      const isWeak = key.weakValue || (label === 'social' && key.mayBeAmount && !ofIdentification);
      if (label === 'last-four') apply(judgement, entry, 'ssn', 'sibling');
      else if (label === 'ssn' || label === 'card' || label === 'social')
        apply(judgement, entry, isWeak ? 'if-short' : 'ssn', 'sibling');
      else if (label === 'taxpayer') {
        const ofBusiness = businesses.has(container) || ((handedDown[container] as number) & IN_BUSINESS) !== 0;
        if (!ofBusiness && !typed.isOfEmployer(container)) apply(judgement, entry, 'taxpayer', 'sibling');
      } else if (label === 'about' || label === 'part') aboutSsn.add(entry);
      else keptByLabel.add(entry);
    }
  }
  const headers = ssnLabels(labels);
  const rows = new Map<number, number[]>();
  for (const { entry, row, says } of [
    ...cellsOfSsnColumns(labels, headers),
    ...textsAfter(labels, headers),
    ...queryParameters(labels),
  ]) {
    apply(judgement, entry, CELL_VERDICTS[says], 'sibling');
    if (row !== NO_ROW && says !== 'social' && says !== 'name') addTo(rows, row, entry);
  }
  for (const group of [...parted.values(), ...rows.values(), ...labelledParts(labels, headers)]) {
    if (group.length > 1) applyToNamedParts(judgement, group);
  }
  for (const entry of belowNames) {
    const container = parentOf(tape, entry);
    const key = hasKey(tape, entry) ? (keys[nameOf(tape, entry)] as KeyJudgement) : UNNAMED;
    if (networks.has(container) || (key.isId && hasValueBesideId(labels, container))) continue;
    const outer = container < 0 ? 0 : (handedDown[container] as number);
    const verdict = verdictOf(key, outer, !hasKey(tape, entry)) ?? 'if-short';
    apply(judgement, entry, verdict, 'key');
  }
  for (const entry of taxpayers) {
    const ofBusiness =
      businesses.has(parentOf(tape, entry)) || keptByLabel.has(entry) || standsBesideCompany(tape, keys, entry);
    if (!ofBusiness) apply(judgement, entry, 'taxpayer', 'key');
  }
  const isOfBusiness = (entry: number): boolean => {
    const container = parentOf(tape, entry);
    const outer = container < 0 ? 0 : (handedDown[container] as number);
    return (outer & IN_BUSINESS) !== 0 || businesses.has(container) || standsBesideCompany(tape, keys, entry);
  };
  const isOfPerson = (container: number): boolean =>
    container >= 0 && ((handedDown[container] as number) & IN_PERSON) !== 0;
  for (const entry of personal.find(isOfPerson)) {
    if (keptByLabel.has(entry) || isOfBusiness(entry)) continue;
    apply(judgement, entry, keys[nameOf(tape, entry)]?.personal === 'federal' ? 'taxpayer' : 'if-nine', 'sibling');
  }
  for (const entry of numbersAsNames(tape, format)) {
    const ofLabel = isContainer(tape, entry) ? labelIn(labels, entry) : labels.judge(entry, false);
    if (ofLabel === 'ssn' || ofLabel === 'social') applyToKey(judgement, entry);
  }
  const isOther = (entry: number): boolean => {
    const key = keys[nameOf(tape, entry)] ?? UNNAMED;
    if (key.other || key.isNoPart) return true;
    return ((handedDown[parentOf(tape, entry)] ?? 0) & IN_NO_PART) !== 0;
  };
  for (const container of ssnContainers) applyToParts(judgement, container, isOther);
  const isNoPart = (entry: number): boolean => keys[nameOf(tape, entry)]?.part !== true;
  for (const container of maybeContainers) applyToParts(judgement, container, isNoPart);
  collectParts(judgement.parts, context.subjects);
  return { edits: judgement.edits, replaced: judgement.replaced, aboutSsn, otherForms };
}

/** A member's text that is the name or the legal form of a company: `Acme Inc.`, `LLC`. */
const COMPANY =
  /(?:^|[\s,.])(?:inc|incorporated|llc|l\.l\.c|corp|corporation|ltd|limited|co|company|lp|llp|pllc|plc|gmbh|n\.a)\.?$/i;
const MAX_COMPANY_NAME = 128;

function standsBesideCompany(tape: Tape, keys: readonly KeyJudgement[], entry: number): boolean {
  const container = parentOf(tape, entry);
  if (container < 0) return false;
  for (let member = container + 1; member < nextOf(tape, container); member = nextOf(tape, member)) {
    if (kindOf(tape, member) !== STRING || keys[nameOf(tape, member)]?.labelOf === null) continue;
    const length = endOf(tape, member) - startOf(tape, member);
    if (length > MAX_COMPANY_NAME || hasFourDigits(entryMarks(tape, member))) continue;
    if (COMPANY.test(tape.text.slice(startOf(tape, member), endOf(tape, member)))) return true;
  }
  return false;
}

/** Adds the containers around one that stands for a value, as long as they stand for one too. */
function addContainersAround(tape: Tape, keys: readonly KeyJudgement[], from: number, labelled: Set<number>): void {
  let container = from;
  for (let level = 0; level < MAX_WRAPPERS && container >= 0; level++) {
    const isItem = !hasKey(tape, container) && parentOf(tape, container) >= 0;
    if (!isItem && !wrapsValue(tape, keys, container)) return;
    container = parentOf(tape, container);
    if (!isItem) labelled.add(container);
  }
}

function applyToParts(judgement: Judgement, container: number, isOther: (entry: number) => boolean): void {
  for (const { digits, entries } of numbersInParts(judgement.tape, judgement.format, container, isOther)) {
    judgement.subjects.add(digits);
    for (const entry of entries) apply(judgement, entry, 'ssn', 'key');
  }
}

function applyToNamedParts(judgement: Judgement, entries: readonly number[]): void {
  for (const { digits, entries: found } of numbersOfParts(judgement.tape, judgement.format, entries)) {
    judgement.subjects.add(digits);
    for (const entry of found) apply(judgement, entry, 'ssn', 'sibling');
  }
}

/** Parts of one number are few: more of a name are a table of something else. */
const MAX_NAMED_PARTS = 64;

function addTo<K>(groups: Map<K, number[]>, name: K, entry: number): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [entry]);
  else if (group.length < MAX_NAMED_PARTS) group.push(entry);
}

const CELL_VERDICTS: Readonly<Record<SsnHeader, Verdict>> = {
  ssn: 'cell',
  'last-four': 'cell',
  social: 'if-short',
  part: 'if-nine',
  name: 'if-nine',
  taxpayer: 'taxpayer',
};

/** Such a value says what it is by its name alone; one with words is a text. */
function isDigitsAndSigns(tape: Tape, entry: number): boolean {
  if (kindOf(tape, entry) !== STRING || endOf(tape, entry) - startOf(tape, entry) > MAX_FORM) return false;
  return /^[\d\s./-]*$/.test(tape.text.slice(startOf(tape, entry), endOf(tape, entry)));
}

/** No parcel's number is longer. */
const MAX_FORM = 48;

/** A container that stands for one value: what a label beside the container says holds for what is in it. */
function wrapsValue(tape: Tape, keys: readonly KeyJudgement[], container: number): boolean {
  if (!hasKey(tape, container) || parentOf(tape, container) < 0) return false;
  const key = keys[nameOf(tape, container)] ?? UNNAMED;
  return key.valueOf !== null && !key.other;
}

function contextBelow(key: KeyJudgement, spelling: string, outer: number): number {
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
function speaksOfSsn(key: KeyJudgement, outer: number): boolean {
  if (key.context) return !key.flags;
  return (outer & (IN_SSN | IN_MAYBE)) !== 0 && !key.other && !key.isAside && !key.isId && !key.flags;
}

/** Under `social`: a number and remarks, but no account of a network. */
function tellsNumber(tape: Tape, entry: number): boolean {
  if (!hasFourDigits(entryMarks(tape, entry)) || endOf(tape, entry) - startOf(tape, entry) > MAX_REMARK) return false;
  return !/@|:\/\/|www\.|\.com|account|acct|follow|profile/i.test(
    tape.text.slice(startOf(tape, entry), endOf(tape, entry)),
  );
}

const SOCIAL = /^(?:ss|soc|socials?|socialsecurity)$/;
const MAX_REMARK = 128;

function verdictOf(key: KeyJudgement, outer: number, isItem: boolean): Verdict | null {
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
  if ((outer & (IN_SSN | IN_MAYBE)) !== 0) return 'if-short';
  if (key.leastDigits === 9 || (outer & IN_MONEY) !== 0) return 'if-nine';
  return key.leastDigits === 8 ? 'if-eight' : 'if-short';
}

/** Employer ids are written 12-3456789. */
const EMPLOYER_FORM = /^\s*\d{2}\s?\p{Pd}\s?\d{7}\s*$/u;

function apply(judgement: Judgement, entry: number, verdict: Verdict, rule: RuleName): void {
  const { tape, format, subjects } = judgement;
  if (judgement.replaced.has(entry)) return;
  const isNumber = kindOf(tape, entry) === NUMBER;
  const spelling = tape.text.slice(startOf(tape, entry), endOf(tape, entry));
  const text = isNumber ? spelling : format.textOf(spelling);
  const digits = isNumber ? (wholeNumberDigits(text) ?? digitsOf(text)) : bareDigits(text);
  if (verdict === 'ssn') {
    if (isPresenceFlag(tape, entry, text)) return;
    if (isNumber) subjects.add(digits ?? '');
    else if (!collectValue(text, format, subjects)) return;
    if (digits !== null && digits.length < 7) addPart(judgement.parts, parentOf(tape, entry), digits);
  } else {
    const isMasked = !isNumber && verdict !== 'if-nine' && MASKED_FORM.test(text);
    const isLastFour = verdict === 'cell' && !isNumber && LAST_FOUR_FORM.test(text);
    if (!isMasked && !isLastFour) {
      if (digits === null || digits.length < leastDigits(verdict, isNumber) || digits.length > 9) return;
      if (AMOUNT_FORM.test(text) || DATE_FORM.test(text) || (verdict === 'if-eight' && BARE_DATE.test(text))) return;
      if (verdict === 'taxpayer' && EMPLOYER_FORM.test(text)) return;
      if (isFlags(tape, entry, digits)) return;
      subjects.add(digits);
    }
  }
  judgement.replaced.add(entry);
  const replacement = isNumber ? `"${SSN_REPLACEMENT}"` : SSN_REPLACEMENT;
  judgement.edits.push({ start: startOf(tape, entry), end: endOf(tape, entry), replacement, rule });
}

/** `ssn: 1`: whether there is one. */
function isPresenceFlag(tape: Tape, entry: number, text: string): boolean {
  return /^[01]$/.test(text) && hasKey(tape, entry) && PRESENCE.test(keyOf(tape, entry));
}

const PRESENCE = /^[^\da-z]*ssn$/i;

function leastDigits(verdict: Verdict, isNumber: boolean): number {
  if (verdict === 'if-nine') return 9;
  return isNumber && verdict !== 'if-eight' ? 7 : 8;
}

/** An amount: one decimal point, and at most two digits behind it. */
const AMOUNT_FORM = /^[^.]*\.\d{1,2}\s*$/;
/** `02/01/2021`, `2021-02-01` */
const DATE_FORM = /^\s*(?:(?:19|20)\d{2}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:19|20)\d{2})\s*$/;
const BARE_DATE = /^(?:(?:19|20)\d{2}(?:0\d|1[0-2])[0-3]\d|(?:0\d|1[0-2])[0-3]\d(?:19|20)\d{2})$/;
/** A number of which the last four are shown. */
const MASKED_FORM = /^\s*[xX*#•●][xX*#•●\s\p{Pd}]{1,9}\d{4}\s*$/u;

/** The last four digits and nothing else but signs of a mask. */
const LAST_FOUR_FORM = /^[\s('xX*#•●.…\p{Pd}]{0,16}\d{4}[\s)]{0,4}$/u;

/** Match results, one digit per digit of an SSN: hardly a number has two kinds of digits, or no other than 0, 1, 2. */
function isFlags(tape: Tape, entry: number, digits: string): boolean {
  return (
    hasKey(tape, entry) && judgeKey(keyOf(tape, entry)).flags && (new Set(digits).size <= 2 || /^[0-2]*$/.test(digits))
  );
}

/** A key that is itself a number, below an SSN's name: `ssns: {"123456789": …}`. */
function applyToKey({ tape, format, subjects, edits }: Judgement, entry: number): void {
  const digits = bareDigits(format.textOf(keyOf(tape, entry)));
  if (digits === null || digits.length !== 9) return;
  subjects.add(digits);
  edits.push({ start: keyStart(tape, entry), end: keyEnd(tape, entry), replacement: SSN_REPLACEMENT, rule: 'key' });
}

/** Members whose names are nine digits: `{"123456789": "SSN"}`. */
function numbersAsNames(tape: Tape, format: ValueFormat): readonly number[] {
  const isNumber = tape.names.map((name) => bareDigits(format.textOf(name))?.length === 9);
  if (!isNumber.includes(true)) return [];
  const entries: number[] = [];
  for (let entry = 0; entry < tape.length; entry++) {
    const isJudged = kindOf(tape, entry) === STRING || isContainer(tape, entry);
    if (isJudged && hasKey(tape, entry) && isNumber[nameOf(tape, entry)] === true) entries.push(entry);
  }
  return entries;
}

function isContainer(tape: Tape, entry: number): boolean {
  return kindOf(tape, entry) === OBJECT || kindOf(tape, entry) === ARRAY;
}

function mayHoldNumber(tape: Tape, entry: number): boolean {
  if (kindOf(tape, entry) === NUMBER) return endOf(tape, entry) - startOf(tape, entry) >= 4;
  return hasFourDigits(entryMarks(tape, entry));
}

import { lastAtMost } from './ascending-numbers.ts';
import { cellsBesideLabels } from './beside-labels.ts';
import { hasFourDigits, isSuspicious } from './character-classes.ts';
import type { Edit } from './edits.ts';
import {
  apply,
  applyToKey,
  applyToNamedParts,
  applyToParts,
  type FieldContext,
  type Judgement,
} from './field-edits.ts';
import {
  CELL_VERDICTS,
  contextBelow,
  IN_BUSINESS,
  IN_MAYBE,
  IN_NO_PART,
  IN_OTHER_FORM,
  IN_PERSON,
  IN_SSN,
  IN_TAXPAYER,
  speaksOfSsn,
  verdictOf,
} from './field-verdicts.ts';
import { judgeKey, type KeyJudgement, UNNAMED } from './key-rules.ts';
import { cellsOfLabelledIds } from './labelled-ids.ts';
import { collectParts, type ValueFormat } from './named-values.ts';
import { personalNumbers } from './personal-numbers.ts';
import {
  createLabelReader,
  hasValueBesideId,
  isNamed,
  labelIn,
  labelledValues,
  MAX_WRAPPERS,
} from './sibling-labels.ts';
import { NO_ROW, ssnLabels } from './ssn-labels.ts';
import { bareDigits } from './subject-numbers.ts';
import { cellsBelowHeaders } from './table-rules.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, type TokenIndex } from './token-index.ts';
import { employerPairs } from './typed-pairs.ts';

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

/** Rules 1 and 2 over a whole structure. */
export function judgeFields(tokens: TokenIndex, context: FieldContext): FieldFindings {
  const { format } = context;
  const judgement: Judgement = { ...context, tokens, edits: [], replaced: new Set(), parts: new Map() };
  const handedDown = new Uint8Array(tokens.length);
  const keys = tokens.names.map((name) => judgeKey(format.textOf(name)));
  const says = Uint8Array.from(tokens.names, (name, index) =>
    saysAnything(keys[index] as KeyJudgement, name) ? 1 : 0,
  );
  const mayLabel = labelFinder(tokens, context.hints);
  const aboutSsn = new Set<number>();
  const otherForms = new Set<number>();
  /** Values that a person beside them makes SSNs, and named last fours. */
  const personal: number[] = [];
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

  for (let entry = 0; entry < tokens.length; entry++) {
    const parent = tokens.parentOf(entry);
    const outer = parent < 0 ? (context.belongsToSsn ? IN_SSN : 0) : (handedDown[parent] as number);
    const named = tokens.hasKey(entry);
    const key = named ? (keys[tokens.nameOf(entry)] as KeyJudgement) : UNNAMED;
    const kind = tokens.kindOf(entry);
    const isItem = !named && parent >= 0 && tokens.kindOf(parent) === ARRAY;
    if (outer === 0 && named && says[tokens.nameOf(entry)] === 0) {
      // Most entries: nothing is said of them but, perhaps, by a label.
      if (kind === OBJECT || kind === ARRAY || kind === LITERAL) continue;
      if (parent >= 0 && isNamed(key) && mayHoldNumber(tokens, entry)) {
        if (mayLabel(parent)) labelled.add(parent);
        if (parent !== climbedFrom) addContainersAround(parent, false);
        climbedFrom = parent;
      }
      continue;
    }
    if (named && (outer & (IN_SSN | IN_MAYBE)) !== 0) applyToKey(judgement, entry);
    if (kind === OBJECT || kind === ARRAY) {
      const isOutermost = parent < 0 && context.belongsToSsn;
      if (isOutermost || (key.says === 'ssn' && (outer & IN_SSN) === 0)) ssnContainers.push(entry);
      else if (key.says === 'maybe' && (outer & (IN_SSN | IN_MAYBE)) === 0) maybeContainers.push(entry);
      handedDown[entry] = named ? contextBelow(key, tokens.keyOf(entry), outer) : outer;
      continue;
    }
    if (kind === LITERAL) continue;
    if (key.namesBusiness) businesses.add(parent);
    if (key.personal !== null || (key.lastFour && key.says === 'ssn')) personal.push(entry);
    if (key.partOf !== null) addTo(parted, `${parent} ${key.partOf}`, entry);
    const hasOtherForm = key.otherForm || (outer & IN_OTHER_FORM) !== 0;
    if (hasOtherForm && isSuspicious(tokens.classesOf(entry)) && isDigitsAndSigns(tokens, entry)) otherForms.add(entry);
    if (key.namesNetwork) networks.add(parent);
    const verdict = verdictOf(key, outer, isItem);
    if (verdict === 'taxpayer') taxpayers.push(entry);
    else if (verdict !== null && verdict !== 'ssn' && key.says === 'none') belowNames.push(entry);
    else if (verdict !== null) apply(judgement, entry, verdict, 'key');
    if (
      kind === STRING &&
      (speaksOfSsn(key, outer) || (key.says !== 'none' && SOCIAL.test(key.name) && tellsNumber(tokens, entry)))
    ) {
      aboutSsn.add(entry);
    }
    const isNamable = isNamed(key) && !isItem && parent >= 0;
    if ((isNamable || isItem) && mayHoldNumber(tokens, entry)) {
      const ofPerson = key.personal !== null || (outer & IN_TAXPAYER) !== 0;
      if (isNamable && (ofPerson || mayLabel(parent))) labelled.add(parent);
      if (parent !== climbedFrom) addContainersAround(parent, ofPerson);
      climbedFrom = parent;
    }
  }

  /** Adds the containers around one that stands for a value, as long as they stand for one too. */
  function addContainersAround(from: number, ofPerson: boolean): void {
    let container = from;
    for (let level = 0; level < MAX_WRAPPERS && container >= 0; level++) {
      const isItem = !tokens.hasKey(container) && tokens.parentOf(container) >= 0;
      if (!isItem && !wrapsValue(tokens, keys, container)) return;
      container = tokens.parentOf(container);
      if (!isItem && (ofPerson || mayLabel(container))) labelled.add(container);
    }
  }

  /** Asked of each taxpayer's number, so that each container is looked at once. */
  const companies = new Map<number, boolean>();
  function besideCompany(container: number): boolean {
    const known = companies.get(container) ?? hasCompany(tokens, keys, container);
    companies.set(container, known);
    return known;
  }

  const keptByLabel = new Set<number>();
  const labels = createLabelReader(tokens, format, keys);
  const isOfEmployer = employerPairs(labels);
  for (const container of labelled) {
    const ofIdentification = ((handedDown[container] as number) & IN_TAXPAYER) !== 0;
    for (const { entry, key, label } of labelledValues(labels, container, ofIdentification)) {
      const isWeak = key.weakValue || (label === 'social' && key.mayBeAmount && !ofIdentification);
      if (label === 'last-four') apply(judgement, entry, 'ssn', 'sibling');
      else if (label === 'ssn' || label === 'card' || label === 'social') {
        apply(judgement, entry, isWeak ? 'if-short' : 'ssn', 'sibling');
        if (label === 'ssn' && OF_ERROR.test(key.name)) aboutSsn.add(entry);
      } else if (label === 'taxpayer') {
        const ofBusiness = businesses.has(container) || ((handedDown[container] as number) & IN_BUSINESS) !== 0;
        if (!ofBusiness && !isOfEmployer(container)) apply(judgement, entry, 'taxpayer', 'sibling');
      } else if (label === 'about' || label === 'part') aboutSsn.add(entry);
      else keptByLabel.add(entry);
    }
  }
  const headers = ssnLabels(labels, context.hints);
  const rows = new Map<number, number[]>();
  const cells = [
    ...cellsBesideLabels(labels, headers),
    ...cellsBelowHeaders(labels, headers),
    ...cellsOfLabelledIds(labels, headers),
  ];
  for (const { entry, row, says } of cells) {
    if (says !== null) apply(judgement, entry, CELL_VERDICTS[says], 'sibling');
    if (row !== NO_ROW && says !== 'social' && says !== 'name') addTo(rows, row, entry);
  }
  for (const group of [...parted.values(), ...rows.values()]) {
    if (group.length > 1) applyToNamedParts(judgement, group);
  }
  for (const entry of belowNames) {
    const container = tokens.parentOf(entry);
    const key = tokens.hasKey(entry) ? (keys[tokens.nameOf(entry)] as KeyJudgement) : UNNAMED;
    if (networks.has(container) || (key.isId && hasValueBesideId(labels, container))) continue;
    const outer = container < 0 ? 0 : (handedDown[container] as number);
    const verdict = verdictOf(key, outer, !tokens.hasKey(entry)) ?? 'if-short';
    apply(judgement, entry, verdict, 'key');
  }
  for (const entry of taxpayers) {
    const ofBusiness =
      businesses.has(tokens.parentOf(entry)) || keptByLabel.has(entry) || besideCompany(tokens.parentOf(entry));
    if (!ofBusiness) apply(judgement, entry, 'taxpayer', 'key');
  }
  const isOfBusiness = (entry: number): boolean => {
    const container = tokens.parentOf(entry);
    const outer = container < 0 ? 0 : (handedDown[container] as number);
    return (outer & IN_BUSINESS) !== 0 || businesses.has(container) || besideCompany(tokens.parentOf(entry));
  };
  const isOfPerson = (container: number): boolean =>
    container >= 0 && ((handedDown[container] as number) & IN_PERSON) !== 0;
  for (const entry of personalNumbers(labels, personal, isOfPerson)) {
    if (keptByLabel.has(entry) || isOfBusiness(entry)) continue;
    apply(judgement, entry, keys[tokens.nameOf(entry)]?.personal === 'federal' ? 'taxpayer' : 'if-nine', 'sibling');
  }
  for (const entry of numbersAsNames(tokens, format)) {
    const ofLabel = tokens.isContainer(entry) ? labelIn(labels, entry) : labels.judge(entry, false);
    if (ofLabel === 'ssn' || ofLabel === 'social') applyToKey(judgement, entry);
  }
  const isOther = (entry: number): boolean => {
    const key = keys[tokens.nameOf(entry)] ?? UNNAMED;
    if (key.other || key.isNoPart) return true;
    return ((handedDown[tokens.parentOf(entry)] ?? 0) & IN_NO_PART) !== 0;
  };
  for (const container of ssnContainers) applyToParts(judgement, container, isOther);
  const isNoPart = (entry: number): boolean => keys[tokens.nameOf(entry)]?.part !== true;
  for (const container of maybeContainers) applyToParts(judgement, container, isNoPart);
  collectParts(judgement.parts, context.subjects);
  return { edits: judgement.edits, replaced: judgement.replaced, aboutSsn, otherForms };
}

/** Whether a name says anything of its value, of what stands below it or of what stands beside it. */
function saysAnything(key: KeyJudgement, spelling: string): boolean {
  return (
    key.says !== 'none' ||
    key.partOf !== null ||
    key.personal !== null ||
    key.namesBusiness ||
    key.namesNetwork ||
    key.otherForm ||
    contextBelow(key, spelling, 0) !== 0
  );
}

/** Tells whether a label in a container may say anything, by the hints of the text. */
function labelFinder(tokens: TokenIndex, hints: readonly number[]): (container: number) => boolean {
  const known = new Int8Array(tokens.length);
  return (container) => {
    if (known[container] === 0) {
      const last = lastAtMost(hints, tokens.endOf(container));
      known[container] = last >= 0 && (hints[last] as number) >= tokens.startOf(container) ? 1 : -1;
    }
    return known[container] === 1;
  };
}

/** The text of an error, which tells the value that it is about: `{field: "ssn", message: "… is invalid"}`. */
const OF_ERROR = /(?:message|msg|details?)$/;

/** A member's text that is the name or the legal form of a company: `Acme Inc.`, `LLC`. */
const COMPANY =
  /(?:^|[\s,.])(?:inc|incorporated|llc|l\.l\.c|corp|corporation|ltd|limited|co|company|lp|llp|pllc|plc|gmbh|n\.a)\.?$/i;
const MAX_COMPANY_NAME = 128;

function hasCompany(tokens: TokenIndex, keys: readonly KeyJudgement[], container: number): boolean {
  if (container < 0) return false;
  for (let member = container + 1; member < tokens.nextOf(container); member = tokens.nextOf(member)) {
    if (tokens.kindOf(member) !== STRING || keys[tokens.nameOf(member)]?.labelOf === null) continue;
    const length = tokens.lengthOf(member);
    if (length > MAX_COMPANY_NAME || hasFourDigits(tokens.classesOf(member))) continue;
    if (COMPANY.test(tokens.spelling(member))) return true;
  }
  return false;
}

/** Parts of one number are few: more of a name are a table of something else. */
const MAX_NAMED_PARTS = 64;

function addTo<K>(groups: Map<K, number[]>, name: K, entry: number): void {
  const group = groups.get(name);
  if (group === undefined) groups.set(name, [entry]);
  else if (group.length < MAX_NAMED_PARTS) group.push(entry);
}

/** Such a value says what it is by its name alone; one with words is a text. */
function isDigitsAndSigns(tokens: TokenIndex, entry: number): boolean {
  if (tokens.kindOf(entry) !== STRING || tokens.lengthOf(entry) > MAX_FORM) return false;
  return /^[\d\s./-]*$/.test(tokens.spelling(entry));
}

/** No parcel's number is longer. */
const MAX_FORM = 48;

/** A container that stands for one value: what a label beside the container says holds for what is in it. */
function wrapsValue(tokens: TokenIndex, keys: readonly KeyJudgement[], container: number): boolean {
  if (!tokens.hasKey(container) || tokens.parentOf(container) < 0) return false;
  const key = keys[tokens.nameOf(container)] ?? UNNAMED;
  return key.valueOf !== null && !key.other;
}

/** Under `social`: a number and remarks, but no account of a network. */
function tellsNumber(tokens: TokenIndex, entry: number): boolean {
  if (!hasFourDigits(tokens.classesOf(entry)) || tokens.lengthOf(entry) > MAX_REMARK) return false;
  return !/@|:\/\/|www\.|\.com|account|acct|follow|profile/i.test(tokens.spelling(entry));
}

const SOCIAL = /^(?:ss|soc|socials?|socialsecurity)$/;
const MAX_REMARK = 128;

/** Members whose names are nine digits: `{"123456789": "SSN"}`. */
function numbersAsNames(tokens: TokenIndex, format: ValueFormat): readonly number[] {
  const isNumber = tokens.names.map(
    (name) => !BEGINS_WITH_LETTER.test(name) && bareDigits(format.textOf(name))?.length === 9,
  );
  if (!isNumber.includes(true)) return [];
  const entries: number[] = [];
  for (let entry = 0; entry < tokens.length; entry++) {
    const isJudged = tokens.kindOf(entry) === STRING || tokens.isContainer(entry);
    if (isJudged && tokens.hasKey(entry) && isNumber[tokens.nameOf(entry)] === true) entries.push(entry);
  }
  return entries;
}

const BEGINS_WITH_LETTER = /^[a-zA-Z]/;

function mayHoldNumber(tokens: TokenIndex, entry: number): boolean {
  if (tokens.kindOf(entry) === NUMBER) return tokens.lengthOf(entry) >= 4;
  return hasFourDigits(tokens.classesOf(entry));
}

import { lastAtMost } from './ascending-numbers.ts';
import { hasFourDigits, isSuspicious } from './character-classes.ts';
import { apply, applyToKey, type Judgement } from './field-edits.ts';
import {
  contextBelow,
  IN_MAYBE,
  IN_OTHER_FORM,
  IN_SSN,
  IN_TAXPAYER,
  speaksOfSsn,
  verdictOf,
} from './field-verdicts.ts';
import { judgeKey, type KeyJudgement, UNNAMED } from './key-rules.ts';
import { isNamed, MAX_WRAPPERS } from './sibling-labels.ts';
import { ARRAY, LITERAL, NUMBER, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/**
 * Rule 1 over a whole structure, in one pass: takes what a name says is an SSN, and notes what can be decided only when
 * the labels are read.
 */
export class FieldNames {
  /** What each name says, by its index. */
  readonly keys: readonly KeyJudgement[];
  /** What a container hands down to what it contains. */
  readonly handedDown: Uint8Array;
  readonly aboutSsn = new Set<number>();
  readonly otherForms = new Set<number>();
  /** Values that a person beside them makes SSNs, and named last fours. */
  readonly personal: number[] = [];
  /** Values that are parts by their names, by container and by what stands before the part's name. */
  readonly parted = new Map<string, number[]>();
  /** Containers with a value that a label beside it could name. */
  readonly labelled = new Set<number>();
  readonly businesses = new Set<number>();
  /** Containers that speak of a social network. */
  readonly networks = new Set<number>();
  /** Verdicts that a label may overrule. */
  readonly taxpayers: number[] = [];
  /** Values below a name that says SSN, or may do so: ids of records and of social networks are none. */
  readonly belowNames: number[] = [];
  /** Containers that are named as an SSN, or may be, without those within them. */
  readonly ssnContainers: number[] = [];
  readonly maybeContainers: number[] = [];
  readonly #judgement: Judgement;
  readonly #tokens: TokenIndex;
  /** 1 for each name that says anything. */
  readonly #says: Uint8Array;
  readonly #mayLabel: (container: number) => boolean;
  /** The container whose surroundings were added last. */
  #climbedFrom = -1;

  constructor(judgement: Judgement) {
    const { tokens, hints } = judgement;
    this.#judgement = judgement;
    this.#tokens = tokens;
    this.keys = tokens.names.map((name) => judgeKey(tokens.decode(name)));
    this.handedDown = new Uint8Array(tokens.length);
    this.#says = Uint8Array.from(tokens.names, (name, index) =>
      saysAnything(this.keys[index] as KeyJudgement, name) ? 1 : 0,
    );
    this.#mayLabel = labelFinder(tokens, hints);
    this.#read();
  }

  keyOf(entry: number): KeyJudgement {
    return this.keys[this.#tokens.nameOf(entry)] ?? UNNAMED;
  }

  /** What the container of a value, or those around it, say. */
  outerOf(container: number): number {
    return container < 0 ? 0 : (this.handedDown[container] as number);
  }

  #read(): void {
    const tokens = this.#tokens;
    for (let entry = 0; entry < tokens.length; entry++) {
      const parent = tokens.parentOf(entry);
      const outer = parent < 0 ? this.#judgement.outer : (this.handedDown[parent] as number);
      const name = tokens.nameOf(entry);
      const kind = tokens.kindOf(entry);
      if (outer === 0 && name >= 0 && this.#says[name] === 0) {
        // Most entries: nothing is said of them but, perhaps, by a label.
        if (kind === OBJECT || kind === ARRAY || kind === LITERAL) continue;
        if (parent >= 0 && isNamed(this.keys[name] as KeyJudgement) && mayHoldNumber(tokens, entry)) {
          this.#addLabelled(parent, { isNamable: true, ofPerson: false });
        }
        continue;
      }
      if (name >= 0 && (outer & (IN_SSN | IN_MAYBE)) !== 0) applyToKey(this.#judgement, entry);
      if (kind === OBJECT || kind === ARRAY) this.#readContainer(entry, outer);
      else if (kind !== LITERAL) this.#readValue(entry, outer);
    }
  }

  #readContainer(entry: number, outer: number): void {
    const tokens = this.#tokens;
    const key = this.keyOf(entry);
    const named = tokens.parentOf(entry) < 0 ? this.#judgement.outer : 0;
    if (named === IN_SSN || (key.says === 'ssn' && (outer & IN_SSN) === 0)) this.ssnContainers.push(entry);
    else if (named === IN_MAYBE || (key.says === 'maybe' && (outer & (IN_SSN | IN_MAYBE)) === 0))
      this.maybeContainers.push(entry);
    this.handedDown[entry] = tokens.hasKey(entry) ? contextBelow(key, tokens.keyOf(entry), outer) : outer;
  }

  #readValue(entry: number, outer: number): void {
    const tokens = this.#tokens;
    const key = this.keyOf(entry);
    const parent = tokens.parentOf(entry);
    const isItem = !tokens.hasKey(entry) && parent >= 0 && tokens.kindOf(parent) === ARRAY;
    if (key.namesBusiness) this.businesses.add(parent);
    if (key.personal !== null || (key.lastFour && key.says === 'ssn')) this.personal.push(entry);
    if (key.partOf !== null) addTo(this.parted, `${parent} ${key.partOf}`, entry);
    const hasOtherForm = key.otherForm || (outer & IN_OTHER_FORM) !== 0;
    if (hasOtherForm && isSuspicious(tokens.classesOf(entry)) && isDigitsAndSigns(tokens, entry))
      this.otherForms.add(entry);
    if (key.namesNetwork) this.networks.add(parent);
    this.#judge(entry, { key, outer, isItem });
    if (tokens.kindOf(entry) === STRING && this.#isAboutSsn(entry, key, outer)) this.aboutSsn.add(entry);
    const isNamable = isNamed(key) && !isItem && parent >= 0;
    if ((isNamable || isItem) && mayHoldNumber(tokens, entry)) {
      const ofPerson = key.personal !== null || (outer & IN_TAXPAYER) !== 0;
      this.#addLabelled(parent, { isNamable, ofPerson });
    }
  }

  #judge(entry: number, { key, outer, isItem }: { key: KeyJudgement; outer: number; isItem: boolean }): void {
    const verdict = verdictOf(key, outer, isItem);
    if (verdict === 'taxpayer') this.taxpayers.push(entry);
    else if (verdict !== null && verdict !== 'ssn' && key.says === 'none') this.belowNames.push(entry);
    else if (verdict !== null) apply(this.#judgement, entry, verdict, { rule: 'key' });
  }

  #isAboutSsn(entry: number, key: KeyJudgement, outer: number): boolean {
    return (
      speaksOfSsn(key, outer) || (key.says !== 'none' && SOCIAL.test(key.name) && tellsNumber(this.#tokens, entry))
    );
  }

  /** Adds the container of a value, if a label in it may name the value, and those around it that stand for the value too. */
  #addLabelled(container: number, { isNamable, ofPerson }: { isNamable: boolean; ofPerson: boolean }): void {
    if (isNamable && (ofPerson || this.#mayLabel(container))) this.labelled.add(container);
    if (container !== this.#climbedFrom) this.#addContainersAround(container, ofPerson);
    this.#climbedFrom = container;
  }

  #addContainersAround(from: number, ofPerson: boolean): void {
    const tokens = this.#tokens;
    let container = from;
    for (let level = 0; level < MAX_WRAPPERS && container >= 0; level++) {
      const isItem = !tokens.hasKey(container) && tokens.parentOf(container) >= 0;
      if (!isItem && !this.#wrapsValue(container)) return;
      container = tokens.parentOf(container);
      if (!isItem && (ofPerson || this.#mayLabel(container))) this.labelled.add(container);
    }
  }

  /** A container that stands for one value: what a label beside the container says holds for what is in it. */
  #wrapsValue(container: number): boolean {
    if (!this.#tokens.hasKey(container) || this.#tokens.parentOf(container) < 0) return false;
    const key = this.keyOf(container);
    return key.valueOf !== null && !key.other;
  }
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

/** Parts of one number are few: more of a name are a table of something else. */
const MAX_NAMED_PARTS = 64;

export function addTo<K>(groups: Map<K, number[]>, name: K, entry: number): void {
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

/** Under `social`: a number and remarks, but no account of a network. */
function tellsNumber(tokens: TokenIndex, entry: number): boolean {
  if (!hasFourDigits(tokens.classesOf(entry)) || tokens.lengthOf(entry) > MAX_REMARK) return false;
  return !/@|:\/\/|www\.|\.com|account|acct|follow|profile/i.test(tokens.spelling(entry));
}

const SOCIAL = /^(?:ss|soc|socials?|socialsecurity)$/;
const MAX_REMARK = 128;

function mayHoldNumber(tokens: TokenIndex, entry: number): boolean {
  if (tokens.kindOf(entry) === NUMBER) return tokens.lengthOf(entry) >= 4;
  return hasFourDigits(tokens.classesOf(entry));
}

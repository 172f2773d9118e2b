import { digitsIn, LETTERS, SPELLED, UNUSUAL, WIDE } from '../index/flags.ts';
import { markupText } from '../index/markup.ts';
import { ARRAY, NUMBER, OBJECT, STRING, type Structure } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import { type Label, MAY_NAME, type Name, OBJECT_IDENTIFIER, readLabel, readName, UNNAMED } from '../names.ts';
import { normalized } from '../normalized.ts';
import { readNumber, readValue, type Value } from '../values.ts';
import { asksForNumber } from './prose.ts';

/** What a piece of evidence says of a value, and in which words. */
export type Told = { readonly entry: number; readonly evidence: Evidence; readonly because: string };

const MAX_SHOWN = 48;
/** A message that asks is short. */
const MAX_QUESTION = 512;
/** A label in entities takes no more; a longer text is not decoded to see that it is none. */
const MAX_SPELLED = 1536;
/** Containers in each other, between a label and that of the value that it may name. */
const MAX_CLIMB = 6;

/** A structure as the rules look at it: what its names and labels say, each judged once. */
export class Reader {
  readonly structure: Structure;
  /** Of the structure, each as what it says. */
  readonly names: readonly Name[];
  /** The strings that say something as labels, in their order. */
  readonly labels: readonly number[];
  readonly #labels = new Map<number, Label>();
  /** Texts that ask for the number: the next one may be the answer. */
  readonly questions = new Set<number>();
  /** Containers in which labels lie, not too deep. */
  readonly near = new Set<number>();

  constructor(structure: Structure) {
    this.structure = structure;
    this.names = structure.names.map(readName);
    for (let entry = 0; entry < structure.length; entry++) {
      if (structure.kindOf(entry) !== STRING || !this.#mayName(entry)) continue;
      const label = readLabel(this.textOf(entry));
      if (label !== null) this.#labels.set(entry, label);
      if (this.#isQuestion(entry)) this.questions.add(entry);
    }
    this.labels = [...this.#labels.keys()];
    for (const label of this.labels) {
      let container = structure.parentOf(label);
      for (let climb = 0; climb < MAX_CLIMB && container >= 0; climb++, container = structure.parentOf(container))
        this.near.add(container);
    }
  }

  /** What the name of an entry says; of one without a name, nothing. */
  nameOf(entry: number): Name {
    return this.names[this.structure.nameOf(entry)] ?? UNNAMED;
  }

  /** What a string says as a label; null of other entries too. */
  labelOf(entry: number, ofIdentification = false): Label | null {
    const known = this.#labels.get(entry) ?? null;
    if (known !== null || !ofIdentification || this.structure.kindOf(entry) !== STRING) return known;
    return readLabel(this.textOf(entry), true);
  }

  /** What the answer to a label is; undefined where it asks for no number of a person. */
  askedBy(entry: number): 'sure' | 'likely' | undefined {
    const label = this.labelOf(entry);
    return label === 'sure' || label === 'likely' ? label : undefined;
  }

  /** Whether a string may say anything of a number: a look that most do not stand. */
  #mayName(entry: number): boolean {
    const { structure } = this;
    const flags = structure.flagsOf(entry);
    if (structure.lengthOf(entry) > MAX_SPELLED) return false;
    if ((flags & SPELLED) !== 0) return true;
    if (structure.text.endsWith(OBJECT_IDENTIFIER, structure.endOf(entry))) return true;
    if ((flags & LETTERS) === 0 || structure.lengthOf(entry) > MAX_QUESTION) return false;
    return MAY_NAME.test(structure.spelling(entry));
  }

  /** A text that asks for the number. */
  #isQuestion(entry: number): boolean {
    const { structure } = this;
    if (structure.isMarkup || structure.lengthOf(entry) > MAX_QUESTION) return false;
    return asksForNumber(normalized(this.textOf(entry)));
  }

  /** The text that a string spells. */
  textOf(entry: number): string {
    if (this.structure.isMarkup) return markupText(this.structure, entry);
    const spelling = this.structure.spelling(entry);
    const isEscaped = this.structure.strings === 'json' && spelling.includes('\\');
    return isEscaped ? (JSON.parse(`"${spelling}"`) as string) : spelling;
  }

  valueOf(entry: number): Value {
    if (this.structure.kindOf(entry) === NUMBER) return readNumber(this.structure.spelling(entry));
    return readValue(this.textOf(entry));
  }

  isItem(entry: number): boolean {
    const parent = this.structure.parentOf(entry);
    return parent >= 0 && this.structure.kindOf(parent) === ARRAY;
  }

  isObject(entry: number): boolean {
    return this.structure.kindOf(entry) === OBJECT;
  }

  /** Four digits or more, and no words. */
  holdsDigits(entry: number, least = 4): boolean {
    const { structure } = this;
    if (structure.kindOf(entry) === NUMBER) return structure.lengthOf(entry) >= least;
    if (structure.kindOf(entry) !== STRING) return false;
    const flags = structure.flagsOf(entry);
    const isPlain = (flags & (UNUSUAL | WIDE)) === 0;
    if (isPlain && (least <= 4 || digitsIn(flags) < least)) return digitsIn(flags) >= least;
    const text = normalized(this.textOf(entry));
    return text.replace(/\D/g, '').length >= least && !(least > 4 && /[A-Za-z]{2}/.test(text));
  }

  /** A label as it is shown: `typeCode: SSN`. */
  shown(label: number): string {
    const name = this.structure.keyOf(label);
    return `${name === '' ? '' : `${name}: `}${this.structure.spelling(label, MAX_SHOWN)}`;
  }
}

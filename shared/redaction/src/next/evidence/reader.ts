import { decodeEntities } from '../unfold/escapes.ts';
import { ARRAY, NUMBER, OBJECT, STRING, type Structure } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import { type Label, type Name, readLabel, readName, UNNAMED } from '../names.ts';
import { readNumber, readValue, type Value } from '../values.ts';

/** What a piece of evidence says of a value, and in which words. */
export type Told = { readonly entry: number; readonly evidence: Evidence; readonly because: string };

/** A label has as many characters at most; escapes and entities make a spelling longer. */
const MAX_LABEL_SPELLING = 640;
/** A label has few digits: `last 4`. */
const MANY_DIGITS = /\d{7}/;
/** A text without these is no label of anything that concerns us. */
const MAY_LABEL = /ss|soc|s[\W_]{1,3}s|s[.\s]*n\b|tin|tax|ein|employ|business|seguro|s[ée]curit|sozial|segur|socj|scl|snn|nation|lic|\\|&|%|[^\0-\u007f]|113883\.4\.1$|4\D{0,3}$|part|area/i;
const MAX_SHOWN = 48;

/** A structure as the rules look at it: what its names and labels say, each judged once. */
export class Reader {
  readonly structure: Structure;
  readonly #names: readonly Name[];
  readonly #known = new Map<string, Label | null>();

  constructor(structure: Structure) {
    this.structure = structure;
    this.#names = structure.names.map(readName);
  }

  /** What the name of an entry says; of one without a name, nothing. */
  nameOf(entry: number): Name {
    return this.#names[this.structure.nameOf(entry)] ?? UNNAMED;
  }

  /** What a string says as a label; null of other entries too. */
  labelOf(entry: number, ofIdentification = false): Label | null {
    const { structure } = this;
    if (structure.kindOf(entry) !== STRING || structure.lengthOf(entry) > MAX_LABEL_SPELLING) return null;
    const spelling = structure.spelling(entry);
    const key = ofIdentification ? ` ${spelling}` : spelling;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const mayLabel = (ofIdentification || MAY_LABEL.test(spelling)) && !MANY_DIGITS.test(spelling);
    const label = mayLabel ? readLabel(this.textOf(entry), ofIdentification) : null;
    this.#known.set(key, label);
    return label;
  }

  /** The text that a string spells. */
  textOf(entry: number): string {
    const spelling = this.structure.spelling(entry);
    if (this.structure.isMarkup) return spelling.includes('&') ? decodeEntities(spelling).text : spelling;
    return spelling.includes('\\') ? (JSON.parse(`"${spelling}"`) as string) : spelling;
  }

  valueOf(entry: number): Value {
    if (this.structure.kindOf(entry) === NUMBER) return readNumber(this.structure.spelling(entry));
    return readValue(this.textOf(entry));
  }

  isNumber(entry: number): boolean {
    return this.structure.kindOf(entry) === NUMBER;
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
    if (!this.structure.isScalar(entry)) return false;
    const spelling = this.structure.spelling(entry, MAX_LABEL_SPELLING);
    return spelling.replace(/\D/g, '').length >= least && !(least > 4 && /[A-Za-z]{2}/.test(spelling));
  }

  /** A label as it is shown: `typeCode: SSN`. */
  shown(label: number): string {
    const name = this.structure.keyOf(label);
    return `${name === '' ? '' : `${name}: `}${this.structure.spelling(label, MAX_SHOWN)}`;
  }
}

import { characterClass, LETTER } from './characters.ts';
import { judgeKey } from './key-rules.ts';
import { keyAt, type LabelReader } from './sibling-labels.ts';
import { NO_ROW, type SsnCell, type SsnHeader, type SsnLabels } from './ssn-labels.ts';
import { isCell, isRow } from './table-rules.ts';
import { ARRAY, OBJECT, STRING, type TokenIndex } from './token-index.ts';

/** A list of names and their values: no header, and no rows below one. */
const PAIRS = /^dl$/i;
const PAIRED = /^d[td]$/i;
/** The last four digits behind a mask of letters. */
const MASKED = /^[xX*#-]{1,12}\d{4}$/;
/** Whose number it is, or the number: a longer cell is text. */
const MAX_WORD = 64;
/** How programs that read pages call the text of a line or a word. */
const TEXT = /^(?:text|content|str|string|word|line|description|plain_?text|detectedtext)$/i;
/** How forms call what was entered below a question's text. */
const ANSWER = /^(?:answer|response|answer_?text|prettyformat)$/i;
/** A number is read as one text or in its groups. */
const MAX_TEXTS = 3;
const MAX_NUMBER = 24;
const NUMBER_TEXT = /^[^\p{L}]*\d[^\p{L}]*$/u;
/** What an item or a pair has; of a form's record with its labels, more. */
const MAX_MEMBERS = 32;
const MAX_RECORD = 256;

/** Rule 2 for what stands right beside a label that says SSN. Only what looks like an SSN is one, so the caller asks. */
export function cellsBesideLabels(reader: LabelReader, labels: SsnLabels): readonly SsnCell[] {
  const neighbours = new LabelNeighbours(reader);
  return [...labels].flatMap(([label, says]) => neighbours.cellsOf(label, says));
}

class LabelNeighbours {
  readonly #reader: LabelReader;
  readonly #tokens: TokenIndex;

  constructor(reader: LabelReader) {
    this.#reader = reader;
    this.#tokens = reader.tokens;
  }

  cellsOf(label: number, says: SsnHeader): readonly SsnCell[] {
    return [
      ...this.#cellsAfter(label, says),
      ...this.#membersNamedLike(label, says),
      ...this.#textsAfter(label, says),
      ...this.#partBeside(label, says),
    ];
  }

  /** `["SSN", …]`, `<dt>SSN</dt><dd>…</dd>`: numbers behind it, up to the next words; one word may say whose they are. */
  #cellsAfter(label: number, says: SsnHeader): readonly SsnCell[] {
    const tokens = this.#tokens;
    const row = tokens.parentOf(label);
    if (!this.#isInRow(label, row)) return [];
    const found: SsnCell[] = [];
    const end = row < 0 ? tokens.length : tokens.nextOf(row);
    const second = tokens.nextOf(label);
    for (let cell = second; cell < end && !tokens.isContainer(cell); cell = tokens.nextOf(cell)) {
      const text = tokens.lengthOf(cell) > MAX_WORD ? '' : tokens.decode(tokens.spelling(cell));
      if (!MASKED.test(text) && (text === '' || characterClass(text.codePointAt(0) as number) === LETTER)) {
        if (cell === second && judgeKey(text).whose) continue;
        break;
      }
      // Further cells may tell anything about the number in the first, and a row of values may hold a type.
      const isItsValue = found.length === 0 && (row < 0 || label === row + 1);
      found.push({ entry: cell, row: NO_ROW, says: isItsValue ? says : 'social', label });
    }
    return found;
  }

  /** In a list or an element's row, a list of pairs, or a page's part without what is around it. */
  #isInRow(label: number, row: number): boolean {
    const tokens = this.#tokens;
    const isPaired = tokens.hasKey(label) && PAIRED.test(tokens.keyOf(label));
    if (row < 0) return tokens.hasKey(label) && (isPaired || isCell(tokens, label));
    if (isPaired) return tokens.hasKey(row) && PAIRS.test(tokens.keyOf(row));
    return isCell(tokens, label) && isRow(tokens, row);
  }

  /** `{"cs1Label": "SSN", "cs1": …}`: the member that is called like the label's stem. */
  #membersNamedLike(label: number, says: SsnHeader): readonly SsnCell[] {
    const tokens = this.#tokens;
    // A text of an element, or the description of a code, is named by what holds it.
    const isNamed = tokens.hasKey(label) && keyAt(this.#reader, label).labelOf !== null;
    const named = isNamed ? label : tokens.parentOf(label);
    const container = named < 0 ? -1 : tokens.parentOf(named);
    const stem = keyAt(this.#reader, Math.max(named, 0)).labelOf;
    if (container < 0 || !tokens.hasKey(named) || stem === null || stem === '') return [];
    return tokens
      .membersOf(container, MAX_RECORD)
      .filter((member) => keyAt(this.#reader, member).name === stem && tokens.isScalar(member))
      .map((entry) => ({ entry, row: NO_ROW, says, label }));
  }

  /**
   * `[{text: "SSN:"}, {text: "…"}]`: the texts after a label, in the order in which a program read them from a page, may
   * be its number or the parts of it. So may the answer beside a question's text.
   */
  #textsAfter(label: number, says: SsnHeader): readonly SsnCell[] {
    const tokens = this.#tokens;
    const item = tokens.parentOf(label);
    if (item < 0 || !tokens.hasKey(label) || tokens.kindOf(item) !== OBJECT || !TEXT.test(tokens.keyOf(label)))
      return [];
    const found: SsnCell[] = [];
    const answer = this.#scalarsOf(item).find((member) => tokens.hasKey(member) && ANSWER.test(tokens.keyOf(member)));
    if (answer !== undefined) found.push({ entry: answer, row: NO_ROW, says, label });
    const list = tokens.parentOf(item);
    if (list < 0 || tokens.kindOf(list) !== ARRAY) return found;
    let next = tokens.nextOf(item);
    for (let texts = 0; texts < MAX_TEXTS && next < tokens.nextOf(list); texts++, next = tokens.nextOf(next)) {
      const text = this.#scalarsOf(next).find((member) => tokens.nameOf(member) === tokens.nameOf(label));
      if (text === undefined || !this.#isNumberText(text) || !this.#isAlike(item, next)) break;
      found.push({ entry: text, row: item, says: texts === 0 ? says : 'part', label });
    }
    return found;
  }

  #scalarsOf(container: number): readonly number[] {
    const tokens = this.#tokens;
    return tokens.membersOf(container, MAX_MEMBERS).filter((member) => tokens.isScalar(member));
  }

  /** What else the items say is the same (`BlockType: "LINE"`): a field has a label of its own. */
  #isAlike(item: number, next: number): boolean {
    const tokens = this.#tokens;
    return this.#scalarsOf(next).every((member) => {
      const { labelOf, isId } = keyAt(this.#reader, member);
      if (tokens.kindOf(member) !== STRING || labelOf === null || isId) return true;
      const isSame = (other: number): boolean =>
        tokens.nameOf(other) === tokens.nameOf(member) &&
        tokens.spelling(other, MAX_NUMBER) === tokens.spelling(member, MAX_NUMBER);
      return this.#scalarsOf(item).some(isSame);
    });
  }

  #isNumberText(text: number): boolean {
    const tokens = this.#tokens;
    return tokens.lengthOf(text) <= MAX_NUMBER && NUMBER_TEXT.test(tokens.spelling(text));
  }

  /** `[{name: "ssn1", value: "531"}, …]`, `[["ssn1", "531"], …]`: the parts of a number are those of one list. */
  #partBeside(label: number, says: SsnHeader): readonly SsnCell[] {
    const tokens = this.#tokens;
    const container = tokens.parentOf(label);
    const list = container < 0 ? -1 : tokens.parentOf(container);
    if (list < 0 || says === 'social') return [];
    const isValue = (member: number): boolean =>
      member !== label && (tokens.hasKey(label) ? keyAt(this.#reader, member).valueOf !== null : member > label);
    const value = this.#scalarsOf(container).find(isValue);
    return value === undefined ? [] : [{ entry: value, row: list, says: null, label }];
  }
}

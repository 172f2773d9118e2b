import { characterClass, LETTER } from './characters.ts';
import { isContainer, isScalar, lengthOf, membersOf, spelled } from './containers.ts';
import { judgeKey } from './key-rules.ts';
import { keyAt, type LabelReader } from './sibling-labels.ts';
import { NO_ROW, type SsnCell, type SsnHeader, type SsnLabels } from './ssn-labels.ts';
import { isCell, isRow } from './table-rules.ts';
import { ARRAY, hasKey, keyOf, kindOf, nameOf, nextOf, OBJECT, parentOf, STRING } from './token-index.ts';

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
  const { tokens } = reader;
  return [...labels].flatMap(([label, says]) => [
    ...cellsAfter(label, says),
    ...membersNamedLike(label, says),
    ...textsAfter(label, says),
    ...partBeside(label, says),
  ]);

  /** `["SSN", …]`, `<dt>SSN</dt><dd>…</dd>`: numbers behind it, up to the next words; one word may say whose they are. */
  function cellsAfter(label: number, says: SsnHeader): readonly SsnCell[] {
    const row = parentOf(tokens, label);
    if (!isInRow(label, row)) return [];
    const found: SsnCell[] = [];
    const end = row < 0 ? tokens.length : nextOf(tokens, row);
    const second = nextOf(tokens, label);
    for (let cell = second; cell < end && !isContainer(tokens, cell); cell = nextOf(tokens, cell)) {
      const text = lengthOf(tokens, cell) > MAX_WORD ? '' : reader.textOf(spelled(tokens, cell));
      if (!MASKED.test(text) && (text === '' || characterClass(text.codePointAt(0) as number) === LETTER)) {
        if (cell === second && judgeKey(text).whose) continue;
        break;
      }
      // Further cells may tell anything about the number in the first, and a row of values may hold a type.
      const isItsValue = found.length === 0 && (row < 0 || label === row + 1);
      found.push({ entry: cell, row: NO_ROW, says: isItsValue ? says : 'social' });
    }
    return found;
  }

  /** In a list or an element's row, a list of pairs, or a page's part without what is around it. */
  function isInRow(label: number, row: number): boolean {
    const isPaired = hasKey(tokens, label) && PAIRED.test(keyOf(tokens, label));
    if (row < 0) return hasKey(tokens, label) && (isPaired || isCell(tokens, label));
    if (isPaired) return hasKey(tokens, row) && PAIRS.test(keyOf(tokens, row));
    return isCell(tokens, label) && isRow(tokens, row);
  }

  /** `{"cs1Label": "SSN", "cs1": …}`: the member that is called like the label's stem. */
  function membersNamedLike(label: number, says: SsnHeader): readonly SsnCell[] {
    // A text of an element, or the description of a code, is named by what holds it.
    const isNamed = hasKey(tokens, label) && keyAt(reader, label).labelOf !== null;
    const named = isNamed ? label : parentOf(tokens, label);
    const container = named < 0 ? -1 : parentOf(tokens, named);
    const stem = keyAt(reader, Math.max(named, 0)).labelOf;
    if (container < 0 || !hasKey(tokens, named) || stem === null || stem === '') return [];
    return membersOf(tokens, container, MAX_RECORD)
      .filter((member) => keyAt(reader, member).name === stem && isScalar(tokens, member))
      .map((entry) => ({ entry, row: NO_ROW, says }));
  }

  /**
   * `[{text: "SSN:"}, {text: "…"}]`: the texts after a label, in the order in which a program read them from a page, may
   * be its number or the parts of it. So may the answer beside a question's text.
   */
  function textsAfter(label: number, says: SsnHeader): readonly SsnCell[] {
    const item = parentOf(tokens, label);
    if (item < 0 || !hasKey(tokens, label) || kindOf(tokens, item) !== OBJECT || !TEXT.test(keyOf(tokens, label)))
      return [];
    const found: SsnCell[] = [];
    const answer = scalarsOf(item).find((member) => hasKey(tokens, member) && ANSWER.test(keyOf(tokens, member)));
    if (answer !== undefined) found.push({ entry: answer, row: NO_ROW, says });
    const list = parentOf(tokens, item);
    if (list < 0 || kindOf(tokens, list) !== ARRAY) return found;
    let next = nextOf(tokens, item);
    for (let texts = 0; texts < MAX_TEXTS && next < nextOf(tokens, list); texts++, next = nextOf(tokens, next)) {
      const text = scalarsOf(next).find((member) => nameOf(tokens, member) === nameOf(tokens, label));
      if (text === undefined || !isNumberText(text) || !isAlike(item, next)) break;
      found.push({ entry: text, row: item, says: texts === 0 ? says : 'part' });
    }
    return found;
  }

  function scalarsOf(container: number): readonly number[] {
    return membersOf(tokens, container, MAX_MEMBERS).filter((member) => isScalar(tokens, member));
  }

  /** What else the items say is the same (`BlockType: "LINE"`): a field has a label of its own. */
  function isAlike(item: number, next: number): boolean {
    return scalarsOf(next).every((member) => {
      const { labelOf, isId } = keyAt(reader, member);
      if (kindOf(tokens, member) !== STRING || labelOf === null || isId) return true;
      const isSame = (other: number): boolean =>
        nameOf(tokens, other) === nameOf(tokens, member) &&
        spelled(tokens, other, MAX_NUMBER) === spelled(tokens, member, MAX_NUMBER);
      return scalarsOf(item).some(isSame);
    });
  }

  function isNumberText(text: number): boolean {
    return lengthOf(tokens, text) <= MAX_NUMBER && NUMBER_TEXT.test(spelled(tokens, text));
  }

  /** `[{name: "ssn1", value: "531"}, …]`, `[["ssn1", "531"], …]`: the parts of a number are those of one list. */
  function partBeside(label: number, says: SsnHeader): readonly SsnCell[] {
    const container = parentOf(tokens, label);
    const list = container < 0 ? -1 : parentOf(tokens, container);
    if (list < 0 || says === 'social') return [];
    const isValue = (member: number): boolean =>
      member !== label && (hasKey(tokens, label) ? keyAt(reader, member).valueOf !== null : member > label);
    const value = scalarsOf(container).find(isValue);
    return value === undefined ? [] : [{ entry: value, row: list, says: null }];
  }
}

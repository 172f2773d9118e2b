import { keyAt, type LabelReader } from './sibling-labels.ts';
import { headerOf, isContainer, NO_ROW, type SsnCell } from './table-cells.ts';
import { ARRAY, endOf, hasKey, kindOf, nameOf, nextOf, OBJECT, parentOf, STRING, startOf } from './tape.ts';

/** How programs that read pages call the text of a line or a word. */
const TEXT = /^(?:text|content|str|string|word|line|description|plain_?text|detectedtext)$/i;
/** A number is read as one text or in its groups. */
const MAX_TEXTS = 3;
const MAX_MEMBERS = 32;
const MAX_NUMBER = 24;
/** How forms call what was entered below a question's text. */
const ANSWER = /^(?:answer|response|answer_?text|prettyformat)$/i;

/**
 * Rule 2 for texts in the order in which a program read them from a page: `[{text: "SSN:"}, {text: "…"}]`. The texts
 * after a label, up to three, may be its number or the parts of it; only what looks like one is. So may the answer beside
 * a question's text.
 */
export function textsAfter(reader: LabelReader, labels: readonly number[]): readonly SsnCell[] {
  const { tape } = reader;
  if (labels.length === 0) return [];
  const isText = tape.names.map((name) => TEXT.test(name));
  const isAnswer = tape.names.map((name) => ANSWER.test(name));
  const cells: SsnCell[] = [];
  for (const label of labels) {
    if (!hasKey(tape, label) || isText[nameOf(tape, label)] !== true) continue;
    const item = parentOf(tape, label);
    const list = item < 0 ? -1 : parentOf(tape, item);
    if (list < 0 || kindOf(tape, item) !== OBJECT) continue;
    const says = headerOf(reader, label) ?? 'social';
    const answer = memberOf(item, (member) => isAnswer[nameOf(tape, member)] === true);
    if (answer >= 0) cells.push({ entry: answer, row: NO_ROW, says });
    if (kindOf(tape, list) !== ARRAY) continue;
    let next = nextOf(tape, item);
    for (let texts = 0; texts < MAX_TEXTS && next < nextOf(tape, list); texts++, next = nextOf(tape, next)) {
      const text = isContainer(tape, next) ? textOfItem(next, nameOf(tape, label)) : -1;
      if (text < 0 || !isNumber(text) || !isAlike(item, next)) break;
      cells.push({ entry: text, row: item, says: texts === 0 ? says : 'part' });
    }
  }
  return cells;

  function textOfItem(item: number, name: number): number {
    return memberOf(item, (member) => nameOf(tape, member) === name && kindOf(tape, member) === STRING);
  }

  /** What else the items say is the same (`BlockType: "LINE"`): a field has a label of its own. */
  function isAlike(item: number, next: number): boolean {
    return memberOf(next, (member) => isLabel(member) && !sameIn(item, member)) < 0;
  }

  function isLabel(member: number): boolean {
    const { labelOf, isId } = keyAt(reader, member);
    return kindOf(tape, member) === STRING && labelOf !== null && !isId;
  }

  function sameIn(item: number, member: number): boolean {
    return (
      memberOf(item, (other) => nameOf(tape, other) === nameOf(tape, member) && spelled(other) === spelled(member)) >= 0
    );
  }

  function spelled(entry: number): string {
    const start = startOf(tape, entry);
    return tape.text.slice(start, Math.min(endOf(tape, entry), start + MAX_NUMBER));
  }

  function isNumber(text: number): boolean {
    const [start, end] = [startOf(tape, text), endOf(tape, text)];
    return end - start <= MAX_NUMBER && /^[^\p{L}]*\d[^\p{L}]*$/u.test(tape.text.slice(start, end));
  }

  function memberOf(item: number, is: (member: number) => boolean): number {
    let members = 0;
    for (let member = item + 1; member < nextOf(tape, item); member = nextOf(tape, member)) {
      if (++members > MAX_MEMBERS) return -1;
      if (!isContainer(tape, member) && is(member)) return member;
    }
    return -1;
  }
}

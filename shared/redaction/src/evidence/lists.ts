import { InvalidError } from '@fundlens/runtime/errors';
import { type Finding, lastAtMost } from '../edits.ts';
import { ARRAY, NUMBER, type Structure } from '../index/structure.ts';
import { readPlainText } from './plain-text.ts';
import type { Reader } from './reader.ts';

/** Containers in each other, between a question and the list that it is a part of; a label is an item, or a member of one. */
const MAX_CLIMB = 6;
const MAX_LABEL_CLIMB = 2;
/** What answers is short, or its beginning does. */
const MAX_ITEM = 512;
/** A record has few. */
const MAX_LABELS = 16;
/** So many values are looked at for each of a structure, on average; hostile lists ask at another place each, and are refused. */
const MAX_WORK = 64;

/**
 * What goes from lists of which an item asks for a number, or is the first line of a table: what stands at its place in the
 * items is read as one text (`["SSN", …]`, `[{text: "SSN:"}, {text: …}]`, `["can you send your social?", …]`), and so is what
 * an element of markup holds (`<label>SSN</label><input value="…">`).
 */
export function readLists(reader: Reader): readonly Finding[] {
  const { structure } = reader;
  const done = new Set<number>();
  const found: Finding[] = [];
  let work = MAX_WORK * structure.length;
  for (const asking of [...reader.labels, ...reader.questions]) {
    const isQuestion = reader.questions.has(asking);
    if (!isQuestion && reader.askedBy(asking) === undefined && !/[,;|]/.test(structure.spelling(asking))) continue;
    let list = structure.parentOf(asking);
    for (let climb = 0; climb < (isQuestion ? MAX_CLIMB : MAX_LABEL_CLIMB); climb++, list = structure.parentOf(list)) {
      const isList = structure.isMarkup || structure.kindOf(list) === ARRAY;
      if (isList && !done.has(list * structure.length + asking)) {
        const entries = entriesLike(reader, asking, list);
        for (const entry of entries) done.add(list * structure.length + entry);
        work -= (list < 0 ? structure.length : structure.nextOf(list)) - list;
        if (work < 0) throw new InvalidError('too_large', 'too many values ask for others of their lists');
        const isRecord = !isQuestion && (structure.isMarkup || structure.parentOf(asking) !== list);
        if (entries.some((entry) => mayAnswer(reader, asking, entry)))
          found.push(
            ...readAsOne(structure, isRecord ? entries.flatMap((entry) => withLabels(reader, entry)) : entries),
          );
      }
      // Lists in each other have no place that is the same.
      if (list < 0 || (!structure.isMarkup && !structure.hasKey(asking))) break;
    }
  }
  return found;
}

/** What elements show is read as it is shown: a label there is asked for what it names out of sight, an attribute for anything. */
function mayAnswer(reader: Reader, asking: number, entry: number): boolean {
  const isSeen =
    reader.structure.isMarkup && reader.nameOf(entry).valueOf === null && reader.nameOf(asking).labelOf === null;
  return !isSeen && reader.holdsDigits(entry, 1);
}

/** The values that stand in items of a list where one stands in its own; of an element, those that it shows or has for a form. */
function entriesLike(reader: Reader, asking: number, list: number): readonly number[] {
  const { structure } = reader;
  const isLike = (entry: number): boolean => {
    if (structure.isMarkup)
      return (
        reader.labelOf(entry) !== null || reader.nameOf(entry).valueOf !== null || structure.parentOf(entry) === list
      );
    let [own, other] = [entry, asking];
    for (; own > list && other > list; own = structure.parentOf(own), other = structure.parentOf(other)) {
      if (structure.parentOf(own) === list && structure.parentOf(other) === list) return true;
      if (structure.nameOf(own) !== structure.nameOf(other)) return false;
    }
    return false;
  };
  const end = list < 0 ? structure.length : structure.nextOf(list);
  const entries: number[] = [];
  for (let entry = list + 1; entry < end; entry++) if (structure.isScalar(entry) && isLike(entry)) entries.push(entry);
  return entries;
}

/** What else a record says of its value comes before it. */
function withLabels(reader: Reader, entry: number): readonly number[] {
  const { structure } = reader;
  const isLabel = (member: number): boolean =>
    member !== entry &&
    structure.isScalar(member) &&
    reader.nameOf(member).labelOf !== null &&
    !reader.holdsDigits(member, 1);
  return [...structure.membersOf(structure.parentOf(entry), MAX_LABELS).filter(isLabel), entry];
}

function readAsOne(structure: Structure, entries: readonly number[]): readonly Finding[] {
  const starts: number[] = [];
  let text = '';
  for (const entry of entries) {
    starts.push(text.length);
    text += `${structure.spelling(entry, MAX_ITEM)}\n`;
  }
  const found = readPlainText(text, null).filter(({ rule }) => rule !== 'pattern');
  return found.flatMap((finding) => {
    const parts: Finding[] = [];
    for (let at = lastAtMost(starts, finding.start); (starts[at] ?? finding.end) < finding.end; at++) {
      const entry = entries[at] as number;
      const shift = structure.startOf(entry) - (starts[at] as number);
      const start = Math.max(finding.start + shift, structure.startOf(entry));
      const end = Math.min(finding.end + shift, structure.endOf(entry));
      const span = structure.kindOf(entry) === NUMBER ? structure.spanOf(entry) : { start, end };
      if (start < end)
        parts.push({ ...finding, ...span, rule: 'sibling', replacement: structure.replacementOf(entry) });
    }
    return parts;
  });
}

import { type Finding, lastAtMost } from '../edits.ts';
import { NUMBER, type Structure } from '../index/structure.ts';
import { readPlainText } from './plain-text.ts';
import { namesOther } from './prose-words.ts';
import type { Reader } from './reader.ts';
import { OWN_NUMBER } from './scopes.ts';

/** Containers in each other, between a value that asks and what the answer stands in too. */
const MAX_CLIMB = 6;
/** What answers is short, or its beginning does. */
const MAX_ITEM = 512;
/** Under another name the answer stands in the next record. */
const MAX_NEXT = 12;
/** An answer may stand above its question: newest first. */
const MAX_BEFORE = 8;
/** Further apart are no lines of one text. */
const MAX_APART = 64;
/** Less is a time or a count. */
const LEAST_NUMBER = 7;

/**
 * What goes from values beside or behind one that asks for a number, or that is the first line of a table: they are read as one
 * text (`["SSN", …]`, `[{text: "SSN:"}, {text: …}]`, `{title: "Get SSN", detail: …}`, `<label>SSN</label><input value="…">`).
 *
 * @param settled values that were judged by what stands around them
 */
export function readReplies(reader: Reader, settled: ReadonlySet<number>): readonly Finding[] {
  const found: Finding[] = [];
  /** Those that a text has been read with. */
  const read = new Set<number>();
  const asks = new Set([...reader.labels.filter((label) => asksBeside(reader, label)), ...reader.questions]);
  for (const asking of [...asks].sort((a, b) => a - b)) {
    if (read.has(asking)) continue;
    const entries = entriesAround(reader, asking, asks);
    for (const entry of entries.filter((each) => asks.has(each))) read.add(entry);
    if (!entries.some((entry) => !settled.has(entry) && mayReply(reader, asking, entry))) continue;
    found.push(...readAsOne(reader.structure, entries));
  }
  return found;
}

/** A label of a person's number, or the first line of a table. */
function asksBeside(reader: Reader, label: number): boolean {
  return reader.askedBy(label) !== undefined || /[,;|]/.test(reader.structure.spelling(label));
}

/** What elements show is read as it is shown: a label there is asked for what it names out of sight, an attribute for anything. */
function mayReply(reader: Reader, asking: number, entry: number): boolean {
  const isSeen =
    reader.structure.isMarkup && reader.nameOf(entry).valueOf === null && reader.nameOf(asking).labelOf === null;
  return entry !== asking && !isSeen && reader.holdsDigits(entry, 1);
}

/** What may reply, and what else is said of it: values at the same place of other records, and those without a name of their own. */
function entriesAround(reader: Reader, asking: number, asks: ReadonlySet<number>): readonly number[] {
  const { structure } = reader;
  const isQuestion = reader.questions.has(asking);
  const own = structure.parentOf(asking);
  // `{"infoType": {"name": "US_SSN"}, "quote": …}`
  const record = structure.membersOf(own, 2).length > 1 ? own : structure.parentOf(own);
  let list = record;
  const most = !structure.hasKey(asking) ? 1 : structure.isMarkup ? 2 : MAX_CLIMB;
  for (let climb = 1; climb < most && list >= 0; climb++) list = structure.parentOf(list);
  const end = list < 0 ? structure.length : structure.nextOf(list);
  const around = isQuestion ? own : record;
  const isInRecord = (at: number): boolean =>
    !reader.isItem(asking) && at > around && (around < 0 || at < structure.nextOf(around));
  // Members have no order; messages have.
  const entries = isQuestion ? [] : [asking];
  let last = asking;
  let lastAsking = asking;
  for (let at = Math.max(list + 1, asking - MAX_BEFORE); at < end && at - last <= MAX_APART; at++) {
    if (!structure.isScalar(at)) continue;
    if (!isQuestion && (at === asking || (at < asking && !isInRecord(at)))) continue;
    const isNear = at - lastAsking < MAX_NEXT && ((isQuestion && at > asking) || isInRecord(at));
    const isLabel = !isQuestion && reader.nameOf(at).labelOf !== null && !reader.holdsDigits(at, 1);
    if (!isLabel && !isAtSamePlace(reader, asking, at) && !(isNear && mayReplyElsewhere(reader, asking, at))) continue;
    entries.push(at);
    last = Math.max(last, at);
    if (asks.has(at)) lastAsking = Math.max(lastAsking, at);
  }
  return entries;
}

function isAtSamePlace(reader: Reader, asking: number, entry: number): boolean {
  const { structure } = reader;
  if (!structure.isMarkup) return structure.nameOf(entry) === structure.nameOf(asking);
  const isSibling = structure.parentOf(entry) === structure.parentOf(asking);
  return isSibling || reader.labelOf(entry) !== null || reader.nameOf(entry).valueOf !== null;
}

/** Whether a value may reply though its name is another one: that says nothing of it, and no reply stands beside it. */
function mayReplyElsewhere(reader: Reader, asking: number, entry: number): boolean {
  const { structure } = reader;
  const { says, other, labelOf, valueOf: stem, factOf, isId, squashed } = reader.nameOf(entry);
  const isLabel = labelOf !== null && (labelOf !== '' || !reader.holdsDigits(entry, LEAST_NUMBER));
  const isNamed = says !== null || other !== null || isLabel || factOf !== null || isId;
  if (isNamed || structure.isMarkup || OWN_NUMBER.test(squashed) || squashed.endsWith('ref')) return false;
  if (stem === null && namesOther(`${structure.keyOf(entry)} of`)) return false;
  const record = structure.parentOf(entry);
  const isCount = structure.kindOf(entry) === NUMBER && structure.lengthOf(entry) < LEAST_NUMBER;
  const isReply = (member: number): boolean => member !== asking && isAtSamePlace(reader, asking, member);
  return !isCount && (record < 0 || !structure.membersOf(record, MAX_NEXT).some(isReply));
}

/** A value as it is spelled, each sign at its place; the digits of an escape are none of the text's. */
function lineOf(structure: Structure, entry: number): string {
  return structure.spelling(entry, MAX_ITEM).replace(/\\(?:u[\da-f]{0,4}|.)/gi, (sign) => ' '.repeat(sign.length));
}

function readAsOne(structure: Structure, entries: readonly number[]): readonly Finding[] {
  const starts: number[] = [];
  let text = '';
  for (const entry of entries) {
    starts.push(text.length);
    text += `${lineOf(structure, entry)}\n`;
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

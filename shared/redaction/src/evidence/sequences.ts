import { HINT } from '../index/flags.ts';
import { ARRAY } from '../index/structure.ts';
import type { Evidence } from '../judge.ts';
import { readName } from '../names.ts';
import { normalized } from '../normalized.ts';
import { addTo } from './parts-of-fields.ts';
import { asksForNumber } from './prose.ts';
import type { Reader, Told } from './reader.ts';

/** A message that asks is short; so are what programs read from a page and the cells of a row. */
const MAX_QUESTION = 512;
const MAY_ASK = /ss|soc|itin|s\.s/i;
const MAX_WORD = 64;
/** How the texts of messages, lines and words are called. */
const TEXT =
  /^(?:text|content|str|string|word|line|description|plaintext|detectedtext|body|message|msg|comment|note|value)$/;
const ANSWER = /^(?:answer|response|answertext|prettyformat)$/;
/** So many texts behind a question may hold the answer, and so many say something else first. */
const MAX_TEXTS = 4;
const MAX_CHAT = 2;
const MAX_MEMBERS = 64;
const DIGITS_ONLY = /^[^\p{L}]*\d[^\p{L}]*$/u;
const MASKED = /^[xX*#-]{1,12}\d{4}$/;

/**
 * Values that stand behind what names them: the next item of a list, the next cell of a row, the next message of a conversation.
 *
 * @param parts takes texts that may be one number together
 */
export function cellsInSequence(reader: Reader, parts: Map<string, number[]>): readonly Told[] {
  const { structure } = reader;
  const told: Told[] = [];
  for (const entry of reader.labels) {
    const evidence = reader.askedBy(entry);
    if (evidence === undefined) continue;
    told.push(...cellsAfter(reader, entry, evidence), ...namedLike(reader, entry, evidence));
    told.push(...inputsAfter(reader, entry, evidence, parts));
    told.push(...textsAfter(reader, entry, evidence, parts));
  }
  for (let entry = 0; entry < structure.length; entry++) {
    if ((structure.flagsOf(entry) & HINT) === 0 || !(reader.isItem(entry) || TEXT.test(reader.nameOf(entry).squashed)))
      continue;
    if (reader.askedBy(entry) === undefined && isQuestion(reader, entry))
      told.push(...textsAfter(reader, entry, 'sure', parts));
  }
  return told;
}

/** A sentence that asks for the number; a label alone is none. */
function isQuestion(reader: Reader, entry: number): boolean {
  const { structure } = reader;
  if (!structure.isScalar(entry) || structure.lengthOf(entry) > MAX_QUESTION) return false;
  const spelling = structure.spelling(entry);
  return MAY_ASK.test(spelling) && /\?|\S\s+\S+\s+\S/.test(spelling) && asksForNumber(normalized(reader.textOf(entry)));
}

/** `["SSN", …]`, `<dt>SSN</dt><dd>…</dd>`: numbers behind a label, up to the next words; one word may say whose they are. */
function cellsAfter(reader: Reader, label: number, evidence: Evidence): readonly Told[] {
  const { structure } = reader;
  const row = structure.parentOf(label);
  if (!isInRow(reader, label, row)) return [];
  const found: Told[] = [];
  const end = row < 0 ? structure.length : structure.nextOf(row);
  const second = structure.nextOf(label);
  for (let cell = second; cell < end && !structure.isContainer(cell); cell = structure.nextOf(cell)) {
    if (!structure.isScalar(cell)) continue;
    const text = structure.lengthOf(cell) > MAX_WORD ? 'text' : reader.textOf(cell);
    if (!MASKED.test(text) && /^(?:$|\p{L})/u.test(text)) {
      if (cell === second && readName(text).whose) continue;
      break;
    }
    // Further cells may tell anything about the number in the first, and a row of values may hold a type.
    const isItsValue = found.length === 0 && (row < 0 || label === row + 1 || structure.hasKey(label));
    found.push({ entry: cell, evidence: isItsValue ? evidence : 'likely', because: reader.shown(label) });
  }
  return found;
}

/** In a list, a row of a table, a list of definitions, or a part of a page without what is around it. */
function isInRow(reader: Reader, label: number, row: number): boolean {
  const { structure } = reader;
  const name = structure.keyOf(label).replace(/^.*:/, '').toLowerCase();
  if (!structure.isMarkup) return row >= 0 && structure.kindOf(row) === ARRAY;
  if (/^d[td]$/.test(name)) return row < 0 || /^(?:dl|div)$/i.test(structure.keyOf(row));
  return /^(?:th|td|cell)$/.test(name) && (row < 0 || /(?:^|:)(?:tr|row)$/i.test(structure.keyOf(row)));
}

/** `<label>SSN</label><input value="…">`: the inputs right behind a label's text, of which those without names may be parts. */
function inputsAfter(reader: Reader, label: number, evidence: Evidence, parts: Map<string, number[]>): readonly Told[] {
  const { structure } = reader;
  const element = structure.hasKey(label) ? label : structure.parentOf(label);
  if (!structure.isMarkup || element < 0 || !/^label$/i.test(structure.keyOf(element))) return [];
  const found: Told[] = [];
  const outer = structure.parentOf(element);
  const end = outer < 0 ? structure.length : structure.nextOf(outer);
  for (
    let next = structure.nextOf(label);
    next < end && /^input$/i.test(structure.keyOf(next));
    next = structure.nextOf(next)
  ) {
    const attributes = structure.membersOf(next, MAX_MEMBERS);
    const entry = attributes.find((member) => /^value$/i.test(structure.keyOf(member)));
    const isNamed = attributes.some((member) => /^name$/i.test(structure.keyOf(member)));
    if (entry === undefined || (isNamed && found.length > 0)) break;
    found.push({ entry, evidence: found.length === 0 ? evidence : 'below', because: reader.shown(label) });
    if (!isNamed) addTo(parts, `asked ${label}`, entry);
  }
  return found;
}

/** `{"cs1Label": "SSN", "cs1": …}`: the member that is called like the label's stem. */
function namedLike(reader: Reader, label: number, evidence: Evidence): readonly Told[] {
  const { structure } = reader;
  const isNamed = structure.hasKey(label) && reader.nameOf(label).labelOf !== null;
  const named = isNamed ? label : structure.parentOf(label);
  const container = named < 0 ? -1 : structure.parentOf(named);
  const stem = named < 0 ? null : reader.nameOf(named).labelOf;
  if (container < 0 || !structure.hasKey(named) || stem === null || stem === '') return [];
  return structure
    .membersOf(container, MAX_MEMBERS * 4)
    .filter((member) => reader.nameOf(member).squashed === stem && structure.isScalar(member))
    .map((entry) => ({ entry, evidence, because: reader.shown(label) }));
}

/** `[{text: "SSN:"}, {text: "…"}]`, `["can you send your social?", "…"]`, and the answer beside a question's text. */
function textsAfter(reader: Reader, text: number, evidence: Evidence, parts: Map<string, number[]>): readonly Told[] {
  const { structure } = reader;
  const item = structure.hasKey(text) ? structure.parentOf(text) : text;
  if (item < 0 || structure.isMarkup || (item !== text && !TEXT.test(reader.nameOf(text).squashed))) return [];
  const because = reader.shown(text);
  const found: Told[] = [];
  const members = item === text ? [] : structure.membersOf(item, MAX_MEMBERS);
  const answer = members.find((member) => ANSWER.test(reader.nameOf(member).squashed));
  if (answer !== undefined) found.push({ entry: answer, evidence, because });
  const asks = isQuestion(reader, text);
  if (!reader.isItem(item) || (item === text && !asks)) return found;
  const end = structure.nextOf(structure.parentOf(item));
  let chat = 0;
  let count = 0;
  for (let next = structure.nextOf(item); next < end && count < MAX_TEXTS; next = structure.nextOf(next), count++) {
    const entry = item === text ? next : sameNamed(reader, next, text);
    if (entry < 0 || !structure.isScalar(entry) || (!asks && !isAlike(reader, item, next))) break;
    const spelling = structure.spelling(entry, MAX_QUESTION);
    if (!/\d/.test(spelling)) {
      if (!asks || chat++ === MAX_CHAT) break;
    } else if (asks || DIGITS_ONLY.test(spelling)) {
      if (DIGITS_ONLY.test(spelling)) addTo(parts, `asked ${text}`, entry);
      found.push({ entry, evidence, because });
      if (spelling.replace(/\D/g, '').length >= 9) break;
    } else break;
  }
  return found;
}

function sameNamed({ structure }: Reader, item: number, text: number): number {
  if (!structure.isContainer(item)) return -1;
  return (
    structure.membersOf(item, MAX_MEMBERS).find((member) => structure.nameOf(member) === structure.nameOf(text)) ?? -1
  );
}

/** What else the items say is the same (`BlockType: "LINE"`): a field has a label of its own. */
function isAlike(reader: Reader, item: number, next: number): boolean {
  const { structure } = reader;
  const others = structure.membersOf(item, MAX_MEMBERS);
  return structure.membersOf(next, MAX_MEMBERS).every((member) => {
    const { labelOf, isId } = reader.nameOf(member);
    if (labelOf === null || isId || !structure.isScalar(member)) return true;
    const isSame = (other: number): boolean =>
      structure.nameOf(other) === structure.nameOf(member) &&
      structure.spelling(other, 24) === structure.spelling(member, 24);
    return others.some(isSame);
  });
}

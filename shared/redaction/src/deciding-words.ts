import { lastAtMost } from './ascending-numbers.ts';
import type { Edit } from './edits.ts';
import { contextBelow, IN_TAXPAYER } from './field-verdicts.ts';
import { judgeKey, judgeLabel, type KeyJudgement, UNNAMED } from './key-rules.ts';
import type { Reading } from './reading.ts';
import { commasBetween } from './row-cells.ts';
import { findSsnWords, isBesideSsnWord, type SsnWords } from './ssn-words.ts';
import { nameBefore } from './text-fields.ts';
import { findSpans } from './text-spans.ts';
import { ARRAY, STRING, type TokenIndex } from './token-index.ts';

/** A part of the text as it may be shown: cut, and without any number. */
type Show = (start: number, end: number) => string;

/**
 * The words that made an edit, or what decided instead of words; null: not found again. The rules keep none of this: it is
 * looked up once more, only for a report of findings.
 *
 * @param tokens of the text, if it has a structure; `entry`: the one that the edit lies in, or -1
 */
export function createDecidingWords({ text, json }: Reading, tokens: TokenIndex | null, show: Show) {
  let labels: Labels | null = null;
  const mentions = new Map<number, SsnWords>();

  return (edit: Edit, entry: number): string | null => {
    if (edit.rule === 'custom_field') return 'nine digits and nothing else';
    if (edit.rule === 'pattern' && text === '') return 'an encoded document';
    if (edit.rule === 'pattern') return MASK.test(text.slice(edit.start, edit.end)) ? 'masked' : '3-2-4';
    if (edit.rule === 'subject') return 'a number of this event';
    if (edit.rule === 'context') return inText(edit, entry);
    return tokens === null || entry < 0 ? null : inFields(tokens, edit, entry);
  };

  function inFields(tokens: TokenIndex, edit: Edit, entry: number): string | null {
    const isName = tokens.hasKey(entry) && edit.start < tokens.keyEnd(entry);
    const named = edit.rule === 'sibling' ? -1 : nameThatSays(tokens, isName ? tokens.parentOf(entry) : entry);
    if (named >= 0) return `${named === entry ? '' : 'below '}${show(tokens.keyStart(named), tokens.keyEnd(named))}`;
    labels ??= labelsOf(tokens);
    const found = edit.rule === 'context' ? null : labelOf(tokens, labels, entry, isName);
    if (found === null) return null;
    const name = tokens.hasKey(found) ? show(tokens.keyStart(found), tokens.keyEnd(found)) : '';
    // Names say it too: `ssn1` beside `ssn2`.
    if (!labels.isStrong.has(found)) return name;
    return `${name === '' ? '' : `${name}: `}${show(tokens.startOf(found), tokens.endOf(found))}`;
  }

  function inText(edit: Edit, entry: number): string | null {
    // Of JSON each string and each name was read by itself.
    const [from, to] = json === null || entry < 0 ? [0, text.length] : partAt(json, edit, entry);
    const part = from === 0 && to === text.length ? text : text.slice(from, to);
    const [start, end] = [edit.start - from, edit.end - from];
    const name = nameOfNumber(part, start);
    if (name !== null) return show(from + name[0], from + name[1]);
    const { starts, ends } = mentionsIn(part, from);
    const before = lastAtMost(ends, start);
    const near = [before, before + 1].filter((index) => {
      const [mention = Number.POSITIVE_INFINITY, mentionEnd = 0] = [starts[index], ends[index]];
      return mention - end <= MAX_AFTER && start - mentionEnd <= MAX_BEFORE;
    });
    const isBeside = (index: number): boolean =>
      isBesideSsnWord(part, { starts: [starts[index] ?? 0], ends: [ends[index] ?? 0] }, start, end);
    const mention = near.find(isBeside) ?? near[0] ?? before;
    // Under a name that speaks of SSNs nine digits need no words; else what stands far before them heads their column.
    const named = near.length > 0 || tokens === null || entry < 0 ? null : inFields(tokens, edit, entry);
    return named ?? (mention < 0 ? null : show(from + (starts[mention] ?? 0), from + (ends[mention] ?? 0)));
  }

  function mentionsIn(part: string, from: number): SsnWords {
    const known = mentions.get(from) ?? findSsnWords(part, findSpans(part).hints) ?? { starts: [], ends: [] };
    mentions.set(from, known);
    return known;
  }
}

const MASK = /[xX*#•●■▓▒░█×_?nN]/;

function partAt(json: TokenIndex, edit: Edit, entry: number): readonly [start: number, end: number] {
  const isName = json.hasKey(entry) && edit.start < json.keyEnd(entry);
  return isName ? [json.keyStart(entry), json.keyEnd(entry)] : [json.startOf(entry), json.endOf(entry)];
}

/** Where the shortest end of the words right before a number stands that names it, as rule 5 judges it. */
function nameOfNumber(text: string, start: number): readonly [from: number, to: number] | null {
  const name = nameBefore(text, start, true);
  for (let first = (name?.words.length ?? 0) - 1; name !== null && first >= 0; first--) {
    const phrase = name.words.slice(first).join(' ');
    const { says } = judgeKey(phrase);
    if (says === 'none') continue;
    if (first < name.words.length - 1 && !name.isAssigned && says !== 'taxpayer') return null;
    const reach = Math.max(0, start - MAX_BEFORE);
    const before = text.slice(reach, start);
    const last = name.words.at(-1) as string;
    const end = before.lastIndexOf(last) + last.length;
    return [reach + before.lastIndexOf(name.words[first] as string, end - 1), reach + end];
  }
  return null;
}

/** The nearest name on the path that says what its value is, or what stands below it; -1: none. */
function nameThatSays(tokens: TokenIndex, from: number): number {
  for (let entry = from; entry >= 0; entry = tokens.parentOf(entry)) {
    if (!tokens.hasKey(entry)) continue;
    const key = judgeKey(tokens.keyOf(entry));
    if (key.says !== 'none' || (contextBelow(key, tokens.keyOf(entry), 0) & IN_TAXPAYER) !== 0) return entry;
  }
  return -1;
}

/** As far as the rules for text look. */
const MAX_BEFORE = 80;
const MAX_AFTER = 40;

/** Strings that are labels of SSNs, in order, and whether each is more than a sentence about them. */
type Labels = { readonly entries: readonly number[]; readonly isStrong: ReadonlyMap<number, boolean> };

function labelsOf(tokens: TokenIndex): Labels {
  const isStrong = new Map<number, boolean>();
  for (let entry = 0; entry < tokens.length; entry++) {
    const [start, end] = [tokens.startOf(entry), tokens.endOf(entry)];
    if (tokens.kindOf(entry) !== STRING || end - start > MAX_LABEL) continue;
    const text = tokens.text.slice(start, end);
    const says = judgeLabel(text, false) ?? judgeLabel(text, keyAt(tokens, entry).name.includes('type'));
    if (says !== null && says !== 'employer' && says !== 'other') isStrong.set(entry, says !== 'about');
  }
  return { entries: [...isStrong.keys()], isStrong };
}

const MAX_LABEL = 64;
/** Labels that are looked at before and behind a value. */
const MAX_LABELS = 16;

/**
 * The label that names a value: among the members of its container, else of what is around that (the header of a
 * column). Of several the one of the same stem or column, else the nearest. A name of the value may say it instead.
 */
function labelOf(tokens: TokenIndex, { entries, isStrong }: Labels, entry: number, isName: boolean): number | null {
  const key = keyAt(tokens, entry);
  if (key.partOf !== null) return entry;
  const named = key.personal === null ? lastFourBeside(tokens, entry) : entry;
  const before = lastAtMost(entries, entry) + 1;
  const around = [
    ...entries.slice(Math.max(0, before - MAX_LABELS), before).reverse(),
    ...entries.slice(before, before + MAX_LABELS),
  ];
  const column = columnOf(tokens, entry);
  const isBeside = (label: number): boolean => tokens.parentOf(label) === tokens.parentOf(entry);
  const score = (label: number): number => {
    const isSameStem = keyAt(tokens, label).labelOf === key.valueOf;
    const ofPlace = isBeside(label) ? (isSameStem ? 6 : 4) : 0;
    return (isStrong.get(label) ? 8 : 0) + ofPlace + (columnOf(tokens, label) === column ? 1 : 0);
  };
  for (let container = isName ? entry : tokens.parentOf(entry); ; container = tokens.parentOf(container)) {
    const end = container < 0 ? tokens.length : tokens.nextOf(container);
    const near = around.filter((label) => label >= container && label < end);
    if (named >= 0 && !near.some(isBeside)) return named;
    const scores = near.map(score);
    if (near.length > 0) return near[scores.indexOf(Math.max(...scores))] ?? null;
    if (container < 0) return null;
  }
}

/** The member beside a value that is named as the last four digits of an SSN, or -1. */
function lastFourBeside(tokens: TokenIndex, entry: number): number {
  const container = tokens.parentOf(entry);
  const end = container < 0 ? 0 : Math.min(tokens.nextOf(container), container + MAX_COLUMNS);
  for (let member = container + 1; member < end; member = tokens.nextOf(member)) {
    const { lastFour, says } = keyAt(tokens, member);
    if (lastFour && says === 'ssn') return member;
  }
  return -1;
}

function keyAt(tokens: TokenIndex, entry: number): KeyJudgement {
  return tokens.hasKey(entry) ? judgeKey(tokens.keyOf(entry)) : UNNAMED;
}

/** The place in a list of an item, or of what an object that is an item holds; else among the members. */
function columnOf(tokens: TokenIndex, entry: number): number {
  const parent = tokens.parentOf(entry);
  const list = parent < 0 ? -1 : tokens.parentOf(parent);
  if (tokens.hasKey(entry) && list >= 0 && tokens.kindOf(list) === ARRAY) return columnOf(tokens, parent);
  if (parent < 0) return 0;
  const isList = tokens.kindOf(parent) === ARRAY;
  let column = 0;
  let from = tokens.startOf(parent);
  for (let member = parent + 1; member <= entry && column < MAX_COLUMNS; member = tokens.nextOf(member)) {
    column += isList ? commasBetween(tokens, from, tokens.startOf(member)) : 1;
    from = tokens.endOf(member);
  }
  return column;
}

/** No more members than this are looked at. */
const MAX_COLUMNS = 256;

import { InvalidError } from '@fundlens/runtime/errors';
import { type Edit, type Finding, mergeEdits, type Span, shifted } from './edits.ts';
import { type Fields, readFields } from './evidence/fields.ts';
import { isToldAsLastFour } from './evidence/last-fours.ts';
import { readPlainText } from './evidence/plain-text.ts';
import { DIGIT_WORDS, LEAST_IN_WORDS, mayBeInWords } from './evidence/prose.ts';
import { smallLetters } from './evidence/prose-words.ts';
import type { Questions } from './evidence/questions.ts';
import { Reader } from './evidence/reader.ts';
import { hasMask } from './forms.ts';
import {
  CODE,
  digitsIn,
  type Flags,
  flagsOf,
  GROUPED,
  LETTERS,
  MASK,
  PARTED,
  SPELLED,
  UNUSUAL,
} from './index/flags.ts';
import { jsonSpans, readJson } from './index/json.ts';
import { looksLikeMarkup, readMarkup } from './index/markup.ts';
import { NUMBER, STRING, type Structure } from './index/structure.ts';
import { betweenTags, crossesElements, VISIBLE } from './index/visible-text.ts';
import { MAX_NESTED_READINGS, MAX_NESTED_WORK_PER_CHARACTER, MIN_NESTED_WORK, SSN_REPLACEMENT } from './limits.ts';
import { MAY_NAME } from './names.ts';
import { INVISIBLE, normalized } from './normalized.ts';
import { remembering } from './remembering.ts';
import { SubjectNumbers } from './subjects.ts';
import { decodeBase64Runs } from './unfold/base64.ts';
import { type DecodedText, decodeEscapes, decodeJsonString, partOf } from './unfold/decoded-text.ts';
import { unfoldings } from './unfold/unfoldings.ts';

/**
 * A text that was read once: what was found in it, and the texts nested in it. All texts of an event are read before the
 * first is edited, because each may name a number that another one holds.
 */
export type Reading = {
  readonly text: string;
  readonly structure: Structure | null;
  readonly fields: Fields | null;
  readonly findings: Finding[];
  readonly nested: Nested[];
};

type Nested = { readonly decoded: DecodedText; readonly reading: Reading | null };

function newReading(text: string, structure: Structure | null = null, fields: Fields | null = null): Reading {
  return { text, structure, fields, findings: [], nested: [] };
}

export class ReadingState {
  readonly numbers: SubjectNumbers;
  readonly questions: Questions = new Map();
  workLeft = MIN_NESTED_WORK;

  constructor(numbers = new SubjectNumbers()) {
    this.numbers = numbers;
  }

  /** Allows the work that a text of this length may cause. */
  grant(length: number): void {
    this.workLeft += length * MAX_NESTED_WORK_PER_CHARACTER;
  }
}

const MAY_BE_JSON = /^\s*[{["]/;
/** It begins within so many signs of a text of markup, which is trimmed. */
const LEAST_JSON = 1;
/** What a text may hold beside plain words: digits, or words for them, another spelling, markup, base64. */
const MAY_HOLD = new RegExp(String.raw`\d|[\\<&%=]|[A-Za-z\d+/_-]{9}|${DIGIT_WORDS}`, 'i');

/** Longer texts are not expected to be noise, and are looked at once. */
const MAX_NOISE = 1024;

function mayHoldAnything(text: string): boolean {
  return text.length > MAX_NOISE || MAY_HOLD.test(normalized(text).replaceAll(INVISIBLE, ''));
}

/** Reads a text that may be anything. `isApart`: no other spelling of it was looked through for JSON; default: so it is. */
export function readText(text: string, state: ReadingState, around: Around & { readonly isApart?: boolean }): Reading {
  const { level, about, isApart = true } = around;
  state.workLeft -= text.length;
  const reading = newReading(text);
  if (!mayHoldAnything(text)) return reading;
  if (level > MAX_NESTED_READINGS)
    throw new InvalidError('nested_too_deep', 'texts are nested too deeply in each other');
  if (state.workLeft < 0) throw new InvalidError('nested_too_much', 'nested texts take too long to read');
  const json = MAY_BE_JSON.test(text) ? readJson(text) : 'not_json';
  if (json === 'too_deep') throw new InvalidError('nested_too_deep', 'a nested JSON text is too deep');
  if (json === 'too_large') throw new InvalidError('nested_too_much', 'a nested JSON text has too many values');
  if (json !== 'not_json') return readStructure(json, state, { level, about, outer: 0 });
  const markup = looksLikeMarkup(text) ? readMarkup(text) : null;
  if (markup !== null && markup.length > 0) return readMarkupText(markup, state, level, about);
  addFindings(reading, state, readPlainText(text, about));
  unfold(reading, state, { level, about, isApart });
  return reading;
}

/** How many readings a text lies within, and the words outside of it that speak of a number. */
type Around = { readonly level: number; readonly about: string | null };

/** Reads JSON of which the structure is known. `outer`: what the name of the field that holds it says. */
export function readStructure(
  structure: Structure,
  state: ReadingState,
  around: Around & { readonly outer: number },
): Reading {
  const { level, about, outer } = around;
  const { text } = structure;
  const fields = readFields(new Reader(structure), outer, state.questions);
  const reading = newReading(text, structure, fields);
  addFindings(reading, state, fields.findings);
  const flagsOfNames = structure.names.map(flagsOfData);
  const hasData = flagsOfNames.some((flags) => flags !== null);
  for (let entry = 0; entry < structure.length; entry++) {
    const ofName = hasData ? (flagsOfNames[structure.nameOf(entry)] ?? null) : null;
    if (ofName !== null) {
      readPart(reading, state, { ...structure.keySpanOf(entry), flags: ofName }, { level, about: null });
    }
    const flags = structure.flagsOf(entry);
    // Most strings are short words: they are passed over before anything is looked up.
    if (digitsIn(flags) === 0 && (flags & (SPELLED | CODE)) === 0 && structure.lengthOf(entry) < LEAST_IN_WORDS)
      continue;
    if (structure.kindOf(entry) !== STRING || fields.settled.has(entry)) continue;
    const said = fields.about.get(entry) ?? about;
    const part = { ...structure.spanOf(entry), flags };
    if (mayHold(text, part, said)) readPart(reading, state, part, { level, about: said });
  }
  return reading;
}

/** Of names that may have a number in them, perhaps in another spelling, what they are made of; of others null. */
const flagsOfData = remembering((name: string): Flags | null => {
  const flags = flagsOf(name, 0, name.length);
  if (digitsIn(flags) > 2 || (flags & SPELLED) !== 0) return flags;
  const isData =
    (flags & CODE) !== 0 && decodeBase64Runs(name).some((run) => run.isDocument || mayHoldAnything(run.text));
  return isData ? flags : null;
});

/** Of a number that is masked, or that words tell about; fewer stand among words for digits. */
const LEAST_TOLD = 4;

const TELEPHONE = String.raw`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-]?)\d{3}[ .-]?\d{4}`;
const ZIP_PLUS_4 = String.raw`\d{5}-\d{4}`;
const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d)?`;
/** What most fields with nine digits or more hold. None of their groups are a number's. */
const COMMON = new RegExp(`^(?:${[TELEPHONE, ZIP_PLUS_4, UUID, INSTANT].join('|')})$`, 'i');

/** Whether a part of a text may hold anything: a number, one that words tell about, a masked one, or another text. */
export function mayHold(text: string, { start, end, flags }: Part, about: string | null): boolean {
  if ((flags & (SPELLED | CODE)) !== 0) return true;
  const digits = digitsIn(flags);
  if (about !== null && digits > 0) return true;
  if (digits < NINE && (flags & (LETTERS | MASK)) === 0) return false;
  if (digits < LEAST_TOLD && (end - start < LEAST_IN_WORDS || (flags & PARTED) === 0)) return false;
  const part = text.slice(start, end);
  if (digits < LEAST_TOLD && !mayBeInWords(smallLetters(part))) return false;
  if (digits >= NINE && (flags & GROUPED) !== 0) return !COMMON.test(part);
  const isMasked = digits >= LEAST_TOLD && (flags & MASK) !== 0 && (flags & PARTED) !== 0;
  // A single run of digits has the form of a number, and nothing but words says so.
  return (isMasked && hasMask(part)) || MAY_NAME.test(part);
}

const NINE = 9;

type Part = Span & { readonly flags: Flags };

/** Reads a string, or a name. */
function readPart(reading: Reading, state: ReadingState, { start, end, flags }: Part, { level, about }: Around): void {
  const { text, structure } = reading;
  const spelling = text.slice(start, end);
  const isSpelled = (flags & SPELLED) !== 0;
  // Most letters in a row are words or keys and spell nothing.
  if (isSpelled || ((flags & CODE) !== 0 && decodeBase64Runs(spelling).length > 0)) {
    const decoded =
      structure?.isMarkup === true
        ? partOf(text, { start, end })
        : decodeJsonString(text, { start, end }, (flags & UNUSUAL) !== 0);
    reading.nested.push({ decoded, reading: readText(decoded.text, state, { level: level + 1, about }) });
  } else if (mayHold(text, { start, end, flags: flags & ~CODE }, about))
    addFindings(reading, state, shifted(readPlainText(spelling, about), start));
}

/** Attributes of drawings: coordinates. */
const DRAWS = /^(?:d|points|viewBox|transform|values|stroke-dasharray)$/;

/** XML or HTML: what its names, labels and tables say, its attributes, and what a person reads of it. */
function readMarkupText(structure: Structure, state: ReadingState, level: number, about: string | null): Reading {
  const { text } = structure;
  const fields = readFields(new Reader(structure), 0, state.questions);
  const reading = newReading(text, structure, fields);
  addFindings(reading, state, fields.findings);
  for (let entry = 0; entry < structure.length; entry++) {
    if (structure.kindOf(entry) !== STRING || fields.settled.has(entry)) continue;
    const isAttribute = structure.hasKey(entry) && text.charCodeAt(structure.keyStart(entry) - 1) !== 0x3c;
    const said = fields.about.get(entry);
    const isSeen = said === undefined && !MAY_BE_JSON.test(structure.spelling(entry, LEAST_JSON));
    if (isAttribute ? DRAWS.test(structure.keyOf(entry)) : isSeen) continue;
    const part = { ...structure.spanOf(entry), flags: structure.flagsOf(entry) };
    const around = { level, about: said ?? about };
    if (mayHold(text, part, around.about)) readPart(reading, state, part, around);
  }
  const isSettled = settledSpans(structure, fields.settled);
  for (const { start, end } of structure.unseen) {
    const found = shifted(readPlainText(text.slice(start, end), null), start).filter((finding) => !isSettled(finding));
    addFindings(reading, state, found);
  }
  const visible = decodeEscapes(text, VISIBLE);
  const inner = newReading(visible.text);
  const found = readPlainText(visible.text, about).filter((finding) => {
    const outer = visible.toOuter(editOf(finding, null));
    return !isSettled(outer) && !(finding.rule === 'pattern' && crossesElements(text, outer.start, outer.end));
  });
  addFindings(inner, state, found);
  unfold(inner, state, { level, about, isApart: true });
  reading.nested.push({ decoded: visible, reading: inner });
  return reading;
}

/** Whether a span lies in a value that was judged as a whole. */
function settledSpans(structure: Structure, settled: ReadonlySet<number>): (span: Span) => boolean {
  const spans = [...settled].map((entry) => structure.spanOf(entry));
  return ({ start, end }) => spans.some((span) => span.start <= start && span.end >= end);
}

/** The least that goes. */
const FOUR_DIGITS = /(?:\d\D*){4}/;

function unfold(
  reading: Reading,
  state: ReadingState,
  { level, about, isApart }: Around & { readonly isApart: boolean },
): void {
  const { text, nested } = reading;
  if (isApart) nested.push(...readJsonWithin(text, state, { level, about }));
  const isFound = nested.length > 0 || !isApart;
  for (const decoded of unfoldings(text)) {
    const inner = decoded.isDocument
      ? null
      : readText(decoded.text, state, { level: level + 1, about, isApart: !isFound });
    nested.push({ decoded, reading: inner });
  }
}

/** JSON among other text. */
function readJsonWithin(text: string, state: ReadingState, around: Around): readonly Nested[] {
  return jsonSpans(text).flatMap((span) => {
    const decoded = partOf(text, span);
    const json = FOUR_DIGITS.test(decoded.text) ? readJson(decoded.text) : 'not_json';
    if (typeof json === 'string') return [];
    state.workLeft -= decoded.text.length;
    return [{ decoded, reading: readStructure(json, state, { ...around, outer: 0 }) }];
  });
}

/** Takes the answers to questions that were read later, in another text of the event. */
export function readAnswers(reading: Reading, state: ReadingState): void {
  if (state.questions.size === 0) return;
  if (reading.fields !== null) addFindings(reading, state, reading.fields.readAnswers(state.questions));
  for (const { reading: inner } of reading.nested) if (inner !== null) readAnswers(inner, state);
}

export function addFindings(reading: Reading, { numbers }: ReadingState, findings: readonly Finding[]): void {
  for (const finding of findings) {
    reading.findings.push(finding);
    if (finding.digits !== null) numbers.add(finding.digits, finding.because);
  }
}

const LAST_FOUR = { digits: null, rule: 'subject', because: 'the last four of a number' } as const;

/** What was found when the text was read, and the numbers of the event, whatever text named them: in order, disjoint. */
export function editsOf(reading: Reading, numbers: SubjectNumbers): readonly Edit[] {
  return mergeEdits(allEdits(reading, numbers));
}

function allEdits({ text, structure, findings, nested }: Reading, numbers: SubjectNumbers): readonly Edit[] {
  const edits = findings.map((finding) => editOf(finding, structure));
  for (const { decoded, reading } of nested) {
    const inner = reading === null ? [DOCUMENT] : allEdits(reading, numbers);
    for (const edit of inner) {
      const outer = outerEdit(decoded, edit, structure);
      if (structure?.isMarkup === true) edits.push(...editsBetweenTags(text, outer));
      else edits.push(outer);
    }
  }
  if (!numbers.isEmpty) {
    const plain = normalized(text);
    const { found, fours } = numbers.sweep(plain);
    const all = { start: 0, end: plain.length };
    for (const finding of found) edits.push(...editsInValues(structure, plain, finding));
    for (const start of fours) {
      const { kind, span } = structure === null ? { kind: STRING, span: all } : valueAt(structure, start);
      if (kind !== STRING || span.start > start) continue;
      if (!isToldAsLastFour(plain.slice(span.start, span.end), start - span.start)) continue;
      edits.push(editOf({ ...LAST_FOUR, start, end: start + 4 }, structure));
    }
  }
  return edits.map((edit) => (isSecondHalf(text, edit.end) ? { ...edit, end: edit.end + 1 } : edit));
}

export function editOf(
  { start, end, rule, because, replacement = SSN_REPLACEMENT }: Finding,
  structure: Structure | null,
): Edit {
  return { start, end, replacement, rule, because, places: [{ structure, at: start }] };
}

function outerEdit(decoded: DecodedText, edit: Edit, structure: Structure | null): Edit {
  const { start, end, replacement } = decoded.toOuter(edit);
  return { ...edit, start, end, replacement, places: [{ structure, at: start }, ...edit.places] };
}

/** Digits of some scripts take two code units. */
function isSecondHalf(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** An edit of what is seen of markup, as edits that leave the tags within. */
function editsBetweenTags(markup: string, edit: Edit): readonly Edit[] {
  return betweenTags(markup, edit.start, edit.end).map(([start, end], i) => ({
    ...edit,
    start,
    end,
    replacement: i === 0 ? edit.replacement : '',
  }));
}

/** A document goes as a whole, wherever it stands: what replaces it is the note of its `DecodedText`. */
const DOCUMENT: Edit = {
  start: 0,
  end: 0,
  replacement: SSN_REPLACEMENT,
  rule: 'pattern',
  because: 'an encoded document',
  places: [],
};

/** The value, or the name, which is a string too, that a position lies in. */
function valueAt(structure: Structure, position: number): { kind: number; span: Span } {
  const entry = structure.entryAt(position);
  const isKey = structure.hasKey(entry) && position < structure.keyEnd(entry) && position >= structure.keyStart(entry);
  return isKey
    ? { kind: STRING, span: structure.keySpanOf(entry) }
    : { kind: structure.kindOf(entry), span: structure.spanOf(entry) };
}

/** Each run of digits in a value or a name by itself: what stands between values stays. */
function editsInValues(structure: Structure | null, text: string, finding: Finding): readonly Edit[] {
  if (structure === null) return [editOf(finding, null)];
  const edits: Edit[] = [];
  for (const { 0: run, index } of text.slice(finding.start, finding.end).matchAll(/\d+/g)) {
    const start = finding.start + index;
    const end = start + run.length;
    const { kind, span } = valueAt(structure, start);
    const last = edits.at(-1);
    if (kind === NUMBER) edits.push(editOf({ ...finding, ...span, replacement: `"${SSN_REPLACEMENT}"` }, structure));
    else if (last !== undefined && last.start >= span.start && end <= span.end)
      edits[edits.length - 1] = { ...last, end };
    else edits.push(editOf({ ...finding, start, end }, structure));
  }
  return edits;
}

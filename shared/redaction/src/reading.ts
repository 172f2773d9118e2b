import { InvalidError } from '@fundlens/runtime/errors';
import {
  classesOf,
  ESCAPED,
  isSuspicious,
  mayBeOdd,
  mayHoldBase64,
  mayHoldForm,
  mayNameSsn,
  mayNest,
  mayReadAsSsn,
} from './character-classes.ts';
import type { Span } from './digit-runs.ts';
import { type Edit, mergeEdits, movedBy, removal, valueRemoval } from './edits.ts';
import { nameThatSays } from './field-edits.ts';
import { type FieldFindings, judgeFields } from './field-rules.ts';
import type { LabelledFields } from './labelled-ids.ts';
import { parseJson } from './json-tokenizer.ts';
import {
  MAX_DEPTH,
  MAX_NESTED_READINGS,
  MAX_NESTED_WORK_PER_CHARACTER,
  MAX_VALUES,
  MIN_NESTED_WORK,
} from './limits.ts';
import { findInNumber } from './number-rules.ts';
import { mayBeOddlyWritten } from './odd-writings.ts';
import { findInSiblings } from './split-numbers.ts';
import { findHints, findNameHints, hasTextHint, hintFinder } from './ssn-hints.ts';
import type { SubjectNumbers } from './subject-numbers.ts';
import { mayHoldSubject } from './subject-spans.ts';
import { NO_MATCHES, type TextMatches } from './text-matches.ts';
import { collectFromText, findInText } from './text-rules.ts';
import { findSpans, hasForm, LONGEST_WHOLE } from './text-spans.ts';
import { NUMBER, STRING, type TokenIndex } from './token-index.ts';
import { markupParts } from './visible-text.ts';
import { hasBase64Run } from './unfold/base64.ts';
import { type DecodedText, decodeJsonString, IN_JSON_STRING, partOf } from './unfold/decoded-text.ts';
import { decodingsOf } from './unfold/decodings.ts';
import { mayBeQuotedPrintable } from './unfold/escapes.ts';
import { looksLikeXml, readXml } from './xml-tokenizer.ts';

/**
 * A text read once: its structure, if it has one, and the texts nested in it. Reading collects the subject numbers
 * (rules 1 and 2); `findEdits` then needs those of the whole event, so all texts of an event are read before the first
 * is edited.
 */
export type Reading = {
  readonly text: string;
  /** JSON: every string and key is read by itself. Otherwise the text is read as a whole, markup included. */
  readonly json: TokenIndex | null;
  /** XML: its elements and attributes, for numbers that are split over them. */
  readonly xml: TokenIndex | null;
  readonly fields: FieldFindings | null;
  /** What needs the rules for text: strings and keys of JSON, or the text as a whole. */
  readonly searched: readonly SearchedText[];
  /** Strings in which only the event's numbers may stand: where each begins and ends. */
  readonly plain: readonly number[];
  readonly nested: readonly {
    readonly decoded: DecodedText;
    readonly reading: Reading;
    readonly aboutSsn: string | null;
  }[];
};

/** A part of a text that the rules for text are asked about when all subject numbers are known. */
type SearchedText = {
  readonly start: number;
  readonly end: number;
  readonly aboutSsn: string | null;
  /** What was found when it was read. */
  readonly matches: TextMatches;
};

export type ReadingState = {
  readonly subjects: SubjectNumbers;
  /** Fields of forms that ask for an SSN, by their ids. */
  readonly labelledFields: LabelledFields;
  workLeft: number;
};

export function createReadingState(subjects: SubjectNumbers): ReadingState {
  return { subjects, labelledFields: new Map(), workLeft: MIN_NESTED_WORK };
}

/** Allows the work that a text of this length may cause. */
export function grantWork(state: ReadingState, length: number): void {
  state.workLeft += length * MAX_NESTED_WORK_PER_CHARACTER;
}

/** Reads a text that may be anything. `level`: how many readings it lies within. */
export function readText(text: string, state: ReadingState, level: number): Reading {
  state.workLeft -= text.length;
  const classes = classesOf(text);
  if (!isSuspicious(classes)) return plainReading(text);
  if (level > MAX_NESTED_READINGS)
    throw new InvalidError('nested_too_deep', 'texts are nested too deeply in each other');
  if (state.workLeft < 0) throw new InvalidError('nested_too_much', 'nested texts take too long to read');
  const json = looksLikeJson(text) ? parseJson(text, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES }) : 'not_json';
  if (json === 'too_deep') throw new InvalidError('nested_too_deep', 'a nested JSON text is too deep');
  if (json === 'too_large') throw new InvalidError('nested_too_much', 'a nested JSON text has too many values');
  if (json !== 'not_json') return readJson(json, state, level);
  const spans = findSpans(text);
  const markup = looksLikeXml(text) ? markupParts(text, spans.hints) : [];
  const isWhole = markup.some(([start, end]) => start === 0 && end === text.length);
  const whole = isWhole ? readMarkup(text, state, spans.hints) : null;
  const matches = collectFromText(text, spans, state.subjects);
  const nested: Nested[] = [];
  if (!isWhole) {
    for (const span of markup) {
      const decoded = partOf(text, span);
      nested.push({
        decoded,
        reading: { ...plainReading(decoded.text), ...readMarkup(decoded.text, state) },
        aboutSsn: null,
      });
    }
  }
  for (const decoded of decodingsOf(text, classes, spans)) {
    const reading = decoded.isDocument ? DOCUMENT : readText(decoded.text, state, level + 1);
    nested.push({ decoded, reading, aboutSsn: null });
  }
  const searched = [{ start: 0, end: text.length, aboutSsn: null, matches }];
  return { ...plainReading(text), ...whole, searched, nested };
}

type Nested = Reading['nested'][number];

/** The elements and attributes of a text, and what their names and labels say. */
function readMarkup(
  text: string,
  { subjects, labelledFields }: ReadingState,
  known = findHints(text),
): Pick<Reading, 'xml' | 'fields'> {
  const xml = readXml(text);
  const hints = findNameHints(text, true, known);
  return { xml, fields: judgeFields(xml, { subjects, outer: 0, hints, labelledFields }) };
}

/** A text in which nothing can be found, without structure and without others in it. */
function plainReading(text: string): Reading {
  return { text, json: null, xml: null, fields: null, searched: [], plain: NO_PARTS, nested: [] };
}

const NO_PARTS: readonly number[] = [];

const DOCUMENT: Reading = {
  ...plainReading(''),
  searched: [
    {
      start: 0,
      end: 0,
      aboutSsn: null,
      matches: { ...NO_MATCHES, found: [removal(0, 0, 'pattern', 'an encoded document')] },
    },
  ],
};

/** Reads JSON text of which the structure is known. `outer`: what the name of the field that holds it says. */
export function readJson(json: TokenIndex, state: ReadingState, level: number, outer = 0): Reading {
  const hints = nameHintsOf(json);
  const judged = { ...state, outer, hints };
  const fields = judgeFields(json, judged);
  const knownFields = state.labelledFields.size;
  const hintsIn = hintFinder(hints);
  const searched: SearchedText[] = [];
  const plain: number[] = [];
  const nested: { decoded: DecodedText; reading: Reading; aboutSsn: string | null }[] = [];
  const nest = (decoded: DecodedText, aboutSsn: string | null): void => {
    nested.push({ decoded, reading: readText(decoded.text, state, level + 1), aboutSsn });
  };
  const readString = (start: number, end: number, classes: number, aboutSsn: string | null): void => {
    if (!mayNest(classes) && !isEncoded(start, end, classes)) {
      if (!mayReadAsSsn(classes) && !isOddlyWritten(json.text, [start, end], classes)) return;
      const part = json.text.slice(start, end);
      if (mayBeQuotedPrintable(part)) {
        nest(partOf(json.text, [start, end], IN_JSON_STRING), aboutSsn);
        return;
      }
      const isLong = end - start > LONGEST_WHOLE;
      const known = isLong || hasTextHint(part) ? findHints(part) : hintsIn(start, end);
      if (aboutSsn === null && known.length === 0 && !isLong && !hasForm(part)) {
        plain.push(start, end);
        return;
      }
      const matches = collectFromText(part, findSpans(part, known), state.subjects);
      searched.push({ start, end, aboutSsn, matches });
      return;
    }
    nest(decodeJsonString(json.text, [start, end], (classes & ESCAPED) !== 0), aboutSsn);
  };
  /** Codes and types are long words that repeat. */
  const encodings = new Map<string, boolean>();
  const isEncoded = (start: number, end: number, classes: number): boolean => {
    if (!mayHoldBase64(classes)) return false;
    if (end - start > MAX_CODE) return hasBase64Run(json.text, start, end);
    const word = json.text.slice(start, end);
    const known = encodings.get(word) ?? hasBase64Run(word);
    encodings.set(word, known);
    return known;
  };
  /** Names repeat: one in which nothing can be found is looked at once. */
  const plainNames = new Uint8Array(json.names.length);
  for (let entry = 0; entry < json.length; entry++) {
    const name = json.nameOf(entry);
    if (name >= 0 && plainNames[name] === 0) {
      const before = nested.length + searched.length + plain.length;
      readString(json.keyStart(entry), json.keyEnd(entry), json.keyClasses(entry), null);
      if (nested.length + searched.length + plain.length === before) plainNames[name] = 1;
    }
    if (json.kindOf(entry) !== STRING) continue;
    const classes = json.classesOf(entry);
    if (mayHoldForm(classes) && !mayNest(classes) && hintsIn(json.startOf(entry), json.endOf(entry)).length > 0) {
      const form = readForm(json, entry, state, level + 1);
      if (form !== null) nested.push(form);
      if (form !== null) continue;
    }
    if (!isSuspicious(classes) || fields.replaced.has(entry)) continue;
    if (fields.otherForms.has(entry)) {
      const [start, end] = [json.startOf(entry), json.endOf(entry)];
      searched.push({ start, end, aboutSsn: null, matches: NO_MATCHES });
      continue;
    }
    const aboutSsn = fields.aboutSsn.has(entry) ? (nameThatSays(json, entry) ?? 'the text before') : null;
    readString(json.startOf(entry), json.endOf(entry), classes, aboutSsn);
  }
  // A form in a nested text, and its answers here.
  if (state.labelledFields.size > knownFields) fields.edits.push(...judgeFields(json, judged).edits);
  return { text: json.text, json, xml: null, fields, searched, plain, nested };
}

/** A form without numbers in it, as JSON in a string: its answers stand elsewhere. */
function readForm(outer: TokenIndex, entry: number, state: ReadingState, level: number): Nested | null {
  const decoded = decodeJsonString(outer.text, [outer.startOf(entry), outer.endOf(entry)], true);
  const json = parseJson(decoded.text, { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES });
  return typeof json === 'string' ? null : { decoded, reading: readJson(json, state, level), aboutSsn: null };
}

/** A longer string is a text. */
const MAX_CODE = 64;

/** Where names and labels may say anything of SSNs. A text in a string is searched when it is read. */
function nameHintsOf(json: TokenIndex): readonly number[] {
  const isOdd = mayBeOdd(json.classes);
  if (json.text.length <= LONGEST_WHOLE) return findNameHints(json.text, isOdd);
  const hints: number[] = [];
  let from = 0;
  const search = (to: number): void => {
    for (const hint of findNameHints(json.text.slice(from, to), isOdd)) hints.push(from + hint);
  };
  for (let entry = 0; entry < json.length; entry++) {
    if (json.kindOf(entry) !== STRING || json.lengthOf(entry) <= LONGEST_WHOLE) continue;
    search(json.startOf(entry));
    from = json.endOf(entry);
  }
  search(json.text.length);
  return hints;
}

/** Whether a part of a text may hold another text. */
function nests(text: string, start: number, end: number, classes: number): boolean {
  return mayNest(classes) || (mayHoldBase64(classes) && hasBase64Run(text, start, end));
}

/** Whether a part of a text may be a number in words beside words about SSNs. */
function isOddlyWritten(text: string, span: Span, classes: number): boolean {
  return mayNameSsn(classes) && mayBeOddlyWritten(text.slice(...span));
}

/** Whether nothing can be found in a text but numbers that are known: until there are any, it need not be read. */
export function isHarmlessText(text: string, classes: number): boolean {
  return findSpans(text).spans.length === 0 && !nests(text, 0, text.length, classes);
}

const PLAIN_STRING = /^"[^"\\\p{Cc}]*"$/u;

/** Whether JSON text is one string without escapes in which nothing can be found: it need not be read. */
export function isHarmlessString(json: string): boolean {
  const end = json.length - 1;
  const classes = classesOf(json, 1, end);
  if (mayReadAsSsn(classes) || !PLAIN_STRING.test(json) || nests(json, 1, end, classes)) return false;
  return !isOddlyWritten(json, [1, end], classes);
}

/** Rules 3, 4 and 5, and what reading found by 1 and 2: in order, disjoint. */
export function findEdits(reading: Reading, subjects: SubjectNumbers, aboutSsn: string | null): readonly Edit[] {
  const { text, json, xml, fields, searched, plain, nested } = reading;
  const edits: Edit[] = fields === null ? [] : [...fields.edits];
  for (const { start, end, aboutSsn: named, matches } of searched) {
    const isWhole = start === 0 && end === text.length;
    const part = isWhole ? text : text.slice(start, end);
    for (const edit of findInText(part, { subjects, aboutSsn: named ?? aboutSsn }, matches)) {
      edits.push(movedBy(start, edit));
    }
  }
  if (aboutSsn !== null || !subjects.isEmpty()) {
    for (let i = 0; i < plain.length; i += 2) {
      const [start, end] = [plain[i] as number, plain[i + 1] as number];
      if (aboutSsn === null && !mayHoldSubject(text, [start, end], subjects)) continue;
      for (const edit of findInText(text.slice(start, end), { subjects, aboutSsn }, NO_MATCHES)) {
        edits.push(movedBy(start, edit));
      }
    }
  }
  if (!subjects.isEmpty()) {
    if (json !== null) findInValues(json, fields, subjects, edits);
    if (xml !== null) for (const edit of findInSiblings(xml, subjects)) edits.push(edit);
  }
  for (const { decoded, reading: inner, aboutSsn: named } of nested) {
    for (const edit of findEdits(inner, subjects, named ?? aboutSsn)) edits.push(decoded.toOuter(edit));
  }
  return mergeEdits(edits);
}

function findInValues(json: TokenIndex, fields: FieldFindings | null, subjects: SubjectNumbers, edits: Edit[]): void {
  for (let entry = 0; entry < json.length; entry++) {
    if (json.kindOf(entry) !== NUMBER) continue;
    if (json.lengthOf(entry) < 7 || fields?.replaced.has(entry)) continue;
    if (findInNumber(json.spelling(entry), subjects)) edits.push(valueRemoval(json, entry, 'subject'));
  }
  for (const edit of findInSiblings(json, subjects)) edits.push(edit);
}

/** JSON text in a string begins with a bracket or, stored twice as a string, with a quote. */
function looksLikeJson(text: string): boolean {
  return /^\s*[{["]/.test(text);
}

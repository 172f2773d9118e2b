import { InvalidError } from '@fundlens/runtime/errors';
import { type Edit, type Finding, mergeEdits, type Span, shifted } from './edits.ts';
import { CONTEXTS, type Fields, readFields } from './evidence/fields.ts';
import { isToldAsLastFour } from './evidence/last-fours.ts';
import { readPlainText } from './evidence/plain-text.ts';
import { BARE_FIELD, hasSpokenNumber } from './evidence/prose.ts';
import type { Questions } from './evidence/questions.ts';
import { Reader } from './evidence/reader.ts';
import { readReplies } from './evidence/replies.ts';
import { hasMask } from './forms.ts';
import { CODE, digitsIn, type Flags, flagsOf, GROUPED, LETTERS, MASK, PARTED, SPELLED } from './index/flags.ts';
import { jsonSpans, readJson } from './index/json.ts';
import { looksLikeMarkup, readMarkup } from './index/markup.ts';
import { NUMBER, STRING, type Structure } from './index/structure.ts';
import { betweenTags, VISIBLE } from './index/visible-text.ts';
import { MAX_NESTED_READINGS, MAX_NESTED_WORK_PER_CHARACTER, MIN_NESTED_WORK, SSN_REPLACEMENT } from './limits.ts';
import { MAY_NAME, readName } from './names.ts';
import { normalized } from './normalized.ts';
import { SubjectNumbers } from './subjects.ts';
import { hidesText, readBase64 } from './unfold/base64.ts';
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

type Nested = { readonly decoded: DecodedText; readonly reading: Reading };

function newReading(text: string, structure: Structure | null = null, fields: Fields | null = null): Reading {
  return { text, structure, fields, findings: [], nested: [] };
}

const MAY_BE_JSON = /^\s*[{["]/;
/** Attributes of drawings: coordinates. */
const DRAWS = /^(?:d|points|viewBox|transform|values|stroke-dasharray)$/;

/** Reads the texts of one event. `about`: words outside of a text that speak of a number. */
export class TextReader {
  readonly numbers: SubjectNumbers;
  readonly #questions: Questions = new Map();
  #workLeft = MIN_NESTED_WORK;
  /** How many texts the one that is read lies within. */
  #level = 0;

  constructor(numbers = new SubjectNumbers()) {
    this.numbers = numbers;
  }

  /** Allows the work that a text of this length may cause. */
  grant(length: number): void {
    this.#workLeft += length * MAX_NESTED_WORK_PER_CHARACTER;
  }

  /** Reads a text that may be anything. */
  read(text: string, about: string | null): Reading {
    this.#workLeft -= text.length;
    const reading = newReading(text);
    if (isPlain(text, about)) return reading;
    if (this.#level > MAX_NESTED_READINGS)
      throw new InvalidError('too_deep', 'texts are nested too deeply in each other');
    if (this.#workLeft < 0) throw new InvalidError('too_large', 'nested texts take too long to read');
    const json = MAY_BE_JSON.test(text) ? readJson(text) : 'not_json';
    if (json === 'too_deep') throw new InvalidError(json, 'a nested JSON text is too deep');
    if (json === 'too_large') throw new InvalidError(json, 'a nested JSON text has too many values');
    const outer = about === BARE_FIELD ? CONTEXTS.custom : 0;
    if (json !== 'not_json') return this.readStructure(json, about, outer);
    const markup = looksLikeMarkup(text) ? readMarkup(text) : null;
    if (markup !== null && markup.length > 0) return this.readStructure(markup, about, outer);
    this.#add(reading, readPlainText(text, about));
    this.#unfold(reading, about);
    return reading;
  }

  /** Reads JSON or markup of which the structure is known. `outer`: what the name of the field that holds it says. */
  readStructure(structure: Structure, about: string | null, outer: number): Reading {
    const { text, isMarkup } = structure;
    const reader = new Reader(structure);
    const fields = readFields(reader, outer, this.#questions);
    const reading = newReading(text, structure, fields);
    this.#add(reading, [...fields.findings, ...readReplies(reader, fields.settled)]);
    if (!isMarkup) this.#readNames(reading, structure);
    for (let entry = 0; entry < structure.length; entry++) {
      if (structure.kindOf(entry) !== STRING || fields.settled.has(entry)) continue;
      const said = fields.about.get(entry);
      const isShown =
        isMarkup && (isAttribute(structure, entry) ? DRAWS.test(structure.keyOf(entry)) : said === undefined);
      if (isShown) continue;
      const outside = said ?? (outer === 0 ? about : null);
      this.#readPart(reading, structure.spanOf(entry), structure.flagsOf(entry), outside);
    }
    if (isMarkup) this.#readShown(reading, structure, about);
    return reading;
  }

  /** Names that may have a number in them. */
  #readNames(reading: Reading, structure: Structure): void {
    const flagsOfNames = structure.names.map((name) => flagsOf(name, 0, name.length));
    if (!flagsOfNames.some(mayHaveNumber)) return;
    for (let entry = 0; entry < structure.length; entry++) {
      const flags = flagsOfNames[structure.nameOf(entry)] ?? 0;
      if (mayHaveNumber(flags)) this.#readPart(reading, structure.keySpanOf(entry), flags, null);
    }
  }

  /** Of XML or HTML: what a person reads, and what stands in comments and damaged tags. Values that were judged are `settled`. */
  #readShown(reading: Reading, structure: Structure, about: string | null): void {
    const { text, fields } = reading;
    const isSettled = ({ start, end }: Span): boolean => {
      const entry = structure.entryAt(start);
      return fields?.settled.has(entry) === true && structure.startOf(entry) <= start && structure.endOf(entry) >= end;
    };
    for (const { start, end } of structure.unseen) {
      const found = shifted(readPlainText(text.slice(start, end), null), start);
      this.#add(
        reading,
        found.filter((finding) => !isSettled(finding)),
      );
    }
    const visible = decodeEscapes(text, VISIBLE);
    const inner = newReading(visible.text);
    const found = readPlainText(visible.text, about).filter(
      (finding) => !isSettled(visible.toOuter(editOf(finding, null))),
    );
    this.#add(inner, found);
    this.#unfold(inner, about);
    reading.nested.push({ decoded: visible, reading: inner });
  }

  /** Reads a string, or a name, if it may hold anything. */
  #readPart(reading: Reading, span: Span, flags: Flags, about: string | null): void {
    const { text, structure } = reading;
    // Most letters in a row are words or keys and spell nothing.
    if ((flags & SPELLED) !== 0 || ((flags & CODE) !== 0 && hidesText(text.slice(span.start, span.end))))
      this.#readNested(
        reading,
        structure?.isMarkup === true ? partOf(text, span) : decodeJsonString(text, span),
        about,
      );
    else if (mayHold(text, span, flags & ~CODE, about))
      this.#add(reading, shifted(readPlainText(text.slice(span.start, span.end), about), span.start));
  }

  #readNested({ nested }: Reading, decoded: DecodedText, about: string | null): void {
    this.#level++;
    nested.push({ decoded, reading: this.read(decoded.text, about) });
    this.#level--;
  }

  #unfold(reading: Reading, about: string | null): void {
    const { texts, documents } = readBase64(reading.text);
    this.#readJsonWithin(reading, about);
    this.#add(reading, documents);
    for (const decoded of [...unfoldings(reading.text), ...texts]) this.#readNested(reading, decoded, about);
  }

  /** JSON among other text. */
  #readJsonWithin({ text, nested }: Reading, about: string | null): void {
    for (const span of jsonSpans(text)) {
      const decoded = partOf(text, span);
      const json = readJson(decoded.text);
      if (typeof json === 'string') continue;
      this.#workLeft -= decoded.text.length;
      nested.push({ decoded, reading: this.readStructure(json, about, 0) });
    }
  }

  /** Takes the answers to questions that were read later, in another text of the event. */
  readAnswers(reading: Reading): void {
    if (reading.fields !== null) this.#add(reading, reading.fields.readAnswers(this.#questions));
    for (const { reading: inner } of reading.nested) this.readAnswers(inner);
  }

  /** What was found when the text was read, and the numbers of the event, whatever text named them: in order, disjoint. */
  editsOf(reading: Reading): readonly Edit[] {
    const isClean = this.numbers.isEmpty && reading.findings.length === 0 && reading.nested.length === 0;
    return isClean ? [] : mergeEdits(allEdits(reading, this.numbers));
  }

  #add(reading: Reading, findings: readonly Finding[]): void {
    for (const finding of findings) {
      reading.findings.push(finding);
      if (finding.digits !== null) this.numbers.add(finding.digits, finding.because);
    }
  }
}

function mayHaveNumber(flags: Flags): boolean {
  return digitsIn(flags) >= LEAST_TOLD || (flags & SPELLED) !== 0;
}

function isAttribute(structure: Structure, entry: number): boolean {
  return structure.hasKey(entry) && structure.text.charCodeAt(structure.keyStart(entry) - 1) !== 0x3c;
}

/** Of a number that is masked, or that words tell about; fewer stand among words for digits. */
const LEAST_TOLD = 4;

const TELEPHONE = String.raw`(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-]?)\d{3}[ .-]?\d{4}`;
const ZIP_PLUS_4 = String.raw`\d{5}-\d{4}`;
const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const INSTANT = String.raw`\d{4}-\d\d-\d\dT[\d:.]{5,18}(?:Z|[+-]\d\d:?\d\d)?`;
/** What most fields with nine digits or more hold. None of their groups are a number's: to read them finds nothing. */
const COMMON = new RegExp(`^(?:${[TELEPHONE, ZIP_PLUS_4, UUID, INSTANT].join('|')})$`, 'i');

/** Whether a part of a text may hold anything: a number, one that words tell about, a masked one, or another text. */
function mayHold(text: string, { start, end }: Span, flags: Flags, about: string | null): boolean {
  if ((flags & (SPELLED | CODE)) !== 0) return true;
  const digits = digitsIn(flags);
  if (about !== null && digits > 0) return true;
  if (digits < NINE && (flags & (LETTERS | MASK)) === 0) return false;
  const part = text.slice(start, end);
  if (digits < LEAST_TOLD && ((flags & PARTED) === 0 || !hasSpokenNumber(part))) return false;
  if (digits >= NINE && (flags & GROUPED) !== 0) return !COMMON.test(part);
  const isMasked = digits >= LEAST_TOLD && (flags & MASK) !== 0 && (flags & PARTED) !== 0 && hasMask(part);
  // A single run of digits has the form of a number, and nothing but words says so.
  return isMasked || MAY_NAME.test(part);
}

const NINE = 9;

/** Longer texts are not expected to be plain. */
const MAX_PLAIN = 1024;

/** Whether a text can hold nothing but a number of the event. */
export function isPlain(text: string, about: string | null): boolean {
  const all = { start: 0, end: text.length };
  return text.length <= MAX_PLAIN && !mayHold(text, all, flagsOf(text, 0, text.length), about);
}

const LAST_FOUR = { digits: null, rule: 'subject', because: 'the last four of a number' } as const;

function allEdits({ text, structure, findings, nested }: Reading, numbers: SubjectNumbers): readonly Edit[] {
  const edits = findings.map((finding) => editOf(finding, structure));
  for (const { decoded, reading } of nested) {
    for (const edit of allEdits(reading, numbers)) {
      const outer = outerEdit(decoded, edit, structure);
      if (structure?.isMarkup === true) edits.push(...editsBetweenTags(text, outer));
      else edits.push(outer);
    }
  }
  if (!numbers.isEmpty) {
    const plain = normalized(text);
    const { found, fours } = numbers.sweep(plain);
    // Most stand where they were found.
    const known = new Map(findings.map(({ start, end }) => [start, end]));
    for (const finding of found)
      if ((known.get(finding.start) ?? 0) < finding.end) edits.push(...editsInValues(structure, plain, finding));
    for (const start of fours) {
      const { from, span } = valueAt(structure, plain, start);
      if (
        span.start > start ||
        nested.some((inner) => isInJson(inner, start)) ||
        !isToldAsLastFour(plain.slice(from, span.end), start - from)
      )
        continue;
      edits.push(...editsInValues(structure, plain, { ...LAST_FOUR, start, end: start + 4 }));
    }
  }
  return edits.map((edit) => (isSecondHalf(text, edit.end) ? { ...edit, end: edit.end + 1 } : edit));
}

/** In JSON within a text a number needs quotes, and has been looked at there. */
function isInJson({ decoded, reading: { text, structure } }: Nested, at: number): boolean {
  if (structure?.strings !== 'json') return false;
  const { start, end } = decoded.toOuter(editOf({ ...LAST_FOUR, start: 0, end: text.length }, null));
  return start <= at && at < end;
}

function editOf(
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
  return betweenTags(markup, edit).map((piece, i) => ({
    ...edit,
    ...piece,
    replacement: i === 0 ? edit.replacement : '',
  }));
}

/**
 * The value, or the name, which is a string too, that a position lies in, and where what tells of its last four begins; of a text
 * without structure, all of it.
 */
function valueAt(
  structure: Structure | null,
  text: string,
  position: number,
): { kind: number; span: Span; from: number } {
  if (structure === null) return { kind: STRING, span: { start: 0, end: text.length }, from: 0 };
  const entry = structure.entryAt(position);
  const name = structure.keySpanOf(entry);
  const isKey = structure.hasKey(entry) && position < name.end && position >= name.start;
  const from = isKey || readName(structure.keyOf(entry)).four ? name.start : structure.startOf(entry);
  return isKey
    ? { kind: STRING, span: name, from }
    : { kind: structure.kindOf(entry), span: structure.spanOf(entry), from };
}

/** What stands between the digits of a number that one replacement stands for: no word, and no sign of JSON, markup or parameters. */
const BETWEEN = /^[^\p{L}<>"'=&,:[\]{}]*$/u;

/** Each run of digits in a value or a name by itself, if more than signs stand between two: values, tags and names stay. */
function editsInValues(structure: Structure | null, text: string, finding: Finding): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { 0: run, index } of text.slice(finding.start, finding.end).matchAll(/\d+/g)) {
    const start = finding.start + index;
    const end = start + run.length;
    const { kind, span } = valueAt(structure, text, start);
    const last = edits.at(-1);
    if (kind === NUMBER) edits.push(editOf({ ...finding, ...span, replacement: `"${SSN_REPLACEMENT}"` }, structure));
    else if (
      last !== undefined &&
      last.start >= span.start &&
      end <= span.end &&
      BETWEEN.test(text.slice(last.end, start))
    )
      edits[edits.length - 1] = { ...last, end };
    else edits.push(editOf({ ...finding, start, end }, structure));
  }
  return edits;
}

import { type Finding, type Span, shifted } from './edits.ts';
import { CONTEXTS } from './evidence/fields.ts';
import { asksForNumber } from './evidence/prose.ts';
import { namesOther } from './evidence/prose-words.ts';
import { ARRAY, NUMBER, OBJECT, STRING, type Structure } from './index/structure.ts';
import { judge } from './judge.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { readLabel, readName } from './names.ts';
import { normalized } from './normalized.ts';
import { editOf, type Reading } from './reading.ts';
import { readNumber, readValue } from './values.ts';

/** What the name that a location gives a custom field, or its id, says of all that is in it. */
export function contextOf(name: string, id: string): number {
  return namesNumber(id) ? CONTEXTS.sure : contextOfName(name);
}

function contextOfName(name: string): number {
  if (namesNumber(name)) return CONTEXTS.sure;
  const label = readLabel(name);
  if (label === 'taxpayer') return CONTEXTS.taxpayer;
  if (label === 'likely' || label === 'about' || label === 'part') return CONTEXTS.likely;
  // A question or a remark is no label.
  return label === null && asksForNumber(normalized(name)) ? CONTEXTS.likely : 0;
}

function namesNumber(text: string): boolean {
  const label = readLabel(text);
  return label === 'sure' || label === 'last-four' || readName(text).says === 'sure';
}

/** Whether nine digits of a field are known to be no SSN: by the keep list, or by a name that says that they are an employer's. */
export function isKept(id: string, name: string, keepList: ReadonlySet<string>): boolean {
  return keepList.has(id) || namesEmployerId(name);
}

function namesEmployerId(name: string): boolean {
  const label = readLabel(name);
  return (label === null || label === 'employer') && EMPLOYER_ID.test(name);
}

/** A federal tax id may be the person's, who is the contact. */
const EMPLOYER_ID = /\bf?ein\b|employer|(?:business|company|corporate)\W{0,3}(?:fed\w*\W{0,3})?tax|duns/i;

const BECAUSE = 'nine digits in a custom field';
const NUMBER_OR_DATE =
  /(?<![.\-\p{L}\d])(?:(?<number>\d{9}|\d{3}-\d\d-\d{4})|\d{1,4}([-/.])\d{1,2}\2\d{1,4})(?![\d.]\d|[-\d])/gu;
const WORDS = /^[\p{L}\s'’.,:;()/&|-]{0,96}$/u;
/** A name of one or two letters, or the digits that it holds. */
const NO_NAME = /^(?!(?:id|ss)$)[a-z]{1,2}\d?$|^\d+$/i;
/** Marks on a scale have fewer kinds of digits, and three bureaus give three scores. */
const LEAST_KINDS = 4;
const SCORES = /^[^\d]*[3-8]\d\d\D+[3-8]\d\d\D+[3-8]\d\d[^\d]*$/;

/**
 * Operators type numbers into CRM custom fields of any name: nine digits that are the value, or stand in it among a few words.
 * Lists and objects around a single value and its encodings do not matter.
 */
export function findBareNumbers({ text, structure, nested }: Reading): readonly Finding[] {
  if (structure === null) {
    const found = inText(text, 0);
    return found.length > 0 ? found : nested.flatMap((inner) => inNested(inner, [{ start: 0, end: text.length }]));
  }
  const values = soleValues(structure);
  const spans = values.map((entry) => structure.spanOf(entry));
  return [
    ...values.flatMap((entry) => inValue(structure, entry)),
    ...inLists(structure, values),
    ...nested.flatMap((inner) => inNested(inner, spans)),
  ];
}

/** In a text that spells all of a value. */
function inNested({ decoded, reading }: Reading['nested'][number], spans: readonly Span[]): readonly Finding[] {
  if (reading === null) return [];
  const outer = (finding: Finding): Finding => {
    const edit = decoded.toOuter(editOf(finding, null));
    return { ...finding, start: edit.start, end: edit.end, replacement: edit.replacement };
  };
  const all = outer(findingOf({ start: 0, end: decoded.text.length }, ''));
  const isWhole = spans.some(({ start, end }) => all.start <= start + 1 && all.end >= end - 1);
  return isWhole ? findBareNumbers(reading).map(outer) : [];
}

function findingOf(span: Span, digits: string, replacement = SSN_REPLACEMENT): Finding {
  return { ...span, digits: digits.length === 9 ? digits : null, rule: 'custom_field', because: BECAUSE, replacement };
}

/** All of a value. */
function wholly(structure: Structure, entry: number, digits: string): Finding {
  return findingOf(structure.spanOf(entry), digits, structure.replacementOf(entry));
}

function inValue(structure: Structure, entry: number): readonly Finding[] {
  const found: Finding[] = [];
  const key = structure.keyOf(entry);
  if (/^\d{3}\D?\d{2}\D?\d{4}$/.test(key)) found.push(findingOf(structure.keySpanOf(entry), readValue(key).digits));
  const spelling = structure.spelling(entry);
  if (structure.kindOf(entry) === NUMBER) {
    const { form, digits } = readNumber(spelling);
    if (judge(form, 'custom-field')) found.push(wholly(structure, entry, digits));
  } else if (structure.kindOf(entry) === STRING) {
    // A field may hold markup, in which a backslash is a sign like any other.
    const isEscaped = structure.strings === 'json' && spelling.includes('\\');
    const text = isEscaped ? (JSON.parse(`"${spelling}"`) as string) : spelling;
    if (text === spelling) found.push(...inText(text, structure.startOf(entry)));
    else if (bareSpans(text)[0]?.end === text.length) found.push(wholly(structure, entry, readValue(text).digits));
  }
  return found;
}

function inText(text: string, start: number): readonly Finding[] {
  const found = bareSpans(text).map((span) => findingOf(span, readValue(text.slice(span.start, span.end)).digits));
  return shifted(found, start);
}

/** Where the numbers of a value stand: all of it, or each among words that say whose it is, or that it was seen. */
function bareSpans(text: string): readonly Span[] {
  if (text.length > 256) return [];
  if (isBare(text)) return [{ start: 0, end: text.length }];
  if (!WORDS.test(text.replace(NUMBER_OR_DATE, ' '))) return [];
  const found = [...text.matchAll(NUMBER_OR_DATE)];
  const words = (at: number): string => {
    const before = found[at - 1];
    return text.slice(before === undefined ? 0 : before.index + before[0].length, found[at]?.index);
  };
  return found.flatMap(({ 0: { length }, groups, index }, at): Span[] =>
    groups?.number === undefined || namesOther(words(at)) || namesOther(words(at + 1))
      ? []
      : [{ start: index, end: index + length }],
  );
}

function isBare(text: string): boolean {
  const { form, digits } = readValue(text);
  if (!judge(form, 'custom-field') || form === 'masked' || SCORES.test(text)) return false;
  if (form === 'nine' && text.replace(/\D/g, '').length > 9 && !/[.eE]/.test(text)) return false;
  return form !== 'grouped' || (!/[^\d\s"'=.-]/.test(text) && new Set(digits).size >= LEAST_KINDS);
}

/** The value itself, items of lists, and what an object holds that holds nothing else and does not say what it is. */
function soleValues(structure: Structure): readonly number[] {
  const values: number[] = [];
  const isSole = new Uint8Array(structure.length);
  for (let entry = 0; entry < structure.length; entry++) {
    const parent = structure.parentOf(entry);
    if (parent >= 0 && isSole[parent] === 0) continue;
    if (parent >= 0 && structure.kindOf(parent) === OBJECT && !isUnsaid(structure, parent, entry)) continue;
    isSole[entry] = 1;
    if (!structure.isContainer(entry)) values.push(entry);
  }
  return values;
}

function isUnsaid(structure: Structure, object: number, member: number): boolean {
  if (structure.nextOf(member) !== structure.nextOf(object) || member !== object + 1) return false;
  const name = readName(structure.keyOf(member));
  return name.other === null && ((name.valueOf === '' && !name.isId) || NO_NAME.test(structure.keyOf(member)));
}

/** Lists whose items only together are a number: texts of three, two and four digits, or digit by digit. */
function inLists(structure: Structure, values: readonly number[]): readonly Finding[] {
  const items = values.filter(
    (entry) => structure.lengthOf(entry) < 5 && structure.kindOf(structure.parentOf(entry)) === ARRAY,
  );
  return [...Map.groupBy(items, (entry) => structure.parentOf(entry)).values()].flatMap((parts) => {
    const isDigits = parts.every((entry) => structure.lengthOf(entry) === 1);
    const isTexts = parts.every((entry) => structure.kindOf(entry) === STRING);
    const number = parts.map((entry) => structure.spelling(entry)).join(isDigits ? ' ' : '-');
    if (!(isDigits || isTexts) || !isBare(number)) return [];
    return parts.map((entry) => wholly(structure, entry, ''));
  });
}

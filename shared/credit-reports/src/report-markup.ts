/**
 * Scores in reports that were stored as markup inside JSON, because an importer could not parse them. No XML parser: only
 * the few elements that hold scores are looked at, in time linear in the text, whatever is wrong with the rest of it.
 */

/** The elements that bureaus and mergers keep a score in, whatever their letter case and prefix. */
const SCORE_ELEMENT =
  /<(?:[\w.-]{1,32}:)?(CreditScore|CREDIT_SCORE|CREDIT_SCORE_DETAIL|addOnProduct|RiskModel)(?=[\s/>])/gi;
const ELEMENT = /<([\w.:-]{1,64})([^<>]{0,500})>([^<]{0,200})/g;
const ATTRIBUTE = /([\w.:-]{1,64})\s{0,4}=\s{0,4}(?:"([^"<]{0,200})"|'([^'<]{0,200})')/g;

/** Far more than a report has; bounds the work on a text that is no report. */
const MAX_ELEMENTS = 200;
const MAX_TAG_CHARACTERS = 2_000;
/** Factors and reasons follow the score; what it is of stands before them. */
const MAX_CONTENT_CHARACTERS = 4_000;

/** An element as JSON has it: attributes and the elements below as members, those without attributes as their text. */
export type MarkupNode = { readonly [name: string]: MarkupValue | readonly MarkupValue[] };
type MarkupValue = string | MarkupNode;

export function looksLikeMarkup(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

/** The elements that may hold scores, by name, in the order of the text. The elements below them are flattened. */
export function scoreElements(text: string): { readonly [name: string]: readonly MarkupNode[] } {
  const found = new Map<string, MarkupNode[]>();
  let elements = 0;
  for (const match of text.matchAll(SCORE_ELEMENT)) {
    if (elements === MAX_ELEMENTS) break;
    elements += 1;
    const name = match[1] ?? '';
    const node = elementAt(text, match.index + match[0].length, name);
    if (node !== null) found.set(name, [...(found.get(name) ?? []), node]);
  }
  return Object.fromEntries(found);
}

/** @param start where the attributes begin. */
function elementAt(text: string, start: number, name: string): MarkupNode | null {
  const rest = text.slice(start, start + MAX_TAG_CHARACTERS + MAX_CONTENT_CHARACTERS);
  const end = rest.indexOf('>');
  if (end === -1 || end > MAX_TAG_CHARACTERS) return null;
  const attributes = attributesOf(rest.slice(0, end));
  if (rest[end - 1] === '/') return attributes;
  return { ...attributes, ...elementsIn(contentUntil(rest.slice(end + 1, end + 1 + MAX_CONTENT_CHARACTERS), name)) };
}

/** The content of an element that is not closed ends where the next one of its name begins. */
function contentUntil(content: string, name: string): string {
  const lower = content.toLowerCase();
  const ends = [`</${name.toLowerCase()}>`, `:${name.toLowerCase()}>`, `<${name.toLowerCase()}`]
    .map((end) => lower.indexOf(end))
    .filter((index) => index !== -1);
  return content.slice(0, Math.min(content.length, ...ends));
}

function elementsIn(content: string): MarkupNode {
  const members: Record<string, MarkupValue | MarkupValue[]> = Object.create(null);
  for (const [, name = '', tag = '', text = ''] of content.matchAll(ELEMENT)) {
    const attributes = attributesOf(tag);
    const member = localName(name);
    const value = Object.keys(attributes).length > 0 ? attributes : text.trim();
    const before = members[member];
    if (before === undefined) members[member] = value;
    else if (Array.isArray(before)) before.push(value);
    else members[member] = [before, value];
  }
  return members;
}

function attributesOf(tag: string): MarkupNode {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    attributes[localName(name)] ??= double ?? single ?? '';
  }
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

import { markupText, readMarkup } from '@fundlens/redaction/index/markup';
import { remembering } from '@fundlens/redaction/remembering';

/**
 * Walks a stored report of any shape: bureaus and resellers deliver the same things under other names and in other
 * nestings, with or without `@` and `_`, single children as objects and several as lists, as JSON or XML inside text.
 */

export type Scalar = string | number | boolean;

/** MISMO 3 keeps its liabilities at level 16. */
const MAX_DEPTH = 48;
/** Reports are also stored as text inside JSON, to be parsed twice or more. */
const MAX_NESTED_TEXTS = 1_000;
/** Nothing shorter is a report. */
const MIN_NESTED_CHARACTERS = 16;

/** Longer ones are of no schema. */
const MAX_REMEMBERED_CHARACTERS = 80;

/** The same function of a name, a date or a word, of which reports have the same again and again. */
export const rememberingWords = <T>(make: (word: string) => T) => remembering(make, MAX_REMEMBERED_CHARACTERS);

/** The name without what shapes add to it: `@_FirstName`, `_FIRST_NAME` and `firstName` are one. */
export const plainName = rememberingWords((name) => name.replaceAll(/[@_#$-]/g, '').toLowerCase());

/** An object or a list of a report. */
export type Node = { readonly [name: string]: unknown };

export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object';
}

/** A member of an object. */
export type Member = {
  /** Plain. */
  readonly name: string;
  readonly value: unknown;
  /** The object. */
  readonly holder: Node;
  /** Whether it belongs to what was asked of the bureau, not to what was answered. */
  readonly isAsked: boolean;
};

/** Under these stands what was asked of the bureau. */
const ASKED = new Set(['request', 'originalinputs', 'input', 'creditrequest', 'requestdata', 'consumerpii']);

/**
 * Calls `visit` for every member of every object, parents first, in the order of the report; below a member for which it
 * returns true it looks at nothing.
 * @returns whether some text is markup
 */
export function walkReport(root: unknown, visit: (member: Member) => boolean): boolean {
  let nested = 0;
  let markup = false;
  const look = (node: unknown, depth: number, isAsked: boolean): void => {
    if (depth === MAX_DEPTH) return;
    if (typeof node === 'string') {
      if (node.length < MIN_NESTED_CHARACTERS || !/^\s{0,100}[{["<]/.test(node)) return;
      const isMarkup = /^\s*</.test(node);
      markup ||= isMarkup;
      nested += 1;
      if (nested <= MAX_NESTED_TEXTS) look(isMarkup ? markupNode(node) : parsedJson(node), depth + 1, isAsked);
    } else if (Array.isArray(node)) {
      for (const item of node) look(item, depth + 1, isAsked);
    } else if (isNode(node)) {
      const within: Member[] = [];
      for (const written in node) {
        const name = plainName(written);
        const member = { name, value: node[written], holder: node, isAsked: isAsked || ASKED.has(name) };
        if (!visit(member) && (isNode(member.value) || typeof member.value === 'string')) within.push(member);
      }
      for (const member of within) look(member.value, depth + 1, member.isAsked);
    }
  };
  look(root, 0, false);
  return markup;
}

/** Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type MarkupNode = { [name: string]: unknown };

/** Markup as the nodes that its JSON would have: several children of one name are a list, names have no prefix. */
function markupNode(text: string): MarkupNode {
  const index = readMarkup(text);
  const newNode = (): MarkupNode => Object.create(null);
  const root = newNode();
  const nodes = new Map([[-1, root]]);
  for (let entry = 0; entry < index.length; entry += 1) {
    const parent = nodes.get(index.parentOf(entry)) ?? root;
    const key = index.hasKey(entry) ? index.keyOf(entry) : '#text';
    const name = key.slice(key.lastIndexOf(':') + 1);
    const node = index.isContainer(entry) ? newNode() : null;
    if (node !== null) nodes.set(entry, node);
    const value = node ?? markupText(index, entry);
    const before = parent[name];
    if (before === undefined) parent[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else parent[name] = [before, value];
  }
  return root;
}

export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

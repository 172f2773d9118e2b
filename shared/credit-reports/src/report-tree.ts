import { markupText, readMarkup } from '@fundlens/redaction/index/markup';

/**
 * Walks a stored report of any shape: bureaus and resellers deliver the same things under other names and in other
 * nestings, with or without `@` and `_`, single children as objects and several as lists, as JSON or XML inside text.
 */

export type Scalar = string | number | boolean;

/** A report of the largest size has fewer values; this bounds the walk, not what a real report may hold. */
const MAX_NODES = 2_000_000;
/** MISMO 3 keeps its liabilities at level 16. */
const MAX_DEPTH = 48;
/** Reports are also stored as text inside JSON, to be parsed twice or more. */
const MAX_NESTED_TEXTS = 1_000;
/** Nothing shorter is a report. */
const MIN_NESTED_CHARACTERS = 16;

/** Reports repeat a few hundred names. */
const MAX_REMEMBERED_NAMES = 2_000;
const MAX_REMEMBERED_CHARACTERS = 80;
const rememberedNames = new Map<string, string>();

/** The name without what shapes add to it: `@_FirstName`, `_FIRST_NAME` and `firstName` are one. */
export function plainName(name: string): string {
  const known = rememberedNames.get(name);
  if (known !== undefined) return known;
  const plain = name.replaceAll(/[@_#$-]/g, '').toLowerCase();
  if (name.length > MAX_REMEMBERED_CHARACTERS) return plain;
  if (rememberedNames.size === MAX_REMEMBERED_NAMES) rememberedNames.clear();
  rememberedNames.set(name, plain);
  return plain;
}

/** A member of an object. */
export type Member = {
  /** Plain. */
  readonly name: string;
  readonly value: unknown;
  /** The object. */
  readonly holder: object;
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
  // An explicit stack: reports nest as deep as the redactor allows, and a walk must not exhaust the call stack.
  const pending: { node: unknown; depth: number; isAsked: boolean }[] = [{ node: root, depth: 0, isAsked: false }];
  let nested = 0;
  let markup = false;
  for (let visited = 0; visited < MAX_NODES; visited += 1) {
    const branch = pending.pop();
    if (branch === undefined) break;
    const { node, depth } = branch;
    if (node === null || depth === MAX_DEPTH) continue;
    const children: typeof pending = [];
    const add = (child: unknown, isAsked: boolean) => {
      if (mayHoldMore(child)) children.push({ node: child, depth: depth + 1, isAsked });
    };
    if (typeof node === 'string') {
      markup ||= isMarkup(node);
      nested += 1;
      if (nested <= MAX_NESTED_TEXTS) add(parsedText(node), branch.isAsked);
    } else if (Array.isArray(node)) {
      for (const item of node) add(item, branch.isAsked);
    } else if (typeof node === 'object') {
      for (const [written, value] of Object.entries(node)) {
        const name = plainName(written);
        const isAsked = branch.isAsked || ASKED.has(name);
        if (!visit({ name, value, holder: node, isAsked })) add(value, isAsked);
      }
    }
    for (let child = children.pop(); child !== undefined; child = children.pop()) pending.push(child);
  }
  return markup;
}

function mayHoldMore(value: unknown): boolean {
  if (typeof value !== 'string') return value !== null && typeof value === 'object';
  return value.length >= MIN_NESTED_CHARACTERS && /^\s{0,100}[{["<]/.test(value);
}

function isMarkup(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

/** Null when the text is neither JSON nor markup. */
function parsedText(text: string): unknown {
  if (isMarkup(text)) return markupNode(text);
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return null;
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

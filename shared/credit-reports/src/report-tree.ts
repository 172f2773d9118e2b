import { readXml } from './report-xml.ts';

/**
 * Walks a stored report of any shape: bureaus and resellers deliver the same things under other names and in other
 * nestings, with or without `@` and `_`, single children as objects and several as lists, as text inside text.
 */

export type Scalar = string | number | boolean;

/** The scalars of an object by path, e.g. `subscriber.name.unparsed`; of a list its first item counts. */
export type Leaves = ReadonlyMap<string, Scalar>;

/** A report of the largest size has fewer values; this bounds the walk, not what a real report may hold. */
const MAX_NODES = 2_000_000;
/** MISMO 3 keeps its liabilities at level 16. */
const MAX_DEPTH = 48;
/** Reports are also stored as text inside JSON, to be parsed twice or more. */
const MAX_NESTED_TEXTS = 1_000;
/** Nothing shorter is a report. */
const MIN_NESTED_CHARACTERS = 16;
const MAX_LEAVES = 400;
const MAX_LEAF_DEPTH = 6;
/** Months of a payment history. */
const MAX_CODES = 120;

/** Members that hold the text of an element whose attributes stand beside it. */
const ELEMENT_TEXT = new Set(['#text', '$', '$t']);

/** The name without what shapes add to it: `@_FirstName`, `_FIRST_NAME` and `firstName` are one. */
export function plainName(name: string): string {
  return name.replaceAll(/[@_#$-]/g, '').toLowerCase();
}

/** Whether what was found in the node is all that it holds, its children are to be looked at too, or nothing more is. */
export type Visit = (name: string, value: unknown, asked: boolean) => 'done' | 'deeper' | 'stop';
/** With the object that has the member. */
type VisitMember = (...member: [...Parameters<Visit>, holder: object]) => ReturnType<Visit>;

export type Walk = {
  /** Whether some text looked like markup, which is read as XML: what of it is not XML is not seen. */
  readonly markup: boolean;
};

/**
 * Calls `visit` for every member of every object, parents first, in the order of the report.
 * @param isAsked names of members under which stands what was asked for, not what was answered.
 */
export function walkReport(root: unknown, isAsked: (name: string) => boolean, visit: VisitMember): Walk {
  const names = new Map<string, string>();
  const plain = (name: string) => {
    const known = names.get(name) ?? plainName(name);
    names.set(name, known);
    return known;
  };
  // An explicit stack: reports nest as deep as the redactor allows, and a walk must not exhaust the call stack.
  const pending: { node: unknown; depth: number; asked: boolean }[] = [{ node: root, depth: 0, asked: false }];
  let nested = 0;
  let markup = false;
  for (let visited = 0; visited < MAX_NODES; visited += 1) {
    const branch = pending.pop();
    if (branch === undefined) break;
    const { node, depth, asked } = branch;
    if (typeof node === 'string') {
      markup ||= looksLikeMarkup(node);
      if (nested === MAX_NESTED_TEXTS || depth === MAX_DEPTH) continue;
      nested += 1;
      pending.push({ node: parsedText(node), depth: depth + 1, asked });
    }
    if (node === null || typeof node !== 'object' || depth === MAX_DEPTH) continue;
    const children: typeof pending = [];
    if (Array.isArray(node)) {
      for (const item of node) if (mayHoldMore(item)) children.push({ node: item, depth: depth + 1, asked });
    } else {
      for (const [name, value] of Object.entries(node)) {
        const member = plain(name);
        const underAsked = asked || isAsked(member);
        const found = visit(member, value, underAsked, node);
        if (found === 'stop') return { markup };
        if (found === 'done' || !mayHoldMore(value)) continue;
        children.push({ node: value, depth: depth + 1, asked: underAsked });
      }
    }
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index];
      if (child !== undefined) pending.push(child);
    }
  }
  return { markup };
}

function mayHoldMore(value: unknown): boolean {
  if (typeof value !== 'string') return value !== null && typeof value === 'object';
  return value.length >= MIN_NESTED_CHARACTERS && /^\s{0,100}[{["<]/.test(value);
}

function looksLikeMarkup(text: string): boolean {
  return /^\s{0,100}</.test(text);
}

/** Null when the text is neither JSON nor markup. */
function parsedText(text: string): unknown {
  if (looksLikeMarkup(text)) return readXml(text);
  if (!/^\s{0,100}[{["]/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return null;
  }
}

export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** A scalar is a leaf without name. */
export function leavesOf(node: unknown): Leaves {
  const leaves = new Map<string, Scalar>();
  collect(node, '', 0, leaves);
  return leaves;
}

function collect(node: unknown, path: string, depth: number, leaves: Map<string, Scalar>): void {
  if (leaves.size >= MAX_LEAVES || depth > MAX_LEAF_DEPTH) return;
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') {
    if (node !== '' && !leaves.has(path)) leaves.set(path, node);
  } else if (Array.isArray(node)) {
    const codes = joinedCodes(node);
    collect(codes ?? node[0], path, depth + 1, leaves);
  } else if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      const member = ELEMENT_TEXT.has(name) ? '' : plainName(name);
      collect(value, [path, member].filter((part) => part !== '').join('.'), depth + 1, leaves);
    }
  }
}

/** Paths that are looked for, as a tree of plain names: what no path leads to is passed over. */
export type PathTree = { readonly path: string; wanted: boolean; readonly below: Map<string, PathTree> };

export function pathTree(paths: Iterable<string>): PathTree {
  const root: PathTree = { path: '', wanted: false, below: new Map() };
  for (const path of paths) {
    let tree = root;
    for (const name of path.split('.')) {
      const next = tree.below.get(name) ?? { path: joinedPath(tree.path, name), wanted: false, below: new Map() };
      tree.below.set(name, next);
      tree = next;
    }
    tree.wanted = true;
  }
  return root;
}

function joinedPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** What `leavesOf` finds at the paths of the tree, at a fraction of the work. */
export function leavesAt(node: unknown, tree: PathTree): Leaves {
  const leaves = new Map<string, Scalar>();
  collectAt(node, tree, 0, leaves);
  return leaves;
}

function collectAt(node: unknown, tree: PathTree, depth: number, leaves: Map<string, Scalar>): void {
  if (depth > MAX_LEAF_DEPTH) return;
  if (typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean') {
    if (tree.wanted && node !== '' && !leaves.has(tree.path)) leaves.set(tree.path, node);
  } else if (Array.isArray(node)) {
    collectAt(joinedCodes(node) ?? node[0], tree, depth + 1, leaves);
  } else if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      const next = ELEMENT_TEXT.has(name) ? tree : tree.below.get(rememberedPlainName(name));
      if (next !== undefined) collectAt(value, next, depth + 1, leaves);
    }
  }
}

/** Rows of reports repeat a few hundred names. */
const MAX_REMEMBERED_NAMES = 2_000;
const MAX_REMEMBERED_CHARACTERS = 80;
const rememberedNames = new Map<string, string>();

function rememberedPlainName(name: string): string {
  const known = rememberedNames.get(name);
  if (known !== undefined) return known;
  const plain = plainName(name);
  if (name.length > MAX_REMEMBERED_CHARACTERS) return plain;
  if (rememberedNames.size === MAX_REMEMBERED_NAMES) rememberedNames.clear();
  rememberedNames.set(name, plain);
  return plain;
}

/** A history that is written as one object per month: `[{code: "C"}, {code: "1"}]` is `C1`. */
function joinedCodes(list: readonly unknown[]): string | null {
  if (list.length < 2) return null;
  const codes: string[] = [];
  for (const item of list.slice(0, MAX_CODES)) {
    const code = item !== null && typeof item === 'object' && 'code' in item ? item.code : null;
    if (typeof code !== 'string' || code.length !== 1) return null;
    codes.push(code);
  }
  return codes.join('');
}

/** The value at the first of the paths that leads to one. */
export function firstOf(leaves: Leaves, paths: readonly string[]): Scalar | null {
  for (const path of paths) {
    const value = leaves.get(path);
    if (value !== undefined) return value;
  }
  return null;
}

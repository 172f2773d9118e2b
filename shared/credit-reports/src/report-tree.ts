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
const MAX_LEAF_DEPTH = 6;
/** Months of a payment history. */
const MAX_CODES = 120;

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

/** Paths that are looked for, as a tree of plain names: what no path leads to is passed over. The root is the empty path. */
export type PathTree = { readonly path: string; isWanted: boolean; readonly below: Map<string, PathTree> };

export function pathTree(paths: Iterable<string>): PathTree {
  const root: PathTree = { path: '', isWanted: false, below: new Map() };
  for (const path of paths) {
    let tree = root;
    for (const name of path === '' ? [] : path.split('.')) {
      const below = tree.path === '' ? name : `${tree.path}.${name}`;
      const next = tree.below.get(name) ?? { path: below, isWanted: false, below: new Map() };
      tree.below.set(name, next);
      tree = next;
    }
    tree.isWanted = true;
  }
  return root;
}

/** The scalars at the paths of a tree, e.g. `subscriber.name.unparsed`; of a list its first item counts. */
export type Leaves = ReadonlyMap<string, Scalar>;

export function leavesAt(node: unknown, tree: PathTree): Leaves {
  const leaves = new Map<string, Scalar>();
  collect(node, tree, 0, leaves);
  return leaves;
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** Members that only hold more of what they stand in: the text of an element, and nodes that shapes put around values. */
const TRANSPARENT = new Set(['#text', '$', '$t']);
const WRAPPERS = /^credit(?:liability|score|inquiry|publicrecord)detail$|^grantedtrade$/;
/** MISMO 3 begins names with the name of what they belong to. */
const OWNER = /^credit(?:liability|score|inquiry|publicrecord)(?=.)/;
/** What a value is in, where it is stated as a node of its own: words before codes. */
const VALUE_MEMBERS = ['description', 'text', 'unparsed', 'fullname', 'abbreviation', 'symbol', 'code'];

function collect(node: unknown, tree: PathTree, depth: number, leaves: Map<string, Scalar>): void {
  if (depth > MAX_LEAF_DEPTH) return;
  if (isScalar(node)) {
    // What is stated empty may be stated again under another writing of its name.
    if (tree.isWanted && (leaves.get(tree.path) ?? '') === '') leaves.set(tree.path, node);
  } else if (Array.isArray(node)) {
    const codes = tree.below.has('code') ? null : joinedCodes(node);
    collect(codes ?? node[0], tree, depth + 1, leaves);
  } else if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      const next = TRANSPARENT.has(name) ? tree : below(tree, plainName(name));
      if (next !== undefined) collect(value, next, depth + 1, leaves);
    }
    if (tree.isWanted && tree.path !== '' && !leaves.has(tree.path)) {
      const value = statedIn(node);
      if (value !== undefined) leaves.set(tree.path, value);
    }
  }
}

function below(tree: PathTree, name: string): PathTree | undefined {
  if (WRAPPERS.test(name)) return tree;
  return tree.below.get(name) ?? tree.below.get(name.replace(OWNER, ''));
}

function statedIn(node: object): Scalar | undefined {
  const members = new Map(Object.entries(node).map(([name, value]) => [plainName(name), value]));
  const name = VALUE_MEMBERS.find((each) => isScalar(members.get(each)));
  return name === undefined ? undefined : members.get(name);
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

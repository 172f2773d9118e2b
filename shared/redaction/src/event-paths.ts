import type { EventShape } from './event-shape.ts';

export type FieldRole = 'text' | 'identity' | 'opaque' | 'json_bytes' | 'json_text' | 'dropped';

/** The fields of an event type as a tree; what is not in it is text. */
export type PathNode = {
  readonly role: FieldRole;
  readonly members: ReadonlyMap<string, PathNode>;
};

export const UNLISTED: PathNode = { role: 'text', members: new Map() };

/** How a path names the items of an array. */
export const ITEMS = '[]';

const trees = new WeakMap<EventShape, PathNode>();

/** The tree of a shape, built once per shape. */
export function pathTree(shape: EventShape): PathNode {
  const known = trees.get(shape);
  if (known !== undefined) return known;
  const root: MutableNode = { role: 'text', members: new Map() };
  const rolePaths: readonly (readonly [FieldRole, readonly string[]])[] = [
    ['identity', shape.identityPaths],
    ['opaque', shape.opaquePaths],
    ['json_bytes', shape.jsonBytesPaths],
    ['json_text', shape.jsonTextPaths],
    ['dropped', shape.droppedPaths],
  ];
  for (const [role, paths] of rolePaths) for (const path of paths) nodeAt(root, path).role = role;
  trees.set(shape, root);
  return root;
}

type MutableNode = { role: FieldRole; members: Map<string, MutableNode> };

function nodeAt(root: MutableNode, path: string): MutableNode {
  let node = root;
  for (const step of path.replaceAll(ITEMS, `.${ITEMS}`).split('.')) {
    const next = node.members.get(step) ?? { role: 'text', members: new Map() };
    node.members.set(step, next);
    node = next;
  }
  return node;
}

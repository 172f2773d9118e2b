declare const redactedBrand: unique symbol;

/** An event that went through `redactEvent`: writers accept nothing else. */
export type Redacted<T> = T & { readonly [redactedBrand]: true };

/**
 * What the redactor must know about the fields of one event type. Paths use dots, and `[]` for the items of an array
 * (`meta.eventId`, `stages[].stageId`). A string at no listed path is free text and is redacted as such.
 */
export type EventShape = {
  /** Identities: never rewritten. One that reads as an SSN makes the event invalid (`id_reads_as_ssn`). */
  identityPaths: readonly string[];
  /** Values of a fixed, non-personal grammar that validation has checked (token hash, uuid, closed vocabulary): left alone. */
  opaquePaths: readonly string[];
  /** Bytes holding UTF-8 JSON text (the report): redacted as text, every other byte stays. */
  jsonBytesPaths: readonly string[];
  /** Strings holding JSON text (`customFields[].valueJson`): redacted as JSON text. */
  jsonTextPaths: readonly string[];
  /** Removed from the event. Those whose name says SSN feed the subject numbers first. */
  droppedPaths: readonly string[];
};

export type RedactionOptions = {
  /** Ids of CRM custom fields whose nine-digit values are known not to be SSNs. */
  customFieldKeepList: ReadonlySet<string>;
};

type FieldRole = 'text' | 'identity' | 'opaque' | 'json_bytes' | 'json_text' | 'dropped';

/** The fields of an event type as a tree; what is not in it is text. */
export type PathNode = { role: FieldRole; readonly members: Map<string, PathNode> };

export const UNLISTED: PathNode = { role: 'text', members: new Map() };

/** How a path names the items of an array. */
export const ITEMS = '[]';

const trees = new WeakMap<EventShape, PathNode>();

/** The tree of a shape, built once per shape. */
export function pathTree(shape: EventShape): PathNode {
  const known = trees.get(shape);
  if (known !== undefined) return known;
  const root: PathNode = { role: 'text', members: new Map() };
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

function nodeAt(root: PathNode, path: string): PathNode {
  let node = root;
  for (const step of path.replaceAll(ITEMS, `.${ITEMS}`).split('.')) {
    const next: PathNode = node.members.get(step) ?? { role: 'text', members: new Map() };
    node.members.set(step, next);
    node = next;
  }
  return node;
}

/**
 * Reports that an importer stored as the XML it got, read into the nodes that their JSON would have: elements and
 * attributes are members, several children of one name a list. Not a validator: what is wrong with a text does not keep
 * the rest of it from being read, in time linear in its length.
 */
export type XmlNode = { [name: string]: XmlValue };
type XmlValue = string | XmlNode | (string | XmlNode)[];

/** A report of the largest size has fewer. */
const MAX_ELEMENTS = 200_000;
/** Deeper than any layout; elements below are passed over. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 100;

/** Every alternative ends before the next `<`, so none is tried over the same text twice. */
const MARKUP =
  /<!--[^<]*?-->|<!\[CDATA\[([^<]*?)\]\]>|<[?!][^<>]*>|<\/([\w.:-]{1,100})\s*>|<([A-Za-z_][\w.:-]{0,99})((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;
const ATTRIBUTE = /([\w.:-]{1,100})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;

type Open = { readonly name: string; readonly node: XmlNode; text: string };

/** Whatever the text holds; a node without members when it is no markup. */
export function readXml(text: string): XmlNode {
  const root: Open = { name: '', node: Object.create(null), text: '' };
  const open: Open[] = [root];
  const top = () => open.at(-1) ?? root;
  let elements = 0;
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    top().text += text.slice(end, match.index) + (match[1] ?? '');
    end = match.index + match[0].length;
    const [, , closed, opened, inTag = ''] = match;
    if (closed !== undefined) close(open, localName(closed));
    if (opened === undefined) continue;
    elements += 1;
    if (elements > MAX_ELEMENTS) break;
    const element: Open = { name: localName(opened), node: attributesIn(inTag), text: '' };
    if (inTag.endsWith('/')) add(top().node, element);
    else if (open.length < MAX_DEPTH) open.push(element);
  }
  if (elements <= MAX_ELEMENTS) top().text += text.slice(end);
  while (open.length > 1) closeLast(open);
  return root.node;
}

/** Elements that were never closed end with the one around them; an end without a beginning is passed over. */
function close(open: Open[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name);
  if (at < 1) return;
  while (open.length > at) closeLast(open);
}

function closeLast(open: Open[]): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element !== undefined && parent !== undefined) add(parent.node, element);
}

function add(parent: XmlNode, { name, node, text }: Open): void {
  const words = decoded(text).trim();
  const hasMembers = Object.keys(node).length > 0;
  if (hasMembers && words !== '') node['#text'] = words;
  const value = hasMembers ? node : words;
  const before = parent[name];
  if (before === undefined) parent[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else parent[name] = [before, value];
}

function attributesIn(tag: string): XmlNode {
  const node: XmlNode = Object.create(null);
  let count = 0;
  for (const [, name = '', double, single] of tag.matchAll(ATTRIBUTE)) {
    if (count === MAX_ATTRIBUTES) break;
    count += 1;
    node[localName(name)] ??= decoded(double ?? single ?? '');
  }
  return node;
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function decoded(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}

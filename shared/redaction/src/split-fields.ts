import { digitValue } from './characters.ts';
import { ITEMS, type PathNode, UNLISTED } from './event-paths.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { findInTexts } from './split-numbers.ts';
import type { SubjectNumbers } from './subject-numbers.ts';

type Members = Record<string, unknown>;

/** A string of an event that may be rewritten. */
type Field = {
  readonly holder: Members;
  readonly key: string;
  readonly path: string;
  readonly value: string;
  readonly isJson: boolean;
};

/**
 * Rule 3 on the fields of an event that one after the other are a subject number: `tags: ["123","45","6789"]`, a first
 * and a last name, the values of custom fields. Changes the copy of an event.
 *
 * @param erased told the path of each field that was rewritten
 * @returns how many fields were rewritten
 */
export function eraseSplitNumbers(
  copy: Members,
  tree: PathNode,
  subjects: SubjectNumbers,
  erased?: (path: string) => void,
): number {
  const fields: Field[] = [];
  collect(copy, { node: tree, path: '' }, fields);
  const texts = fields.map(({ value }) => value);
  const found = findInTexts(texts, subjects);
  for (const index of found) {
    const { holder, key, path, value, isJson } = fields[index] as Field;
    holder[key] = isJson ? `"${SSN_REPLACEMENT}"` : withoutDigits(value);
    erased?.(path);
  }
  return found.length;
}

type At = { readonly node: PathNode; readonly path: string };

function collect(holder: Members, { node, path: parent }: At, fields: Field[]): void {
  const isList = Array.isArray(holder);
  for (const key of Object.keys(holder)) {
    const value = holder[key];
    const member = node.members.get(isList ? ITEMS : key) ?? UNLISTED;
    const path = isList ? `${parent}${ITEMS}` : parent === '' ? key : `${parent}.${key}`;
    if (typeof value === 'string') {
      const isJson = member.role === 'json_text';
      if (isJson || member.role === 'text') fields.push({ holder, key, path, value, isJson });
    } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
      collect(value as Members, { node: member, path }, fields);
    }
  }
}

/** The text with a replacement for all from its first digit to its last. */
function withoutDigits(text: string): string {
  let from = -1;
  let to = 0;
  let at = 0;
  for (const character of text) {
    const isDigit = digitValue(character.codePointAt(0) as number) >= 0;
    if (isDigit && from < 0) from = at;
    at += character.length;
    if (isDigit) to = at;
  }
  return from < 0 ? text : text.slice(0, from) + SSN_REPLACEMENT + text.slice(to);
}

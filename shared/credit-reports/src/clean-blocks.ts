import { redactText } from '@fundlens/redaction/redact-text';
import type { Block } from './page-blocks.ts';

/**
 * The blocks without any number that the redactor would remove, alone, beside what stands in the same block, or beside what
 * stands in another one: on paper they are read together. A report was redacted when it was stored; this is the edge.
 */
export function cleanBlocks(blocks: readonly Block[]): readonly Block[] {
  return cleanTogether(blocks.map((block) => cleanTogether(withStrings(block, redactText))));
}

/** Where several strings make a number together, none of them keeps a digit. */
function cleanTogether<Value>(value: Value): Value {
  const strings: string[] = [];
  withStrings(value, (text) => {
    strings.push(text);
    return text;
  });
  const page = strings.join('\n');
  const redacted = redactText(page);
  if (redacted === page) return value;
  const lines = redacted.split('\n');
  if (lines.length !== strings.length) return withStrings(value, (text) => text.replaceAll(/\d/g, '*'));
  let line = 0;
  return withStrings(value, () => lines[line++] ?? '');
}

/** The same value with each of its strings changed, in their order. */
function withStrings<Value>(value: Value, change: (text: string) => string): Value;
function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withStrings<unknown>(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStrings<unknown>(member, change)]),
  );
}

import { redactText } from '@fundlens/redaction/redact-text';
import type { Block } from './page-blocks.ts';

/**
 * The blocks without any number that the redactor would remove, alone, beside what stands in the same block, or beside what
 * stands in another one: on paper they are read together. A report was redacted when it was stored; this is the edge.
 */
export function cleanBlocks(blocks: readonly Block[]): readonly Block[] {
  const known = new Map<string, string>();
  const clean = withStrings(blocks, (text) => {
    const redacted = known.get(text) ?? redactText(text);
    known.set(text, redacted);
    return redacted;
  });
  return isCleanTogether(clean) ? clean : cleanTogether(clean.map(cleanTogether));
}

function stringsOf(value: unknown): string[] {
  const strings: string[] = [];
  withStrings(value, (text) => {
    strings.push(text);
    return text;
  });
  return strings;
}

function isCleanTogether(value: unknown): boolean {
  const page = stringsOf(value).join('\n');
  return redactText(page) === page;
}

/** Where several strings make a number together, none of them keeps a digit. */
function cleanTogether<Value>(value: Value): Value {
  const strings = stringsOf(value);
  const lines = redactText(strings.join('\n')).split('\n');
  if (lines.length !== strings.length) return withStrings(value, (text) => text.replaceAll(/\d/g, '*'));
  let line = 0;
  return withStrings(value, () => lines[line++] ?? '');
}

/** The same value with each of its strings changed, in their order. Ratings are no texts of the report. */
function withStrings<Value>(value: Value, change: (text: string) => string): Value;
function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => withStrings<unknown>(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'ratings' ? member : withStrings<unknown>(member, change),
    ]),
  );
}

import { redactText } from '@fundlens/redaction/redact-text';
import type { Pages } from './page-tables.ts';

/** Amounts and dates as pages write them: most of what stands on pages, and never a part of a number. */
const WRITTEN_HERE = /^-?\$[\d,.]+$|^(?:\d\d\/){1,2}\d{4}$/;

/**
 * The pages without any number that the redactor would remove, alone, beside what stands in the same table, or beside what
 * stands in another one: on paper they are read together. A report was redacted when it was stored; this is the edge.
 */
export function cleanPages(pages: Pages): Pages {
  const strings = [...new Set(stringsOf(pages))].filter((text) => !WRITTEN_HERE.test(text));
  // Nearly always: what is stored is redacted.
  if (strings.every(isClean) && isClean(strings.join('\n'))) return pages;
  const apart = withStrings(pages, redactText);
  return cleanTogether({ ...apart, tables: apart.tables.map(cleanTogether) });
}

const isClean = (text: string) => redactText(text) === text;

/** In the order of `withStrings`. */
function stringsOf(value: unknown, into: string[] = []): string[] {
  if (typeof value === 'string') into.push(value);
  else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) stringsOf(each, into);
  return into;
}

/** Where several strings make a number together, none of them keeps a digit. */
function cleanTogether<Value>(value: Value): Value {
  const strings = stringsOf(value);
  const page = strings.join('\n');
  const clean = redactText(page);
  if (clean === page) return value;
  const lines = clean.split('\n');
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
  const changed = Object.entries(value).map(([name, member]) => [name, withStrings<unknown>(member, change)]);
  return Object.fromEntries(changed);
}

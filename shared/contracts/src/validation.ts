import { InvalidError } from '@fundlens/runtime/errors';
import { redactText } from '@fundlens/redaction/redact-text';
import { lookAlikes } from '@fundlens/runtime/look-alikes';
import { z } from 'zod';
import { definitionOf, type EventOf, type EventType } from './event-types.ts';
import { ruleCodes } from './definition/field-rules.ts';

/** One broken rule: where and which, never the value. */
export type EventIssue = { readonly code: string; readonly field: string; readonly rule: string };

/** An event that breaks rules of the contract; code, field and message are those of the first. */
export class InvalidEventError extends InvalidError {
  /** All of them, at most 20. */
  readonly issues: readonly EventIssue[];

  constructor(type: EventType, issues: readonly EventIssue[]) {
    const [{ code, field, rule } = { code: 'validation_failed', field: '', rule: 'is not valid' }] = issues;
    super(code, `${type}.${field}: ${rule}`, { field });
    this.issues = issues;
  }
}

/** An event of five hundred wrong items is one mistake made five hundred times. */
const MAX_ISSUES = 20;

/** @throws InvalidEventError with the rules that it breaks. */
export function validEvent<T extends EventType>(type: T, value: unknown): EventOf<T> {
  const result = definitionOf(type).schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => toIssues(type, issue));
  throw new InvalidEventError(type, issues.slice(0, MAX_ISSUES));
}

/** Neither our sentences nor the library's show anything of a value. */
function toIssues(type: EventType, issue: z.core.$ZodIssue): EventIssue[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownField(type, issue.path, name));
  const code = ruleCodes.get(issue.message) ?? 'validation_failed';
  return [{ code, field: z.core.toDotPath(issue.path), rule: issue.message }];
}

function unknownField(type: EventType, path: readonly PropertyKey[], name: string): EventIssue {
  const known = path.length === 0 ? definitionOf(type).avro.fields.map((field) => field.name) : [];
  const [meant] = lookAlikes(known, [name]).map((alike) => ` (${alike.meant}?)`);
  const rule = `is not a field of ${type}${meant ?? ''}`;
  return { code: 'validation_failed', field: z.core.toDotPath([...path, shownName(name)]), rule };
}

/** Longer names are data. */
const MAX_SHOWN_NAME = 48;

/** A name that the input has and the contract does not: shown to find it, but it may be anything. */
export function shownName(name: string): string {
  const shown = redactText(name).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= MAX_SHOWN_NAME ? shown : `${shown.slice(0, MAX_SHOWN_NAME - 1)}…`;
}

import { InvalidError } from '@fundlens/runtime/errors';
import { lookAlikes } from '@fundlens/runtime/look-alikes';
import type { z } from 'zod';
import { definitionOf, type EventOf, type EventType } from './event-types.ts';
import { ruleCodes } from './definition/field-rules.ts';
import { ruleOf, shownName } from './rule-sentences.ts';

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

/** The validated event, or the rules that it breaks (at most 20 of them). */
export function checkEvent<T extends EventType>(
  type: T,
  value: unknown,
): { readonly event: EventOf<T> } | { readonly issues: readonly EventIssue[] } {
  const result = definitionOf(type).schema.safeParse(value);
  if (result.success) return { event: result.data };
  const issues = result.error.issues.slice(0, MAX_ISSUES).flatMap((issue) => toIssues(type, issue, value));
  return { issues: issues.slice(0, MAX_ISSUES) };
}

/** @throws InvalidEventError with the rules that it breaks. */
export function validEvent<T extends EventType>(type: T, value: unknown): EventOf<T> {
  const checked = checkEvent(type, value);
  if ('event' in checked) return checked.event;
  throw new InvalidEventError(type, checked.issues);
}

function toIssues(type: EventType, issue: z.core.$ZodIssue, event: unknown): EventIssue[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((name) => unknownField(type, issue.path, name));
  const code = ruleCodes.get(issue.message) ?? 'validation_failed';
  const isMissing = issue.code === 'invalid_type' && at(event, issue.path) === undefined;
  return [{ code, field: pathOf(issue.path), rule: ruleOf(issue, isMissing) }];
}

function unknownField(type: EventType, path: readonly PropertyKey[], name: string): EventIssue {
  const known = path.length === 0 ? definitionOf(type).avro.fields.map((field) => field.name) : [];
  const [meant] = lookAlikes(known, [name]).map((alike) => ` (${alike.meant}?)`);
  const rule = `is not a field of ${type}${meant ?? ''}`;
  return { code: 'validation_failed', field: pathOf([...path, shownName(name)]), rule };
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

/** `stages[3].stageId` */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

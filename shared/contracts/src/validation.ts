import { InvalidError } from '@fundlens/runtime/errors';
import type { z } from 'zod';
import { definitionOf, type EventOf, type EventType } from './event-types.ts';
import { ruleCodes } from './field-rules.ts';

/** One broken rule: where and which, never the value. */
export type EventIssue = { readonly code: string; readonly field: string; readonly rule: string };

/** An event of five hundred wrong items is one mistake made five hundred times. */
const MAX_ISSUES = 20;

/** The validated event, or the rules that it breaks (at most 20 of them). */
export function checkEvent<T extends EventType>(
  type: T,
  value: unknown,
): { readonly event: EventOf<T> } | { readonly issues: readonly EventIssue[] } {
  const result = definitionOf(type).schema.safeParse(value);
  if (result.success) return { event: result.data };
  return { issues: result.error.issues.slice(0, MAX_ISSUES).map(toIssue) };
}

/**
 * The validated event.
 * @throws InvalidError with the code, field and rule of the first broken rule.
 */
export function validEvent<T extends EventType>(type: T, value: unknown): EventOf<T> {
  const checked = checkEvent(type, value);
  if ('event' in checked) return checked.event;
  const [first] = checked.issues;
  const { code, field, rule } = first ?? { code: 'validation_failed', field: '', rule: 'is not valid' };
  throw new InvalidError(code, `${type}.${field}: ${rule}`, { field });
}

function toIssue(issue: z.core.$ZodIssue): EventIssue {
  return { code: ruleCodes.get(issue.message) ?? 'validation_failed', field: pathOf(issue.path), rule: issue.message };
}

/** `stages[3].stageId` */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

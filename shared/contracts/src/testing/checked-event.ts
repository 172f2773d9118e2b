import type { EventOf, EventType } from '../event-types.ts';
import { type EventIssue, InvalidEventError, validEvent } from '../validation.ts';

/** The validated event, or the rules that it breaks. */
export function checkEvent<T extends EventType>(
  type: T,
  value: unknown,
): { readonly event: EventOf<T> } | { readonly issues: readonly EventIssue[] } {
  try {
    return { event: validEvent(type, value) };
  } catch (error) {
    if (error instanceof InvalidEventError) return { issues: error.issues };
    throw error;
  }
}

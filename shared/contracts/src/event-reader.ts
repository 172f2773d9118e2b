import type { Publishable } from './publisher.ts';
import type { EventIssue } from './validation.ts';

/** What an input holds at one place: an event, or the rules that it breaks. */
export type EventRead = {
  /** Which line, record or row, from 1. */
  readonly at: number;
  /** Of the input; what one read may hold is bounded by its reader. */
  readonly bytes: number;
} & ({ readonly publishable: Publishable } | { readonly issues: readonly EventIssue[] });

/** One way to write events down. Reading the same bytes again gives the same reads. */
export type EventReader = {
  /** What `at` counts. */
  readonly unit: 'line' | 'record' | 'row';
  /** @throws InvalidError when nothing behind a place can be read, or the input is of another form. */
  read(chunks: AsyncIterable<Buffer>): AsyncIterable<EventRead>;
};

export function refusedRead(at: number, code: string, rule: string): EventRead {
  return { at, bytes: 0, issues: [{ code, field: '', rule }] };
}

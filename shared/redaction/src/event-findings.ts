import type { RuleName } from './edits.ts';
import type { EventShape, RedactionOptions } from './event-shape.ts';
import { findingsOf } from './findings.ts';
import { type Change, EventWalk } from './redact-event.ts';
import type { SubjectNumbers } from './subjects.ts';

/** One value of an event that goes before anything is stored: by which rule, where it stood and why; never the value. */
export type EventFinding = {
  /** `dropped`: the contract has the field dropped, whatever it holds. */
  readonly rule: RuleName | 'dropped';
  /** `firstName`; ` > ` leads into the text of a field: `report > consumers[].ssn`. */
  readonly path: string;
  /** The words that decided; null when none did. */
  readonly because: string | null;
};

/**
 * What `redactEvent` would take from a validated event: one finding for each value that it counts, and one for each dropped
 * field with a value.
 *
 * @throws InvalidError as `redactEvent`
 */
export function findInEvent(event: object, shape: EventShape, options: RedactionOptions): readonly EventFinding[] {
  const walk = new EventWalk(shape, options);
  walk.redact(event as Record<string, unknown>);
  return walk.changes.flatMap((change) => findingsIn(change, walk.state.numbers));
}

function findingsIn({ kind, path, reading, edits }: Change, numbers: SubjectNumbers): readonly EventFinding[] {
  if (kind === 'dropped') return [{ rule: 'dropped', path, because: null }];
  if (kind === 'named') return [{ rule: 'key', path, because: path.slice(path.lastIndexOf('.') + 1) }];
  if (kind === 'split' || reading === null) return [{ rule: 'subject', path, because: 'split over fields' }];
  return findingsOf(reading.text, edits, numbers).map((finding) => ({
    ...finding,
    path: /^line \d+$/.test(finding.path) ? path : `${path} > ${finding.path}`,
  }));
}

import type { RuleName } from './edits.ts';
import type { EventShape, RedactionOptions } from './event-shape.ts';
import { findingsOf } from './findings.ts';
import { redactObserved } from './redact-event.ts';
import { createSubjectNumbers } from './subject-numbers.ts';

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
 * What `redactEvent` would take from a validated event, in the words of `findingsOf`. One finding for each value that it counts,
 * and one for each dropped field with a value.
 *
 * @throws InvalidError as `redactEvent`
 */
export function findInEvent(event: object, shape: EventShape, options: RedactionOptions): readonly EventFinding[] {
  const subjects = createSubjectNumbers();
  const findings: EventFinding[] = [];
  const edited: (() => readonly EventFinding[])[] = [];
  redactObserved(event, {
    ...{ shape, options, subjects },
    observer: {
      dropped: (path) => findings.push({ rule: 'dropped', path, because: null }),
      named: (path) => findings.push({ rule: 'key', path, because: path.slice(path.lastIndexOf('.') + 1) }),
      split: (path) => findings.push({ rule: 'subject', path, because: 'split over fields' }),
      // Described when all subject numbers are known: paths are cleaned with them.
      edited: (field, { reading, edits }) =>
        edited.push(() =>
          findingsOf(reading, edits, subjects).map(({ rule, path, because }) => ({
            rule,
            path: LINE.test(path) ? field : `${field} > ${path}`,
            because,
          })),
        ),
    },
  });
  return [...findings, ...edited.flatMap((describe) => describe())];
}

/** How `findingsOf` says where something stands in a text without structure. */
const LINE = /^line \d+$/;

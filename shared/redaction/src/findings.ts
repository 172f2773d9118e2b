import type { Edit, RuleName } from './edits.ts';
import type { EventShape, RedactionOptions } from './event-shape.ts';
import { ARRAY, Structure } from './index/structure.ts';
import { SSN_REPLACEMENT } from './limits.ts';
import { type Change, EventWalk } from './redact-event.ts';
import { redactText } from './redact-text.ts';
import type { SubjectNumbers } from './subjects.ts';

/** Where a number stood and which rule removed it; never the number, which is taken out of the path too. */
export type Finding = {
  readonly rule: RuleName;
  /** `consumers[].ssn`; ` > ` leads into a text within a text; `line 3` in text without structure. */
  readonly path: string;
  /** What decided, as it was noted while judging: `typeCode: SSN`. */
  readonly because: string;
};

/** A terminal shows a path in two lines at most. */
const MAX_PATH = 160;
/** Names of fields are words; what is longer is data. */
const MAX_NAME = 48;

/** One finding per edit of a text, for people: only the commands pay for it. */
export function findingsOf(text: string, edits: readonly Edit[], numbers: SubjectNumbers): readonly Finding[] {
  let line = 1;
  let counted = 0;
  return edits.map(({ rule, because, start, places }) => {
    for (; counted < start; counted++) if (text.charCodeAt(counted) === 0x0a) line++;
    const steps = places.flatMap(({ structure, at }) =>
      structure instanceof Structure ? pathTo(structure, at, edits) : [],
    );
    const path = steps.filter((step) => step !== '').join(' > ') || `line ${line}`;
    // Words need no digits to be told; a label may have the last four of its number.
    const words = redactText(because, numbers).replace(/\p{Nd}{2,}/gu, '#');
    return { rule, path: printable(redactText(path, numbers), MAX_PATH), because: printable(words, MAX_NAME) };
  });
}

function pathTo(structure: Structure, at: number, edits: readonly Edit[]): string {
  let path = '';
  for (let entry = structure.entryAt(at); entry >= 0; entry = structure.parentOf(entry)) {
    const parent = structure.parentOf(entry);
    const isItem = parent >= 0 && structure.kindOf(parent) === ARRAY;
    const step = structure.hasKey(entry) ? shownKey(structure, entry, edits) : isItem ? '[]' : '';
    if (step !== '') path = path === '' || path.startsWith('[') ? `${step}${path}` : `${step}.${path}`;
  }
  return path;
}

/** A name; one that was itself rewritten is not shown. */
function shownKey(structure: Structure, entry: number, edits: readonly Edit[]): string {
  const { start, end } = structure.keySpanOf(entry);
  const isRewritten = edits.some(({ places }) =>
    places.some((place) => place.structure === structure && place.at < end && place.at >= start),
  );
  return isRewritten ? SSN_REPLACEMENT : printable(redactText(structure.keyOf(entry)), MAX_NAME);
}

/** Nothing that moves a terminal's cursor or hides in it. */
function printable(text: string, length: number): string {
  const shown = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}');
  return shown.length <= length ? shown : `${shown.slice(0, length - 1)}…`;
}

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
  return walk.changes.flatMap((change) => findingsIn(change, walk.reader.numbers));
}

function findingsIn(change: Change, numbers: SubjectNumbers): readonly EventFinding[] {
  if ('rule' in change) return [change];
  const { path, text, edits } = change;
  return findingsOf(text, edits, numbers).map((finding) => ({
    ...finding,
    path: /^line \d+$/.test(finding.path) ? path : `${path} > ${finding.path}`,
  }));
}

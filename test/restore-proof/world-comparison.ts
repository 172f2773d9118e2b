import { documentDifference } from '@fundlens/projection/fold/document-difference';
import type { DeadLetter } from '@fundlens/read-models/dead-letter';
import type { StoredState } from '../invariants/stored-state.ts';

/** What a restored world has otherwise than one that was never restored, one line each. */
export type WorldDifferences = {
  /** It lacks these. */
  readonly lost: readonly string[];
  /** It has these, or counts them, once more. */
  readonly doubled: readonly string[];
  /** Both have them, with other content. */
  readonly different: readonly string[];
};

/** Compares document by document: slots, index fields and views, dead letters, dashboards and positions. */
export function compareWorlds(control: StoredState, restored: StoredState): WorldDifferences {
  const parts = [
    compareAll(control.documents, restored.documents, documentDifference),
    compareAll(letters(control), letters(restored), textDifference),
    compareAll(windows(control), windows(restored), (found, expected) => (found === expected ? null : 'sums differ')),
    compareAll(positions(control), positions(restored), textDifference),
  ];
  return {
    lost: parts.flatMap(({ lost }) => lost),
    doubled: parts.flatMap(({ doubled }) => doubled),
    different: parts.flatMap(({ different }) => different),
  };
}

function compareAll<T>(
  control: ReadonlyMap<string, T>,
  restored: ReadonlyMap<string, T>,
  difference: (restored: T, control: T) => string | null,
): WorldDifferences {
  const lost = [...control.keys()].filter((key) => !restored.has(key));
  const doubled = [...restored.keys()].filter((key) => !control.has(key));
  const different = [...control].flatMap(([key, expected]) => {
    const found = restored.get(key);
    const how = found === undefined ? null : difference(found, expected);
    return how === null ? [] : [`${key}: ${how}`];
  });
  return { lost, doubled, different };
}

function textDifference(restored: string, control: string): string | null {
  return restored === control ? null : `${restored} instead of ${control}`;
}

/** Without times and the process that met them. */
function letters({ deadLetters }: StoredState): Map<string, string> {
  const said = ({ status, reason, entity, keyHash }: DeadLetter) => JSON.stringify({ status, reason, entity, keyHash });
  return new Map(deadLetters.map((letter) => [`dead letter ${letter._id}`, said(letter)]));
}

/** What is counted twice shows in the sums. */
function windows({ windows: found }: StoredState): Map<string, string> {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return new Map(
    [...found].map(([location, { timeZone, firstDay, sums, stageSums }]) => [
      `dashboard ${location}`,
      JSON.stringify({ timeZone, firstDay, sums: text(sums), stageSums: text(stageSums) }),
    ]),
  );
}

function positions({ checkpoints }: StoredState): Map<string, string> {
  return new Map(checkpoints.map(({ _id, nextOffset }) => [`position of ${_id}`, String(nextOffset)]));
}

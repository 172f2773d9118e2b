import { createHash } from 'node:crypto';
import type { EventFinding } from '@fundlens/redaction/event-findings';
import { definitionOf } from './event-types.ts';
import { MAX_INSTANT_AHEAD_MS } from './limits.ts';
import type { Publishable } from './publisher.ts';
import type { EventIssue } from './validation.ts';

/** Entities whose versions are remembered: about 40 MB. Of an input with more, the later ones are not compared. */
const MAX_ENTITIES = 200_000;

type Seen = { readonly at: number; readonly epoch: number; readonly version: number; readonly digest: string };

/**
 * What the projector accepts and a publisher hardly means. A strict publisher refuses it.
 *
 * - a Social Security number outside the text of a report, or a field that is dropped in any case;
 * - a change that lies more than 24 hours ahead of the clock: it may win over later ones of the same version;
 * - one version of an entity with two contents.
 */
export function warningsOf(
  { event }: Publishable,
  { findings, now }: { readonly findings: readonly EventFinding[]; readonly now: number },
): EventIssue[] {
  const issues = findings.filter(({ path }) => !path.startsWith(REPORT)).map(sent);
  if (event.meta.occurredAt - now > MAX_INSTANT_AHEAD_MS) {
    issues.push(warning('meta.occurredAt', 'lies more than 24 hours ahead of the clock here'));
  }
  return issues;
}

/** A report holds what its bureau wrote. */
const REPORT = 'report > ';

function sent({ rule, path }: EventFinding): EventIssue {
  if (rule === 'dropped') return warning(path, 'is dropped before anything is stored; leave it out');
  return warning(path, `holds a Social Security number (rule ${rule}), which is removed before anything is stored`);
}

/** Compares the versions of each entity over an input. */
export function createVersionWarnings(): (at: number, publishable: Publishable) => EventIssue[] {
  const entities = new Map<string, Seen>();
  return (at, { type, event }) => {
    const key = definitionOf(type).keyOf(event);
    const { epoch, version } = event.meta;
    const seen = entities.get(key);
    const now: Seen = { at, epoch, version, digest: digestOf(event) };
    if (seen === undefined) {
      if (entities.size < MAX_ENTITIES) entities.set(key, now);
      return [];
    }
    const difference = epoch - seen.epoch || version - seen.version;
    if (difference > 0) entities.set(key, now);
    if (difference !== 0 || seen.digest === now.digest) return [];
    return [warning('meta.version', `is the same as at ${seen.at} for this entity, and the content is another`)];
  };
}

function digestOf(event: object): string {
  const text = JSON.stringify(event, (_, value: unknown) =>
    value instanceof Uint8Array ? createHash('sha256').update(value).digest('base64') : value,
  );
  return createHash('sha256').update(text).digest('base64');
}

function warning(field: string, rule: string): EventIssue {
  return { code: 'strict', field, rule };
}

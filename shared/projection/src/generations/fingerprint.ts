import { hash } from 'node:crypto';
import type { EventDefinition } from '@fundlens/contracts/definition/event-definition';
import { eventDefinitions } from '@fundlens/contracts/event-types';
import type { RedactionOptions } from '@fundlens/redaction/redact-event';
import { RULES_VERSION } from '@fundlens/redaction/rules-version';
import { type Fingerprint, type GenerationPointer, generationOf } from '@fundlens/read-models/generation';
import { InvalidError } from '@fundlens/runtime/errors';

/**
 * Raised by a change of what projections compute beyond the events: scores and figures of reports, incomplete credentials. What
 * events say is kept as they say it, so a new field or event raises nothing.
 */
const PROJECTIONS_VERSION = 3;

type Stated = { readonly [Type in string]: Pick<EventDefinition, 'avro' | 'redaction'> };

/** Named to a person, never with content. */
const NAMES: Readonly<Record<keyof Fingerprint, string>> = {
  slots: 'how events become slots (another build)',
  redaction: 'the redaction rules (another build)',
  customFieldKeepList: 'the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)',
};

/** What this process makes slots with. */
export function fingerprintOf({ customFieldKeepList }: RedactionOptions, events: Stated = STATED): Fingerprint {
  return {
    slots: digestOfEvents(events),
    redaction: RULES_VERSION,
    customFieldKeepList: digestOf(customFieldKeepList),
  };
}

const STATED = eventDefinitions as unknown as Stated;

/** Of fields, their types and how each is redacted. Sentences and bounds decide no slot of an event that is valid in both. */
function digestOfEvents(events: Stated): string {
  const stated = Object.entries(events).map(([type, { avro, redaction }]) => [type, avro, redaction]);
  const text = JSON.stringify([PROJECTIONS_VERSION, stated], (name, value: unknown) =>
    name === 'doc' ? undefined : value,
  );
  return hash('sha256', text);
}

/** Of the list as a set: neither order nor repetition counts. Without a comparison, `sort` goes by code units. */
function digestOf(list: ReadonlySet<string>): string {
  return hash('sha256', JSON.stringify([...list].sort()));
}

/** In what two fingerprints differ, in plain words; null: in nothing. */
export function fingerprintDifference(a: Fingerprint, b: Fingerprint): string | null {
  const parts = (Object.keys(NAMES) as (keyof Fingerprint)[]).filter((part) => a[part] !== b[part]);
  return parts.length === 0 ? null : parts.map((part) => NAMES[part]).join(', ');
}

/**
 * The generations that this process may write: those with its own fingerprint.
 * @throws InvalidError `fingerprint_differs` when the one that readers use is none of them.
 */
export function writableGenerations(pointer: GenerationPointer, own: Fingerprint): number[] {
  const { active, generations } = pointer;
  const read = generationOf(pointer, active);
  const difference = read === undefined ? 'it is not registered' : fingerprintDifference(read.fingerprint, own);
  if (difference !== null) {
    throw new InvalidError(
      'fingerprint_differs',
      `What is read is made otherwise than this command makes it (generation ${active}): ${difference}. Nothing was written. Give the command the options that the projectors have, or use that of their build.`,
    );
  }
  return generations
    .filter(({ fingerprint }) => fingerprintDifference(fingerprint, own) === null)
    .map(({ number }) => number);
}

import { hash } from 'node:crypto';
import type { ReadModelDefinition, ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf } from '@fundlens/read-models/definitions';
import {
  activeVersion,
  differingParts,
  type Fingerprint,
  type FingerprintPart,
  type ModelVersion,
  type ReadModelVersion,
} from '@fundlens/read-models/model-version';
import type { RedactionOptions } from '@fundlens/redaction/redact-event';
import { RULES_VERSION } from '@fundlens/redaction/rules-version';
import { InvalidError } from '@fundlens/runtime/errors';

/** What this process makes documents of a read model with. */
export type FingerprintOf = (definition: ReadModelDefinition) => Fingerprint;

/** Named to a person, never with content. */
const NAMES: Readonly<Record<FingerprintPart, string>> = {
  slots: 'how events become slots (another build)',
  views: 'how views are rendered (another build)',
  redaction: 'the redaction rules (another build)',
  customFieldKeepList: 'the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)',
};
const UNSAID = 'its fingerprint, which no projector of this build has stored yet';

/** A model that is made from another one has the fingerprint of that. */
export function fingerprintOf(definition: ReadModelDefinition, options: RedactionOptions): Fingerprint {
  if (definition.madeFrom !== undefined) return fingerprintOf(definitionOf(definition.madeFrom), options);
  const { version, viewsVersion = 1, holdsCustomFields } = definition;
  const own = { slots: version, views: viewsVersion, redaction: RULES_VERSION };
  return holdsCustomFields === true ? { ...own, customFieldKeepList: digestOf(options.customFieldKeepList) } : own;
}

export function fingerprintsWith(options: RedactionOptions): FingerprintOf {
  return (definition) => fingerprintOf(definition, options);
}

/** Of the list as a set: neither order nor repetition counts. Without a comparison, `sort` goes by code units. */
function digestOf(list: ReadonlySet<string>): string {
  return hash('sha256', JSON.stringify([...list].sort()));
}

/** Parts in plain words, with commas. */
export function partNames(parts: readonly FingerprintPart[]): string {
  return parts.map((part) => NAMES[part]).join(', ');
}

/**
 * In what the version is made otherwise than this process makes documents, in plain words; null when in nothing. A version
 * that has no fingerprint yet is not known to be equal.
 */
export function fingerprintDifference(version: ModelVersion, own: Fingerprint): string | null {
  const parts = differingParts(version, own);
  if (parts.length > 0) return partNames(parts);
  return version.fingerprint === undefined ? UNSAID : null;
}

/** The models whose active version this process must not write or compare, each with what differs. */
export function otherwiseMade(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  definitions: readonly ReadModelDefinition[],
  fingerprint: FingerprintOf,
): { readonly name: ReadModelName; readonly difference: string }[] {
  return definitions.flatMap((definition) => {
    const model = known.get(definition.name);
    const active = model && activeVersion(model);
    const difference = active === undefined ? null : fingerprintDifference(active, fingerprint(definition));
    return difference === null ? [] : [{ name: definition.name, difference }];
  });
}

/** @throws InvalidError `fingerprint_differs` when readers use documents that this process would make otherwise. */
export function assertSameFingerprint(
  known: ReadonlyMap<ReadModelName, ReadModelVersion>,
  definitions: readonly ReadModelDefinition[],
  fingerprint: FingerprintOf,
): void {
  const others = otherwiseMade(known, definitions, fingerprint);
  if (others.length === 0) return;
  throw new InvalidError(
    'fingerprint_differs',
    `What is read is made otherwise than this command makes it: ${differencesText(others)}. Nothing was done. Give the command the options that the projectors have, use that of their build, or rebuild the model.`,
  );
}

/** E.g. `contacts: the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)`. */
export function differencesText(others: ReturnType<typeof otherwiseMade>): string {
  return others.map(({ name, difference }) => `${name}: ${difference}`).join('; ');
}

import type { ReadModelName } from '@fundlens/read-models/definition';
import { definitionOf, rebuiltTogether } from '@fundlens/read-models/definitions';
import {
  activeVersion,
  differingParts,
  type FingerprintPart,
  type ReadModelVersion,
  versionsOf,
} from '@fundlens/read-models/model-version';
import { InvalidError } from '@fundlens/runtime/errors';
import {
  fingerprintDifference,
  type FingerprintOf,
  otherwiseMade,
  partNames,
} from '@fundlens/projection/versions/fingerprint';
import type { RebuildRequest } from './rebuild-ports.ts';
import type { RebuildRun, RebuiltModel } from '@fundlens/read-models/rebuild-run';
import type { NewRun } from './run-store.ts';

type KnownVersions = ReadonlyMap<ReadModelName, ReadModelVersion>;

/** The run of a request. @throws InvalidError `read_model_missing` */
export function planRun(
  runId: string,
  { models, graceMs, fromSlots }: RebuildRequest,
  { known, fingerprint }: { readonly known: KnownVersions; readonly fingerprint: FingerprintOf },
): NewRun {
  const rebuilt = models.map((name): RebuiltModel => {
    const model = known.get(name);
    if (model === undefined) throw new InvalidError('read_model_missing', `The read model ${name} was never set up.`);
    // Models that are rebuilt together keep the same version numbers.
    const highest = Math.max(...rebuiltTogether([name]).map((other) => highestVersion(known.get(other))));
    return { name, from: model.active, to: highest + 1 };
  });
  const parts = models.flatMap((name) => differingPartsOf(known, name, fingerprint));
  const isOfViews = parts.length > 0 && parts.every((part) => part === 'views');
  return { runId, models: rebuilt, graceMs, fromSlots: fromSlots === true || isOfViews };
}

/**
 * Refuses a rebuild with another fingerprint that was not requested: an option may be missing. Other views are allowed:
 * they come with the code.
 * @throws InvalidError `fingerprint_differs`
 */
export function assertIntended(
  { models, newFingerprint, fromSlots }: RebuildRequest,
  known: KnownVersions,
  fingerprint: FingerprintOf,
): void {
  const others = models.flatMap((name) => {
    const parts = differingPartsOf(known, name, fingerprint);
    const otherSlots = parts.filter((part) => part !== 'views');
    if (otherSlots.length > 0) return [`${name}: ${partNames(otherSlots)}`];
    if (parts.length > 0 || fromSlots !== true) return [];
    // It is not known what the slots of a version without a fingerprint were made with.
    return otherwiseMade(known, [definitionOf(name)], fingerprint).map(({ difference }) => `${name}: ${difference}`);
  });
  if (others.length === 0 || (newFingerprint === true && fromSlots !== true)) return;
  const how =
    newFingerprint === true
      ? 'The slots cannot be kept: without --from-slots they are made from the log.'
      : 'Give the command the options that the projectors have or will have; if it is meant, add --new-fingerprint.';
  throw new InvalidError(
    'fingerprint_differs',
    `What is read is made otherwise than this command makes it: ${others.join('; ')}. Nothing was begun. ${how}`,
  );
}

/** A version is filled with one fingerprint, whichever processes work on it. @throws InvalidError `fingerprint_differs` */
export function assertSameFingerprintAsBegun(
  { models }: RebuildRun,
  known: KnownVersions,
  fingerprint: FingerprintOf,
): void {
  for (const { name, to } of models) {
    const model = known.get(name);
    const begun = model && versionsOf(model).find(({ version }) => version === to);
    const difference = begun?.fingerprint && fingerprintDifference(begun, fingerprint(definitionOf(name)));
    if (!difference) continue;
    throw new InvalidError(
      'fingerprint_differs',
      `The rebuild was begun with another fingerprint: ${name}: ${difference}. Nothing was done. Go on with the command and the options that it was begun with, or abort it.`,
    );
  }
}

/** In what this process makes documents otherwise than the active version. */
function differingPartsOf(known: KnownVersions, name: ReadModelName, fingerprint: FingerprintOf): FingerprintPart[] {
  const model = known.get(name);
  const active = model && activeVersion(model);
  return active === undefined ? [] : differingParts(active, fingerprint(definitionOf(name)));
}

function highestVersion(model: ReadModelVersion | undefined): number {
  return Math.max(model?.active ?? 0, ...(model?.versions ?? []).map(({ version }) => version));
}

import type { Stored } from '@fundlens/projection/testing/stored-documents';
import { canonicalJson, compareChangeTimes, compareSlots, type Slots } from '@fundlens/read-models/slot';
import { contributionsOf, type PublishedRecord } from './published-record.ts';

/**
 * Nothing is applied twice: every write of a document raises a slot of it to a state that was published, so a document
 * has no more revisions than there are different states for it.
 */
export function appliedTwice(documents: ReadonlyMap<string, Stored>, published: readonly PublishedRecord[]): string[] {
  const states = new Map<string, Set<string>>();
  for (const { expected, appendedAt } of published) {
    if (expected.kind !== 'applied') continue;
    for (const { document, slot, state, isTimed } of contributionsOf(expected.event)) {
      // An event that was published twice is two states: of both, the earlier time is kept.
      const { epoch, version, occurredAt, eventId, value } = state;
      const at = isTimed ? appendedAt : null;
      const known = states.get(document) ?? new Set();
      states.set(
        document,
        known.add(JSON.stringify([slot, epoch, version, occurredAt, eventId, at, canonicalJson(value)])),
      );
    }
  }
  return [...documents].flatMap(([document, { revision }]) => {
    const most = states.get(document)?.size ?? 0;
    return revision > most ? [`${document}: ${revision} revisions of ${most} published states`] : [];
  });
}

export type DocumentState = { readonly slots: Slots; readonly revision: number };

/** Versions and revisions only grow, and every revision has something newer than the one before. */
export function wentBack(before: DocumentState | undefined, after: DocumentState): string[] {
  if (before === undefined) return after.revision === 1 ? [] : ['the first revision is not the first'];
  const step = after.revision - before.revision;
  if (step !== 0 && step !== 1) return [`the revision went from ${before.revision} to ${after.revision}`];
  const lines: string[] = [];
  let raised = false;
  for (const [name, earlier] of before.slots) {
    const later = after.slots.get(name);
    if (later === earlier) continue;
    if (later === undefined) lines.push(`slot ${name} is gone`);
    else if (compareSlots(later, earlier) < 0) lines.push(`slot ${name} went back`);
    else if ((compareSlots(later, earlier) || compareChangeTimes(later, earlier)) > 0) raised = true;
  }
  raised ||= after.slots.size > before.slots.size;
  if (step === 1 && !raised && lines.length === 0) lines.push('it was written again with nothing new');
  if (step === 0 && raised) lines.push('it changed without a new revision');
  return lines;
}

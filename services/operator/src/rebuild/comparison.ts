import type { ReadModelName } from '@fundlens/read-models/definition';
import { collectionName } from '@fundlens/read-models/definition';
import { isErased } from '@fundlens/read-models/erasure';
import { compareSlots, hasSameVersion, NO_SLOTS, type Slot, type Slots } from '@fundlens/read-models/slot';
import type { DocumentContent } from '@fundlens/read-models/document';
import { documentDifference } from '@fundlens/projection/fold/document-difference';
import type { ComparisonReport, Difference, RebuiltModel } from '@fundlens/read-models/rebuild-run';

/** A document in the active and in the new version; null: missing. */
type DocumentPair = {
  readonly key: string;
  readonly from: DocumentContent | null;
  readonly to: DocumentContent | null;
};

export type ComparisonPorts = {
  /** Every document of either version. */
  scan(model: RebuiltModel): AsyncIterable<DocumentPair>;
  /** Some documents of one version, by key. */
  read(name: ReadModelName, version: number, keys: readonly string[]): Promise<ReadonlyMap<string, DocumentContent>>;
  /** Resolves when the new versions have all that the logs hold now. */
  rebuiltPasses(): Promise<void>;
  /** The same for the active versions; false when the projectors do not reach that in a reasonable time. */
  readPasses(): Promise<boolean>;
  /** Which parts of the documents must be equal in both versions. */
  scope(model: RebuiltModel): Promise<ComparisonScope>;
  /** Whether a slot that only the active version has is kept, though the log does not have it. */
  isKept(name: ReadModelName, slot: Slot): boolean;
  /** The slots of events that projectors do not apply: of open and of discarded dead letters. */
  deadLetters(): Promise<DeadLetterSlots>;
  /** Merges the document's kept slots into the new version. */
  carry(model: RebuiltModel, key: string, from: DocumentContent): Promise<void>;
  /** Merges slots of the document, which only differ in their times, into the new version. */
  carryTimes(model: RebuiltModel, key: string, slots: Slots): Promise<void>;
};

/**
 * - everything: both versions are made with the same fingerprint
 * - slots: only views and index fields are made otherwise
 * - versions: only versions of slots; their values are made otherwise
 */
export type ComparisonScope = 'everything' | 'slots' | 'versions';

/** The status of the dead letter with exactly this state of the document's slot; null: there is none. */
export type DeadLetterSlots = {
  statusOf(document: { readonly name: ReadModelName; readonly key: string }, slot: string, state: Slot): LeftOutStatus;
};
export type LeftOutStatus = 'open' | 'discarded' | null;

/** Documents compared again at a time: a dozen reports are some megabytes each. */
const AT_ONCE = 12;
/** With more suspects the versions differ as a whole, and the comparison ends early. */
const MAX_SUSPECTS = 50_000;
const MAX_EXAMPLES = 20;

/**
 * Compares each document of both versions while events arrive. A first difference may only mean that one side is late, so
 * the document is compared again behind a barrier: a state that one version had *before* the other applied all events of
 * that moment must be in the other *after* it.
 */
export async function compareVersions(
  models: readonly RebuiltModel[],
  ports: ComparisonPorts,
): Promise<ComparisonReport> {
  const totals = { documents: 0, different: 0, ahead: 0, carried: 0, settling: 0 };
  const examples: Difference[] = [];
  for (const model of models) {
    const scope = await ports.scope(model);
    const suspects: string[] = [];
    for await (const { key, from, to } of ports.scan(model)) {
      totals.documents += 1;
      const behind = scope === 'versions' ? NO_SLOTS : slotsBehind(from, to);
      if (behind.size > 0) await ports.carryTimes(model, key, behind);
      if (firstDifference(from, to, scope) !== null) suspects.push(key);
      if (suspects.length > MAX_SUSPECTS) break;
    }
    for (let start = 0; start < suspects.length; start += AT_ONCE) {
      const keys = suspects.slice(start, start + AT_ONCE);
      for (const { key, verdict, what } of await compareAgain(model, keys, { ports, scope })) {
        totals[verdict] += 1;
        const isExample = verdict === 'different' && examples.length < MAX_EXAMPLES;
        if (isExample) examples.push({ model: collectionName(model.name, model.to), key, what });
      }
    }
  }
  return { ...totals, examples };
}

/**
 * States that both versions have and that changed later in the active one: a replay, an erasure or a repair has written them
 * there. A client's cursor that goes on in the new version may have passed the earlier time. Where the two versions make
 * values differently, `/changes` tells the client everything once more.
 */
export function slotsBehind(from: DocumentContent | null, to: DocumentContent | null): Slots {
  const behind = new Map<string, Slot>();
  for (const [name, slot] of from?.slots ?? NO_SLOTS) {
    const other = to?.slots.get(name);
    if (slot.at === undefined || other?.at === undefined || slot.at <= other.at) continue;
    if (compareSlots(slot, other) === 0) behind.set(name, { ...slot, late: true });
  }
  return behind;
}

type Verdict = {
  readonly key: string;
  readonly verdict: 'different' | 'ahead' | 'carried' | 'settling';
  readonly what: string;
};

const NOTHING: DocumentContent = { slots: new Map(), fields: {}, views: new Map() };

function firstDifference(
  from: DocumentContent | null,
  to: DocumentContent | null,
  scope: ComparisonScope,
): string | null {
  if (from === null || to === null) return 'is missing on one side';
  if (scope === 'everything') return documentDifference(from, to);
  return surplus(from, to, scope) ?? surplus(to, from, scope);
}

/** The first slot of `a` that `b` lacks or has in an earlier state. */
function surplus(a: DocumentContent, b: DocumentContent, scope: ComparisonScope): string | null {
  const [first] = surplusSlots(a, b, scope);
  return first === undefined ? null : `slot ${first[0]}`;
}

function surplusSlots(a: DocumentContent, b: DocumentContent, scope: ComparisonScope): [string, Slot][] {
  return [...a.slots].filter(([name, slot]) => outranks(slot, b.slots.get(name), scope));
}

/** An erased slot without a counterpart does not count: it is of an event of an erased subject that was never applied. */
function gainedSlots(made: DocumentContent, last: DocumentContent, scope: ComparisonScope): [string, Slot][] {
  return surplusSlots(made, last, scope).filter(([name, slot]) => last.slots.has(name) || !isErased(slot));
}

function outranks(slot: Slot, other: Slot | undefined, scope: ComparisonScope): boolean {
  if (other === undefined) return true;
  return !(scope === 'versions' && hasSameVersion(slot, other)) && compareSlots(slot, other) > 0;
}

async function compareAgain(
  model: RebuiltModel,
  keys: readonly string[],
  { ports, scope }: { readonly ports: ComparisonPorts; readonly scope: ComparisonScope },
): Promise<Verdict[]> {
  const { name, from, to } = model;
  const before = await ports.read(name, from, keys);
  await ports.rebuiltPasses();
  const rebuilt = await ports.read(name, to, keys);
  const passed = await ports.readPasses();
  const after = await ports.read(name, from, keys);

  const compared = keys.map((key) => {
    const [first, made, last] = [before.get(key) ?? NOTHING, rebuilt.get(key) ?? NOTHING, after.get(key) ?? NOTHING];
    const lost = surplusSlots(first, made, scope);
    return { key, first, made, last, lost, gained: gainedSlots(made, last, scope) };
  });
  // Loaded after the documents: projectors store a dead letter before they pass its position.
  const deadLetters = compared.some(({ gained }) => gained.length > 0) ? await ports.deadLetters() : null;

  const verdicts: Verdict[] = [];
  for (const { key, first, made, last, lost, gained } of compared) {
    const [lostName] = lost.map(([slot]) => slot);
    if (lostName !== undefined && lost.every(([, slot]) => ports.isKept(name, slot))) {
      await ports.carry(model, key, first);
      verdicts.push({ key, verdict: 'carried', what: '' });
    } else if (lostName !== undefined) {
      verdicts.push({ key, verdict: 'different', what: `slot ${lostName} is not in the log` });
    } else if (gained.length > 0) {
      verdicts.push({ key, ...verdictOfGains(gained, { name, key }, { deadLetters, passed }) });
    } else {
      const what = scope === 'everything' ? contentDifference(made, last) : null;
      if (what !== null) verdicts.push({ key, verdict: 'different', what });
    }
  }
  return verdicts;
}

/** Why the active version lacks slots: it is late, they are set aside, or they are lost. */
function verdictOfGains(
  gained: readonly [string, Slot][],
  document: { readonly name: ReadModelName; readonly key: string },
  { deadLetters, passed }: { readonly deadLetters: DeadLetterSlots | null; readonly passed: boolean },
): Pick<Verdict, 'verdict' | 'what'> {
  const said = gained.map(([slot, state]) => ({ slot, status: deadLetters?.statusOf(document, slot, state) ?? null }));
  const judged = said.find(({ status }) => status === 'discarded');
  if (judged !== undefined) return { verdict: 'different', what: `slot ${judged.slot} ${DISCARDED_MEANWHILE}` };
  const lacking = said.find(({ status }) => status === null);
  if (lacking === undefined) return { verdict: 'settling', what: '' };
  return { verdict: passed ? 'different' : 'ahead', what: `slot ${lacking.slot} is not in the version read` };
}

const DISCARDED_MEANWHILE = 'is of a dead letter that was discarded after the rebuild had taken it: abort, begin again';

/** Only where slots are equal: otherwise one is later than the other, and both are right. */
function contentDifference(a: DocumentContent, b: DocumentContent): string | null {
  return (surplus(a, b, 'everything') ?? surplus(b, a, 'everything')) ? null : documentDifference(a, b);
}

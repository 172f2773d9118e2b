import { contacts } from '@fundlens/read-models/contacts/contacts';
import { PAST_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { deals } from '@fundlens/read-models/deals/deals';
import type { ReadModelName } from '@fundlens/read-models/definition';
import { dashboardWindows } from '@fundlens/read-models/definitions';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { locations, timeZoneOf } from '@fundlens/read-models/locations/locations';
import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import { documentDifference } from '@fundlens/projection/fold/document-difference';
import type { DocumentSource, Recomputation } from '@fundlens/projection/fold/recomputation';
import type { Projection } from '@fundlens/projection/projections/projection';
import { RetryableError } from '@fundlens/runtime/errors';
import { belongsToLocation } from './verify-selection.ts';
import type { StoredContent, VerifyStore } from './verify-store.ts';

/** Documents that are requested by their keys in one query. */
const KEYS_AT_ONCE = 500;
const FACTS_VIEW = 'facts';

/** A document that differs now. */
type Suspect = {
  readonly part: string;
  readonly revision: number | null;
  /** False while a refresh of it is due. */
  readonly final: boolean;
};

/** By `<read model>/<_id>`. */
export type Suspects = ReadonlyMap<string, Suspect>;

type StoredComparisonOptions = {
  readonly projections: readonly Projection[];
  readonly store: VerifyStore;
  readonly locationId: string;
  readonly recomputation: Recomputation;
};

/** Compares stored documents with recomputed ones, once. */
export class StoredComparison {
  readonly #options: StoredComparisonOptions;
  /** Null: everything is compared. */
  readonly #only: Suspects | null;
  readonly #expected: readonly string[];
  readonly #seen = new Set<string>();
  readonly #suspects = new Map<string, Suspect>();
  #compared = 0;

  private constructor(options: StoredComparisonOptions, only: Suspects | null) {
    this.#options = options;
    this.#only = only;
    this.#expected = only === null ? [...options.recomputation.keys()] : [...only.keys()];
  }

  /** @param only compares only these; null: everything. */
  static async run(
    options: StoredComparisonOptions,
    only: Suspects | null,
  ): Promise<{ readonly suspects: Suspects; readonly compared: number }> {
    const comparison = new StoredComparison(options, only);
    for (const { readModel } of options.projections) {
      if (belongsToLocation(readModel.name)) await comparison.#compareModel(readModel.name);
    }
    comparison.#addMissing();
    await comparison.#compareWindows();
    return { suspects: comparison.#suspects, compared: comparison.#compared };
  }

  async #compareModel(name: ReadModelName): Promise<void> {
    const { locationId, store } = this.#options;
    for (const keys of this.#only === null ? [null] : portionsOf(namesOf(this.#expected, name))) {
      for await (const stored of store.documents(name, locationId, keys)) {
        this.#compareDocument(`${name}/${stored.key}`, stored);
      }
    }
  }

  #compareDocument(document: string, stored: StoredContent): void {
    this.#seen.add(document);
    this.#compared += 1;
    const expected = this.#options.recomputation.document(document);
    const part = expected === null ? 'should not exist' : documentDifference(stored, expected);
    if (part !== null) this.#suspects.set(document, { part, revision: stored.revision, final: true });
  }

  #addMissing(): void {
    for (const document of this.#expected) {
      const source = this.#options.recomputation.source(document);
      if (this.#seen.has(document) || source === null || !belongsToLocation(source.readModel.name)) continue;
      this.#suspects.set(document, { part: 'is missing', revision: null, final: true });
    }
  }

  async #compareWindows(): Promise<void> {
    const { locationId } = this.#options;
    const document = `${dashboardWindows.name}/${locationId}`;
    if (this.#only !== null && !this.#only.has(document)) return;
    this.#compared += 1;
    const suspect = await this.#windowSuspect(locationId);
    if (suspect !== null) this.#suspects.set(document, suspect);
  }

  async #windowSuspect(locationId: string): Promise<Suspect | null> {
    const { store, recomputation } = this.#options;
    const { stored, dirty } = await store.window(locationId);
    if (dirty) return { part: 'waits for its refresh', revision: null, final: false };
    const facts = recomputedFacts(recomputation, locationId);
    const suspect = (part: string): Suspect => ({ part, revision: null, final: true });
    if (stored === null) return facts.length === 0 ? null : suspect('is missing');
    const location = recomputation.source(`${locations.name}/${locationId}`);
    const timeZone = zoneOrFallback(location === null ? null : timeZoneOf(location.slots));
    if (stored.timeZone !== timeZone) return suspect('time zone differs');
    const today = stored.firstDay + PAST_DAYS;
    const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], timeZone, today }), facts);
    if (counted === null) throw new RetryableError('window_not_countable', 'A window cannot be counted.');
    const isSame = (name: 'sums' | 'stageSums') => Buffer.compare(counted[name], stored[name]) === 0;
    return isSame('sums') && isSame('stageSums') ? null : suspect('sums differ');
  }
}

/** What the documents of the location contribute to its dashboard. */
function recomputedFacts(recomputation: Recomputation, locationId: string): Fact[] {
  const starts = [contacts, deals].map(({ name }) => `${name}/${locationId}:`);
  const facts: Fact[] = [];
  for (const key of recomputation.keys()) {
    const source = starts.some((start) => key.startsWith(start)) ? recomputation.source(key) : null;
    if (source !== null) facts.push(...factsOf(source));
  }
  return facts;
}

function factsOf({ readModel, ...source }: DocumentSource): Fact[] {
  const text = readModel.views.find(({ name }) => name === FACTS_VIEW)?.render(source) ?? null;
  return factsIn(text && jsonBytes(text));
}

/** Keys of the documents of one model. */
function namesOf(documents: Iterable<string>, model: ReadModelName): string[] {
  const start = `${model}/`;
  return [...documents].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/** Queries of a bounded size. */
function portionsOf(keys: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(keys.length / KEYS_AT_ONCE) }, (_, portion) =>
    keys.slice(portion * KEYS_AT_ONCE, (portion + 1) * KEYS_AT_ONCE),
  );
}

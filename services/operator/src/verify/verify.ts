import { resumeOffset } from '@fundlens/read-models/checkpoint';
import { PAST_DAYS } from '@fundlens/read-models/dashboards/dashboard-window';
import { deadLetterId } from '@fundlens/read-models/dead-letter';
import type { ReadModelName, Stream } from '@fundlens/read-models/definition';
import type { ReadModelVersion } from '@fundlens/read-models/model-version';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { type Fact, factsIn } from '@fundlens/read-models/dashboards/fact';
import { deals } from '@fundlens/read-models/deals/deals';
import { creditReportPdfs, dashboardWindows } from '@fundlens/read-models/definitions';
import { jsonBytes } from '@fundlens/read-models/json-text';
import { locations, timeZoneOf } from '@fundlens/read-models/locations/locations';
import { zoneOrFallback } from '@fundlens/read-models/dashboards/local-day';
import { RetryableError } from '@fundlens/runtime/errors';
import type { LogReader } from '@fundlens/projection/log/log-reader';
import { type ReadEventsOptions, readEvents } from '@fundlens/projection/consumer/read-events';
import { type Logs, type TopicPartition, partitionKey, type SourceRecord } from '@fundlens/projection/log/source';
import { type Erasures, marksOfAll, withErasures } from '@fundlens/projection/erasures/erasures';
import {
  createRecomputation,
  type DigestedDocument,
  type DocumentSource,
  type Recomputation,
} from '@fundlens/projection/fold/recomputation';
import { documentDifference } from '@fundlens/projection/fold/document-difference';
import { assertSameFingerprint, fingerprintsWith } from '@fundlens/projection/versions/fingerprint';
import { planRecount, refreshWindow } from '@fundlens/dashboards/refresh-window';
import { pdfDifference } from './verify-pdf.ts';
import { type Selection, selectDocuments, selectLocations } from './verify-selection.ts';
import type { StoredContent, VerifyStore } from './verify-store.ts';

/** What differs, by name and part; never what either side holds. */
export type Difference = { readonly document: string; readonly part: string };

export type VerifyResult = {
  readonly locations: readonly string[];
  /** Records that were decoded and folded. */
  readonly events: number;
  /** Documents, PDFs and windows that were compared. */
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Documents that changed between all looks: nothing can be said of them now. */
  readonly moving: readonly string[];
  /** Partitions of which the log no longer has the beginning: what was said there cannot be recomputed. */
  readonly shortened: readonly string[];
};

export type VerifyOptions = ReadEventsOptions & {
  readonly topics: Readonly<Record<Stream, string>>;
  readonly logs: Logs;
  readonly reader: Pick<LogReader, 'read'>;
  readonly store: VerifyStore;
  readonly versions: () => Promise<ReadonlyMap<ReadModelName, ReadModelVersion>>;
  readonly erasures: Erasures;
  /** Of PDFs as they are made today. */
  readonly pdfLayout: number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  /** Between two looks; PAUSE_MS by default. Less is enough where nothing else is at work. */
  readonly pauseMs?: number;
};

export type Verify = {
  /** `sample`: so many documents of each read model, at random. @throws as `assertComparable` */
  (
    what: { readonly locations: readonly string[] } | { readonly sample: number },
    progress: (done: number, total: number) => void,
  ): Promise<VerifyResult>;
  /**
   * What is recomputed here would differ from documents that are made otherwise.
   * @throws InvalidError `fingerprint_differs`
   */
  assertComparable(): Promise<void>;
};

/** Looks at what differs; each reads on to where the models have come meanwhile. */
const ROUNDS = 5;
/** Longer than a batch of a projector, and than a refresh of a dashboard. */
const PAUSE_MS = 1_500;
/** So many partitions are read at a time: no more than the reader takes side by side. */
const PARTITIONS_AT_ONCE = 4;
/** Documents that are asked for by their keys in one question. */
const KEYS_AT_ONCE = 500;
const FACTS_VIEW = 'facts';

type Reached = {
  readonly topicPartition: TopicPartition;
  readonly models: readonly string[];
  readonly first: number;
  done: number;
};

/**
 * Recomputes what is selected from the log, as far as the served models have come, and compares. The whole log is read,
 * but only records that say something of it are decoded. In memory are the slots of what is selected, not their texts. Models go on changing: what differs is looked at again
 * behind a barrier, and only a document that stays as it is and still differs is a difference.
 */
export function createVerify(options: VerifyOptions): Verify {
  const { store, reader, logs, topics, projections, pauseMs = PAUSE_MS } = options;

  const definitions = projections.map(({ readModel }) => readModel).filter(({ name }) => belongsToLocation(name));
  const assertComparable = async () =>
    assertSameFingerprint(await options.versions(), definitions, fingerprintsWith(options.redaction));

  const verify = async (...[what, progress]: Parameters<Verify>): ReturnType<Verify> => {
    await assertComparable();
    const recomputation = createRecomputation();
    const served = await store.served();
    const selection = 'sample' in what ? await draw(what.sample, served) : selectLocations(what.locations);
    const partitions = await partitionsOf(served);
    let events = 0;

    const readOn = async (setAside: ReadonlySet<string>) => {
      const checkpoints = await store.checkpoints();
      const ranges = partitions.map((at) => {
        const here = checkpoints.filter(
          ({ topic, partition }) => topic === at.topicPartition.topic && partition === at.topicPartition.partition,
        );
        return { at, from: at.done, to: Math.max(at.done, resumeOffset(at.models, here) ?? at.done) };
      });
      const total = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
      let done = 0;
      await inTurns(ranges, PARTITIONS_AT_ONCE, async ({ at, from, to }) => {
        await reader.read(at.topicPartition, { from, to }, async (records) => {
          const folded = await fold(at.topicPartition, records, setAside);
          events += folded;
          done += records.length;
          progress(done, total);
        });
        at.done = to;
      });
    };

    const fold = async (
      topicPartition: TopicPartition,
      records: readonly SourceRecord[],
      setAside: ReadonlySet<string>,
    ) => {
      const own = records.filter(
        ({ key, offset }) => selection.wantsRecord(key) && !setAside.has(deadLetterId({ ...topicPartition, offset })),
      );
      const read = await readEvents(topicPartition.topic, own, options);
      if (read.failure !== null) throw read.failure.error;
      const accepted = read.records.flatMap((entry) => (entry.kind === 'accepted' ? [entry.changes] : []));
      const erased = await options.erasures.among(marksOfAll(accepted));
      for (const changes of accepted) recomputation.add(withErasures(changes, erased).documents);
      return read.records.length;
    };

    await readOn(await store.setAside());
    let open = new Map<string, Suspect>();
    let compared = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) {
        await options.sleep(pauseMs);
        await readOn(await store.setAside());
      }
      const look = await lookAt(selection, recomputation, { served, suspects: round === 0 ? null : open });
      if (round === 0) compared = look.compared;
      for (const [name, suspect] of look.suspects) {
        const before = open.get(name);
        suspect.stayed = before !== undefined && before.revision === suspect.revision && suspect.final;
      }
      open = look.suspects;
      if (open.size === 0) break;
    }
    const found = [...open].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      locations: selection.locations,
      events,
      compared,
      differences: found.flatMap(([document, { part, stayed }]) => (stayed ? [{ document, part }] : [])),
      moving: found.flatMap(([document, { stayed }]) => (stayed ? [] : [document])),
      shortened: partitions.filter(({ first }) => first > 0).map(({ topicPartition }) => partitionKey(topicPartition)),
    };
  };
  return Object.assign(verify, { assertComparable });

  async function partitionsOf(served: ReadonlyMap<ReadModelName, string>): Promise<Reached[]> {
    const found: Reached[] = [];
    for (const [stream, topic] of Object.entries(topics) as [Stream, string][]) {
      const models = projections
        .filter(({ readModel }) => readModel.streams.includes(stream))
        .map(({ readModel }) => servedAs(readModel.name, served));
      for (const [partition, { first }] of (await logs.bounds(topic)).partitions) {
        found.push({ topicPartition: { topic, partition }, models, first, done: first });
      }
    }
    return found;
  }

  async function draw(size: number, served: ReadonlyMap<ReadModelName, string>): Promise<Selection> {
    const drawn = new Map<string, readonly string[]>();
    for (const { readModel } of projections.filter(({ readModel }) => belongsToLocation(readModel.name))) {
      drawn.set(readModel.name, await store.draw(servedAs(readModel.name, served), size));
    }
    return selectDocuments(drawn);
  }

  /** `suspects`: only these are looked at again; null: everything. */
  async function lookAt(
    selection: Selection,
    recomputation: Recomputation,
    { served, suspects }: { served: ReadonlyMap<ReadModelName, string>; suspects: ReadonlyMap<string, Suspect> | null },
  ): Promise<{ readonly suspects: Map<string, Suspect>; readonly compared: number }> {
    const found = new Map<string, Suspect>();
    const seen = new Set<string>();
    let compared = 0;
    const expected = suspects === null ? wantedOf(selection, recomputation) : [...suspects.keys()];
    for (const projection of projections.filter(({ readModel }) => belongsToLocation(readModel.name))) {
      const { name } = projection.readModel;
      const named = namesOf(expected, name);
      const ofPdfs = name === creditReports.name ? namesOf(suspects?.keys() ?? [], creditReportPdfs.name) : [];
      const drawn = suspects === null ? (selection.drawn?.get(name) ?? []) : [];
      const everything = suspects === null && selection.drawn === null;
      const keys = everything ? null : [...new Set([...named, ...ofPdfs, ...drawn])];
      for (const portion of portionsOf(selection, keys)) {
        const reports = new Map<string, StoredContent>();
        for await (const stored of store.documents(servedAs(name, served), portion.locationId, portion.keys)) {
          const document = `${name}/${stored.key}`;
          seen.add(document);
          compared += 1;
          if (name === creditReports.name) reports.set(stored.key, stored);
          const part = difference(stored, recomputation.document(document));
          if (part !== null) found.set(document, { part, revision: stored.revision, final: true, stayed: false });
        }
        if (name !== creditReports.name) continue;
        const pdfs = await store.pdfs(portion.locationId, portion.keys);
        compared += pdfs.size;
        for (const key of new Set([...reports.keys(), ...pdfs.keys()])) {
          const report = reports.get(key) ?? null;
          const differs = pdfDifference(report, pdfs.get(key) ?? null, options.pdfLayout);
          if (differs === null) continue;
          const suspect = { part: differs.part, revision: report?.revision ?? null, final: !differs.passing };
          found.set(`${creditReportPdfs.name}/${key}`, { ...suspect, stayed: false });
        }
      }
    }
    for (const document of expected) {
      const source = recomputation.source(document);
      if (seen.has(document) || source === null || !belongsToLocation(source.readModel.name)) continue;
      found.set(document, { part: 'is missing', revision: null, final: true, stayed: false });
    }
    for (const locationId of selection.dashboards ? selection.locations : []) {
      const document = windowName(locationId);
      if (suspects !== null && !suspects.has(document)) continue;
      compared += 1;
      const suspect = await windowSuspect(locationId, recomputation);
      if (suspect !== null) found.set(document, suspect);
    }
    return { suspects: found, compared };
  }

  async function windowSuspect(locationId: string, recomputation: Recomputation): Promise<Suspect | null> {
    const { stored, dirty } = await store.window(locationId);
    if (dirty) return { part: 'waits for its refresh', revision: null, final: false, stayed: false };
    const facts = recomputedFacts(recomputation, locationId);
    const suspect = (part: string): Suspect => ({ part, revision: null, final: true, stayed: false });
    if (stored === null) return facts.length === 0 ? null : suspect('is missing');
    const location = recomputation.source(`${locations.name}/${locationId}`);
    const timeZone = zoneOrFallback(location === null ? null : timeZoneOf(location.slots));
    if (stored.timeZone !== timeZone) return suspect('time zone differs');
    const today = stored.firstDay + PAST_DAYS;
    const counted = refreshWindow(null, planRecount(null, { dirtyDays: [], timeZone, today }), facts);
    if (counted === null) throw new RetryableError('window_not_countable', 'A window cannot be counted.');
    return Buffer.compare(counted.sums, stored.sums) === 0 ? null : suspect('sums differ');
  }
}

type Suspect = {
  readonly part: string;
  readonly revision: number | null;
  /** False while it is known to be on its way. */
  readonly final: boolean;
  /** It was the same document at the look before. */
  stayed: boolean;
};

function difference(stored: StoredContent, expected: DigestedDocument | null): string | null {
  return expected === null ? 'should not exist' : documentDifference(stored, expected);
}

function servedAs(name: ReadModelName, served: ReadonlyMap<ReadModelName, string>): string {
  const collection = served.get(name);
  if (collection === undefined) throw new RetryableError('not_set_up', 'A read model was never set up here.');
  return collection;
}

/** Companies and credentials belong to no location; everything else has `locationId`. */
export function belongsToLocation(name: ReadModelName): boolean {
  return name !== 'companies' && name !== 'credentials';
}

function windowName(locationId: string): string {
  return `${dashboardWindows.name}/${locationId}`;
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

/** What of all that was recomputed is complete. */
function wantedOf(selection: Selection, recomputation: Recomputation): string[] {
  return [...recomputation.keys()].filter((name) => {
    const source = recomputation.source(name);
    return source !== null && selection.wantsDocument(source.id);
  });
}

/** Questions of a bounded size, each about one location. `keys` null: everything of the locations. */
function portionsOf(selection: Selection, keys: readonly string[] | null) {
  if (keys === null) return selection.locations.map((locationId) => ({ locationId, keys: null }));
  const byLocation = Map.groupBy(keys, (key) => key.split(':', 1)[0] ?? '');
  return [...byLocation].flatMap(([locationId, here]) =>
    Array.from({ length: Math.ceil(here.length / KEYS_AT_ONCE) }, (_, portion) => ({
      locationId,
      keys: here.slice(portion * KEYS_AT_ONCE, (portion + 1) * KEYS_AT_ONCE),
    })),
  );
}

async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

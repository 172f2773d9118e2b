import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { counted, type ProjectorFixture, projectorFixture, redacted, until } from './testing/projector-fixture.ts';
import { differences, revisions, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { DocumentStore } from '@fundlens/projection/writer/document-store';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const { seed } = propertySeed();

/** Histories of the same small world, one after the other: more of the same entities, more meetings. */
const someHistories = (count: number): Typed[] => [...fc.sample(history, { numRuns: count, seed }).flat()];

const everyType = [
  build.locationChanged(),
  build.contactChanged(),
  build.pipelineChanged(),
  build.dealChanged(),
  build.applicantChanged(),
  build.creditReportStored(),
  build.underwritingCompleted(),
  build.fundingPlanChanged(),
  build.nextStepsChanged(),
  build.companyChanged(),
  build.installationChanged(),
  build.credentialChanged(),
];

it('turns events of every type into the documents of the reference fold, and a replay from zero moves nothing', async () => {
  const events = [...everyType, ...someHistories(20)];
  const first = await fixture.start();
  await fixture.publish(events);
  await fixture.caughtUp();
  const stored = await storedDocuments(fixture.db);
  expect(stored.size).toBeGreaterThan(10);
  expect(differences(stored, referenceFold(events.map(redacted)))).toEqual([]);
  expect(await fixture.deadLetters()).toEqual([]);
  await first.stop();

  await fixture.db.collection(CHECKPOINTS).deleteMany({});
  await fixture.start();
  await fixture.caughtUp();
  expect(revisions(await storedDocuments(fixture.db))).toEqual(revisions(stored));
});

it('lets two projectors that were given the same partitions, with random delays, end in the same documents', async () => {
  const events = someHistories(40);
  const delays = (salt: number) => {
    const random = fc.sample(fc.nat({ max: 20 }), { numRuns: 500, seed: seed + salt });
    let next = 0;
    return async () => {
      next += 1;
      await sleep(random[next % random.length] ?? 0);
    };
  };
  // They meet at least once: the first holds what it loaded first until the second, which waits for that, has loaded it too.
  const firstLoaded = Promise.withResolvers<readonly string[]>();
  const met = Promise.withResolvers<void>();
  const first = delayedStore(delays(1), async (keys) => {
    firstLoaded.resolve(keys);
    await met.promise;
  });
  const second = delayedStore(delays(2), async (keys) => {
    const held = await firstLoaded.promise;
    if (keys.some((key) => held.includes(key))) met.resolve();
  });
  const groups = (name: string) => ({ ACCESS_GROUP_ID: `${name}-a`, CHANGES_GROUP_ID: `${name}-c` });
  const projectors = await Promise.all([
    fixture.start(groups(`${fixture.environment.TOPIC_PREFIX}one`), { wrapStore: first }),
    fixture.start(groups(`${fixture.environment.TOPIC_PREFIX}two`), { wrapStore: second }),
  ]);
  for (let at = 0; at < events.length; at += 40) await fixture.publish(events.slice(at, at + 40));
  // The faster one moves the checkpoints; the documents must be right then, and stay so when the slower one is done.
  await fixture.caughtUp();
  const expected = referenceFold(events.map(redacted));
  expect(differences(await storedDocuments(fixture.db), expected)).toEqual([]);
  const applied = () => Promise.all(projectors.map((projector) => counted(projector, 'events_total')));
  await until(async () => (await applied()).every((count) => count >= events.length));
  expect(differences(await storedDocuments(fixture.db), expected)).toEqual([]);
  const lost = await Promise.all(projectors.map((projector) => counted(projector, 'swaps_lost_total')));
  expect(lost.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
});

/** `loaded` is called with the keys of each load, and delays its result. */
function delayedStore(delay: () => Promise<void>, loaded: (keys: readonly string[]) => Promise<void>) {
  return (store: DocumentStore): DocumentStore => ({
    async load(collection, keys) {
      await delay();
      const documents = await store.load(collection, keys);
      await delay();
      await loaded(keys.map((key) => `${collection} ${key}`));
      return documents;
    },
    async swap(collection, swaps) {
      const lost = await store.swap(collection, swaps);
      await delay();
      return lost;
    },
  });
}

it('continues from its checkpoint after a stop, without reading earlier events again', async () => {
  const events = someHistories(10);
  const first = await fixture.start();
  await fixture.publish(events);
  await fixture.caughtUp();
  await first.stop();
  const second = await fixture.start();
  const more = someHistories(20).slice(events.length);
  await fixture.publish(more);
  await fixture.caughtUp();
  // A batch is counted a moment after its checkpoint is stored.
  const applied = () => counted(second, 'events_total');
  await until(async () => (await applied()) >= more.length);
  expect(await applied()).toBe(more.length);
  expect(differences(await storedDocuments(fixture.db), referenceFold([...events, ...more].map(redacted)))).toEqual([]);
});

it('loses nothing while members of the group come and go', async () => {
  const events = someHistories(45);
  const third = Math.ceil(events.length / 3);
  const publishing = async () => {
    for (let at = 0; at < events.length; at += 30) await fixture.publish(events.slice(at, at + 30));
  };
  const first = await fixture.start();
  const published = publishing();
  await until(async () => (await counted(first, 'events_total')) >= third / 2);
  await fixture.start();
  await until(async () => (await counted(first, 'events_total')) >= third);
  await first.stop();
  await published;
  await fixture.caughtUp();
  expect(differences(await storedDocuments(fixture.db), referenceFold(events.map(redacted)))).toEqual([]);
  expect(await fixture.deadLetters()).toEqual([]);
});

import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { history } from '@fundlens/testing/history-arbitraries';
import { propertySeed } from '@fundlens/testing/property-config';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { counted, type ProjectorFixture, projectorFixture, redacted, until } from './testing/projector-fixture.ts';
import { differences, revisions, storedDocuments } from '@fundlens/projection/testing/stored-documents';

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

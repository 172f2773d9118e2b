import { fixtureOfEachTest, until } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { dealPipelines } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { deals } from '@fundlens/read-models/deals/deals';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import { sleep } from '@fundlens/runtime/backoff';
import * as build from '@fundlens/testing/event-builders';
import { Binary } from 'mongodb';
import { expect, it } from 'vitest';
import { type OperatorOptions, operate } from '../testing/operator-fixture.ts';
import type { VerifyResult } from './verify.ts';

const fixture = fixtureOfEachTest();

const verify = async (args: readonly string[], options: Partial<OperatorOptions> = {}) => {
  const result = await operate(['--json', 'verify', ...args], { ...fixture, ...options });
  return { status: result.status, ...result.json<VerifyResult>() };
};
/** No concurrent writers, so no pause between two rounds. */
const atRest = { replaced: () => ({ sleep: () => sleep(50) }) };
const stored = (model: typeof contacts) =>
  fixture.db.collection<{ _id: string; locationId: string; revision: number }>(collectionName(model.name, 1));

/** Of every kind that belongs to a location, and one location more. */
const EVENTS = [
  build.locationChanged(),
  build.installationChanged(),
  build.customFieldChanged(),
  build.contactChanged({ firstName: 'Planted' }),
  build.contactChanged({ meta: { version: 2 }, firstName: 'Planted' }),
  build.contactChanged({ contactId: 'gone' }),
  build.contactChanged({ contactId: 'gone', meta: { version: 2, deleted: true } }),
  build.applicantChanged(),
  build.creditReportStored(),
  build.underwritingCompleted(),
  build.fundingPlanChanged(),
  build.nextStepsChanged(),
  build.pipelineChanged(),
  build.dealChanged(),
  build.credentialChanged(),
  build.contactChanged({ meta: { locationId: 'loc-2' } }),
];

async function counted(): Promise<void> {
  await fixture.caughtUp();
  await until(async () => (await stored(dashboardWindows).countDocuments({ locationId: 'loc-1' })) === 1);
  await fixture.refreshed(DASHBOARD_SOURCES);
}

it('finds no difference in what projectors have made, and names every document and dashboard that was tampered with, and the part, without content', async () => {
  const projector = await fixture.start({ DASHBOARD_SWEEP_MS: '3600000' });
  await fixture.publish(EVENTS);
  await counted();
  const result = await verify(['--location', 'loc-1']);
  expect(result).toMatchObject({ status: 0, events: EVENTS.length - 1, differences: [], moving: [], shortened: [] });
  // Two contacts, location, report, pipeline, deal and dashboard.
  expect(result.compared).toBe(7);

  await projector.stop();
  await stored(contacts).updateOne(
    { _id: 'loc-1:contact-1' },
    { $set: { 'views.contact': new Binary(Buffer.from('{}')) } },
  );
  await stored(dealPipelines).updateOne({ _id: 'loc-1:pipeline-1' }, { $set: { listKey: 'Planted elsewhere' } });
  await stored(creditReports).deleteOne({ _id: 'loc-1:request-1' });
  await stored(deals).updateOne({ _id: 'loc-1:deal-1' }, { $set: { 'slots.deal:contact-1.version': 99 } });
  await stored(contacts).insertOne({
    ...((await stored(contacts).findOne({ _id: 'loc-1:contact-1' })) ?? { locationId: '', revision: 1 }),
    _id: 'loc-1:unknown',
  });
  const window = await stored(dashboardWindows).findOne({ locationId: 'loc-1' });
  expect(window).not.toBeNull();
  await stored(dashboardWindows).updateOne({ locationId: 'loc-1' }, { $set: { timeZone: 'Asia/Tokyo' } });

  const wrong = await verify(['--location', 'loc-1'], atRest);
  expect(wrong).toMatchObject({
    status: 1,
    moving: [],
    differences: [
      { document: 'contacts/loc-1:contact-1', part: 'view contact differs' },
      { document: 'contacts/loc-1:unknown', part: 'should not exist' },
      { document: 'credit_reports/loc-1:request-1', part: 'is missing' },
      { document: 'dashboard_windows/loc-1', part: 'time zone differs' },
      { document: 'deal_pipelines/loc-1:pipeline-1', part: 'field listKey differs' },
      { document: 'deals/loc-1:deal-1', part: 'slot deal:contact-1 differs' },
    ],
  });
  const text = await operate(['verify', '--location', 'loc-1'], { ...fixture, typed: '', ...atRest });
  expect(text.output).toContain('6 differ.');

  expect(text.output + JSON.stringify(wrong)).not.toContain('Planted');

  for (const args of [[], ['--location', 'a:b']]) {
    expect((await operate(['verify', ...args], fixture)).status, args.join(' ')).toBe(2);
  }
  const ends = await fixture.admin.fetchTopicOffsets(fixture.topics.crm);
  const { partition = -1 } = ends.find(({ high }) => high !== '0') ?? {};
  await fixture.admin.deleteTopicRecords({ topic: fixture.topics.crm, partitions: [{ partition, offset: '1' }] });
  const { shortened } = await verify(['--location', 'loc-1'], atRest);
  expect(shortened).toEqual([`${fixture.topics.crm}:${partition}`]);
});

it('compares a dashboard with what its documents say now, after it has read on, and misses nothing that is set aside', async () => {
  await setAside(fixture, 'crm', [build.contactChanged({ contactId: 'set-aside' })]);
  await fixture.start({ DASHBOARD_SWEEP_MS: '3600000' });
  await fixture.publish(EVENTS);
  await counted();
  await stored(dashboardWindows).updateOne({ locationId: 'loc-1' }, { $set: { timeZone: 'Asia/Tokyo' } });
  const changed = build.dealChanged({ meta: { version: 2 }, amountCents: 7_654_321 });
  let looks = 0;
  const changing = async () => {
    looks += 1;
    if (looks > 1) return true;
    await fixture.publish([changed]);
    await counted();
    return true;
  };
  const result = await verify(['--location', 'loc-1'], { replaced: () => ({ sleep: changing }) });
  expect([looks > 0, result.differences, result.moving]).toEqual([true, [], []]);
});

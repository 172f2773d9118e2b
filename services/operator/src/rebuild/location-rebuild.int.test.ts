import { modelVersion } from '@fundlens/read-models/definition';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { creditReports } from '@fundlens/read-models/credit-reports/credit-reports';
import { dealPipelines } from '@fundlens/read-models/deal-pipelines/deal-pipelines';
import { deals } from '@fundlens/read-models/deals/deals';
import { DASHBOARD_SOURCES, dashboardWindows } from '@fundlens/read-models/definitions';
import { locations } from '@fundlens/read-models/locations/locations';
import * as build from '@fundlens/testing/event-builders';
import { Binary } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { operate } from '../testing/operator-fixture.ts';
import {
  type ProjectorFixture,
  projectorFixture,
  redacted,
  until,
} from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { differences, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import type { OperationsSeams } from '../composition-root.ts';
import type { LocationRebuildResult } from './location-rebuild.ts';

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const TIMEOUT_MS = 180_000;
const BUSY = 60;
type Found = { _id: string; locationId: string; revision: number };
const stored = (model: typeof contacts) => fixture.db.collection<Found>(modelVersion(model));
/** No concurrent writers, so no pause between two rounds. */
const atRest: OperationsSeams = { verify: { pauseMs: 50 } };
const heal = async (args: readonly string[], seams: OperationsSeams = atRest) => {
  const given = ['--json', 'rebuild', ...args, '--location', 'loc-1', '--yes'];
  const { status, output, errors } = await operate(given, { ...fixture, seams });
  return { status, errors, result: output === '' ? null : (JSON.parse(output) as LocationRebuildResult) };
};
const namesOf = (found: readonly { readonly document: string }[] = []) => found.map(({ document }) => document);

const EVENTS = [
  build.locationChanged(),
  build.installationChanged(),
  build.contactChanged(),
  build.contactChanged({ meta: { version: 2 } }),
  build.applicantChanged(),
  build.creditReportStored(),
  build.underwritingCompleted(),
  build.fundingPlanChanged(),
  build.pipelineChanged(),
  build.dealChanged(),
  build.contactChanged({ meta: { locationId: 'loc-2' } }),
];

async function counted(): Promise<void> {
  await fixture.caughtUp();
  await until(async () => (await stored(dashboardWindows).countDocuments({ locationId: 'loc-1' })) === 1);
  await fixture.refreshed(DASHBOARD_SOURCES);
}

/** Every way in which a hand in the database can make documents another thing than the log says, but for raising them. */
async function damage(): Promise<void> {
  const bytes = (text: string) => new Binary(Buffer.from(text));
  const contact = { 'views.contact': bytes('{}'), 'views.facts': bytes('[]'), applicationKey: 'elsewhere' };
  await stored(contacts).updateOne({ _id: 'loc-1:contact-1' }, { $set: contact, $unset: { 'slots.plan:plan-1': '' } });
  await stored(creditReports).updateOne({ _id: 'loc-1:request-1' }, { $set: { 'views.report': bytes('{}') } });
  await stored(deals).updateOne({ _id: 'loc-1:deal-1' }, { $set: { 'slots.deal:contact-1.value.name': 'forged' } });
  await stored(dealPipelines).deleteMany({ locationId: 'loc-1' });
  await stored(locations).updateOne({ _id: 'loc-1' }, { $set: { slots: {} } });
  await stored(dashboardWindows).updateOne({ locationId: 'loc-1' }, { $set: { timeZone: 'Asia/Tokyo' } });
}

it(
  'heals whatever was altered in a location while projectors write, settles its open dead letters, and lowers nothing',
  async () => {
    const late = ['discarded', 'open'].map((contactId) => build.contactChanged({ contactId }));
    const [deadLetter] = await setAside(fixture, 'crm', late);
    const elsewhere = build.nextStepsChanged({ meta: { locationId: 'loc-2' } });
    const [foreign] = await setAside(fixture, 'funding', [elsewhere]);
    const discard = ['dead-letters', 'discard', deadLetter?._id ?? '', '--because', 'wrong', '--yes'];
    expect((await operate(discard, fixture)).status).toBe(0);
    await fixture.start();
    await fixture.publish(EVENTS);
    await counted();
    const other = await stored(contacts).findOne({ _id: 'loc-2:contact-1' });
    await damage();

    // Not to the end: of a document that changes all the while nothing can be said.
    const busy = Array.from({ length: BUSY }, (_, n) =>
      build.contactChanged({ contactId: 'busy', meta: { version: 1 + n } }),
    );
    const load = (async () => {
      for (const event of busy) await fixture.publish([event]);
    })();
    const { status, errors, result } = await heal(['all'], {});
    await load;
    expect([status, errors, result?.remaining, result?.moving, result?.settledLetters]).toEqual([0, '', [], [], 1]);
    expect(namesOf(result?.healed).map((name) => name.split('/')[0])).toEqual(
      expect.arrayContaining([
        ...['contacts', 'credit_reports', 'dashboard_windows', 'deal_pipelines', 'deals', 'locations'],
      ]),
    );

    await counted();
    const expected = referenceFold([...EVENTS, ...busy, ...late.slice(1)].map(redacted));
    expect(differences(await storedDocuments(fixture.db), expected)).toEqual([]);
    expect(await stored(contacts).findOne({ _id: 'loc-2:contact-1' })).toEqual(other);
    const open = (await fixture.deadLetters()).filter((found) => found.status === 'open');
    expect(open.map(({ _id }) => _id)).toEqual([foreign?._id]);
    expect((await operate(['verify', '--location', 'loc-1'], fixture)).status).toBe(0);
    const revisions = await stored(contacts).findOne({ _id: 'loc-1:contact-1' });
    expect((await heal(['all'])).result).toMatchObject({ healed: [], remaining: [] });
    expect(await stored(contacts).findOne({ _id: 'loc-1:contact-1' })).toEqual(revisions);

    // What outranks the log, and what the log does not know, is named and left to a rebuild of the model.
    await stored(deals).updateOne({ _id: 'loc-1:deal-1' }, { $set: { 'slots.deal:contact-1.version': 99 } });
    // Without facts, which the dashboard of the location would count.
    const copied = await stored(contacts).findOne(
      { _id: 'loc-1:contact-1' },
      { projection: { 'views.facts': 0, days: 0 } },
    );
    await stored(contacts).insertOne({ ...(copied ?? { locationId: '', revision: 1 }), _id: 'loc-1:unknown' });
    await stored(contacts).updateOne({ _id: 'loc-1:contact-1' }, { $unset: { 'views.contact': '' } });
    const lower = await heal(['all']);
    expect([lower.status, namesOf(lower.result?.healed)]).toEqual([1, ['contacts/loc-1:contact-1']]);
    expect(namesOf(lower.result?.remaining)).toEqual(['contacts/loc-1:unknown', 'deals/loc-1:deal-1']);
  },
  TIMEOUT_MS,
);

it('asks first, and refuses what makes no sense for one location', async () => {
  const unconfirmed = await operate(['rebuild', 'all', '--location', 'loc-1'], fixture);
  expect(unconfirmed.status).toBe(4);
  for (const args of [['--grace', '5'], ['--accept-differences']])
    expect((await heal(['contacts', ...args])).status).toBe(2);
  expect((await heal(['credentials'])).status).toBe(2);
});

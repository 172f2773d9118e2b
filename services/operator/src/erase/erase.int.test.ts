import { createDeadLetters } from '@fundlens/projection/dead-letters/dead-letter-store';
import { createErasureStore } from '@fundlens/projection/erasures/erasure-store';
import type { Erasures } from '@fundlens/projection/erasures/erasures';
import { NO_ERASURES } from '@fundlens/projection/erasures/testing/no-erasures';
import { referenceFold } from '@fundlens/projection/fold/testing/reference-fold';
import { type Stored, storedDocuments } from '@fundlens/projection/testing/stored-documents';
import { fixtureOfEachTest, redacted } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { CHECKPOINTS } from '@fundlens/read-models/checkpoint';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { DASHBOARD_SOURCES, readModels } from '@fundlens/read-models/definitions';
import { ERASURES, isErased } from '@fundlens/read-models/erasure';
import { RetryableError } from '@fundlens/runtime/errors';
import * as build from '@fundlens/testing/event-builders';
import type { Typed } from '@fundlens/testing/event-identity';
import { Binary } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { System } from '../composition-root.ts';
import { type OperatorOptions, operate } from '../testing/operator-fixture.ts';
import type { VerifyResult } from '../verify/verify.ts';
import type { EraseResult } from './eraser.ts';

const fixture = fixtureOfEachTest();

it('takes no id that reads as a Social Security number, which the mark would store', async () => {
  await fixture.start();
  expect((await erase(['--location', 'loc-1', '--contact', '517-46-9283'])).status).toBe(2);
  expect(await fixture.db.collection(ERASURES).countDocuments()).toBe(0);
});

const CONTACT = ['--location', 'loc-1', '--contact', 'c-1'];
const PLANTED = 'Plantedvalue';
const BYSTANDER = 'Bystander';

const erase = async (args: readonly string[] = CONTACT, options: Partial<OperatorOptions> = {}) => {
  const result = await operate(['--json', 'erase', ...args, '--yes', '--by', 'ticket-1'], { ...fixture, ...options });
  return { status: result.status, errors: result.errors, ...(result.output === '' ? {} : result.json<EraseResult>()) };
};
const verify = async () => (await operate(['--json', 'verify', '--location', 'loc-1'], fixture)).json<VerifyResult>();

/** Everything that is known of a contact, with `name` in every text that is stored. */
function lifeOf(contactId: string, name: string, version = 1): Typed[] {
  const meta = { version };
  return [
    build.contactChanged({ meta, contactId, firstName: name, lastName: name, city: name }),
    build.applicantChanged({ meta, contactId, processor: name }),
    build.creditReportStored({
      meta,
      contactId,
      requestId: `r-${contactId}`,
      report: build.reportBytes({ note: name, trades: [{ customerName: name }] }),
    }),
    build.underwritingCompleted({ meta, contactId, resultId: `u-${contactId}`, declineReason: name }),
    build.fundingPlanChanged({ meta, contactId, planId: `p-${contactId}` }),
    build.nextStepsChanged({ meta, contactId }),
    build.dealChanged({ meta, contactId, dealId: `d-${contactId}`, name }),
  ];
}
const LOCATION = [build.locationChanged({ name: BYSTANDER }), build.installationChanged(), build.pipelineChanged()];

/** Everything that the database holds, bytes as text. */
async function everything(): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await fixture.db.listCollections().toArray()) {
    for await (const document of fixture.db.collection(name).find({})) {
      texts.push(JSON.stringify(document, (_, value) => (value?._bsontype === 'Binary' ? '' : value)));
      for (const value of [document, document.views ?? {}].flatMap((fields) => Object.values(fields))) {
        if (value instanceof Binary) texts.push(Buffer.from(value.value()).toString('latin1'));
      }
    }
  }
  return texts.join('\n');
}

async function settled(): Promise<void> {
  await fixture.caughtUp();
  await fixture.refreshed(DASHBOARD_SOURCES);
}

/** Documents as their content alone. */
const contents = (documents: ReadonlyMap<string, Stored>) =>
  new Map([...documents].map(([key, { revision: _, ...content }]) => [key, content]));

describe('erasing a contact', () => {
  it('leaves slots that outrank every version, and everything of other subjects', async () => {
    await fixture.start();
    await fixture.publish([...LOCATION, ...lifeOf('c-1', PLANTED), ...lifeOf('c-2', BYSTANDER)]);
    await settled();
    expect(await everything()).toContain(PLANTED);
    const dry = await operate(['--json', 'erase', ...CONTACT, '--dry-run'], fixture);
    expect(dry.json()).toMatchObject({ documents: 3, remaining: [] });
    expect(await everything()).toContain(PLANTED);

    expect(await erase()).toMatchObject({ status: 0, documents: 3, remaining: [] });
    expect(await everything()).not.toContain(PLANTED);
    const stored = await storedDocuments(fixture.db);
    for (const [key, expected] of referenceFold([...LOCATION, ...lifeOf('c-2', BYSTANDER)].map(redacted))) {
      expect(stored.get(key)?.slots, key).toEqual(expected.slots);
    }
    const erased = [...stored].filter(([key]) => /(?<!lo)c-1/.test(key));
    expect(erased.map(([key]) => key).toSorted()).toEqual([
      'contacts/loc-1:c-1',
      'credit_reports/loc-1:r-c-1',
      'deals/loc-1:d-c-1',
    ]);
    for (const [key, { slots, views, fields }] of erased) {
      expect([...slots.values()].every(isErased), key).toBe(true);
      expect([views, fields], key).toEqual([new Map(), {}]);
    }
    expect(await verify()).toMatchObject({ differences: [], moving: [] });
    expect(
      await fixture.db
        .collection(ERASURES)
        .find({ by: { $exists: true } })
        .toArray(),
    ).toMatchObject([{ _id: 'contact:loc-1:c-1', by: 'ticket-1' }]);
    expect(await erase()).toMatchObject({ status: 0, documents: 0, deadLetters: 0 });
  });

  it('finds a deal that moved to another contact, and leaves what belongs to that one', async () => {
    const dealOf = (contactId: string, name: string) => build.dealChanged({ contactId, dealId: 'moved', name });
    const before = dealOf('c.1', PLANTED);
    const moved = [
      { ...before, event: { ...before.event, meta: { ...before.event.meta, version: 2, deleted: true } } },
    ];
    await fixture.start();
    await fixture.publish([...LOCATION, before, ...moved, dealOf('c-2', BYSTANDER)]);
    await settled();
    const args = ['--location', 'loc-1', '--contact', 'c.1'];
    expect(await erase(args)).toMatchObject({ status: 0, documents: 1, remaining: [] });
    const deal = (await storedDocuments(fixture.db)).get('deals/loc-1:moved');
    expect([...(deal?.slots ?? [])].map(([name, slot]) => [name, isErased(slot)]).toSorted()).toEqual([
      ['deal:c-2', false],
      ['deal:c.1', true],
    ]);
    expect(await verify()).toMatchObject({ differences: [], moving: [] });
  });

  it('survives late events of every kind, and a projection from the beginning of the log gives the same', async () => {
    const first = await fixture.start();
    await fixture.publish([...LOCATION, ...lifeOf('c-1', PLANTED)]);
    await settled();
    await erase();
    await fixture.publish([
      ...lifeOf('c-1', PLANTED, 9),
      build.creditReportStored({ contactId: 'c-1', requestId: 'late', report: build.reportBytes({ note: PLANTED }) }),
      build.dealChanged({ contactId: 'c-1', dealId: 'late', name: PLANTED }),
    ]);
    await settled();
    expect(await everything()).not.toContain(PLANTED);
    const live = contents(await storedDocuments(fixture.db));
    await first.stop();

    const cleared = new Set([...readModels.map(({ name }) => collectionName(name, 1)), CHECKPOINTS]);
    for (const { name } of await fixture.db.listCollections().toArray()) {
      if (cleared.has(name)) await fixture.db.collection(name).deleteMany({});
    }
    await fixture.start();
    await settled();
    expect(contents(await storedDocuments(fixture.db))).toEqual(live);
    expect(await everything()).not.toContain(PLANTED);
  });

  it('is completed by the next one, wherever it was broken off', async () => {
    const fails = (): Promise<never> => Promise.reject(new RetryableError('cut', 'Broken off here.'));
    await fixture.start();
    await fixture.publish([...LOCATION, ...lifeOf('c-1', PLANTED)]);
    await settled();
    for (const replaced of [
      (): Partial<System> => ({ writerOf: () => ({ write: fails, eraseMarked: fails }) }),
      ({ writerOf }: System): Partial<System> => ({
        writerOf: (to) => ({ ...writerOf(to), write: (events) => writerOf(to).write(events).then(fails) }),
      }),
    ]) {
      expect((await erase(CONTACT, { replaced })).status).toBe(3);
    }
    const pending = await operate(['--json', 'erase', '--pending', '--yes'], fixture);
    expect([pending.status, pending.json()]).toMatchObject([0, { erasures: 1, remaining: [] }]);
    expect((await operate(['--json', 'erase', '--pending', '--yes'], fixture)).json()).toMatchObject({ erasures: 0 });
    expect(await erase()).toMatchObject({ status: 0, remaining: [] });
    expect(await everything()).not.toContain(PLANTED);
  });

  it('keeps positions of dead letters without names, so that no replay of the log applies them', async () => {
    const report = build.creditReportStored({ contactId: 'c-1', requestId: 'r-set-aside' });
    const [open, discarded] = await setAside(fixture, 'funding', [
      report,
      build.nextStepsChanged({ contactId: 'c-1' }),
    ]);
    const discard = ['dead-letters', 'discard', discarded?._id ?? '', '--because', 'wrong', '--yes'];
    expect((await operate(discard, fixture)).status).toBe(0);
    await fixture.start();
    await fixture.publish(lifeOf('c-1', PLANTED));
    await settled();
    expect(await erase()).toMatchObject({ status: 0, deadLetters: 2, remaining: [] });
    const anonymous = { status: 'discarded', entity: null, keyHash: null, payload: null };
    expect(await fixture.deadLetters()).toMatchObject([
      { _id: open?._id, ...anonymous, resolution: { by: 'ticket-1', because: 'erased' } },
      { _id: discarded?._id, ...anonymous },
    ]);
    expect(await verify()).toMatchObject({ differences: [], moving: [] });
    expect((await storedDocuments(fixture.db)).has('credit_reports/loc-1:r-set-aside')).toBe(false);
  });

  it('leaves the dead letters of custom fields, pipelines and other contacts that have the same id', async () => {
    const { environment } = fixture;
    await setAside(fixture, 'crm', [
      build.customFieldChanged({ fieldId: 'c-1' }),
      build.pipelineChanged({ pipelineId: 'c-1' }),
      build.contactChanged({ meta: { locationId: 'loc-2' }, contactId: 'c-1' }),
    ]);
    await fixture.start();
    await fixture.caughtUp();
    expect(await erase()).toMatchObject({ status: 0, deadLetters: 0, remaining: [] });
    expect((await fixture.deadLetters()).map(({ status }) => status)).toEqual(['open', 'open', 'open']);
    expect((await operate(['dead-letters', 'replay', '--all', '--yes'], { environment })).status).toBe(0);
    expect((await storedDocuments(fixture.db)).get('locations/loc-1')?.slots.has('custom-field:c-1')).toBe(true);
  });

  it('takes its dead letters along, and keeps no payload of late ones', async () => {
    const deadLetters = fixture.db.collection<DeadLetter>(DEAD_LETTERS);
    await setAside(fixture, 'crm', [
      build.contactChanged({ contactId: 'c-1', firstName: PLANTED }),
      build.contactChanged({ contactId: 'c-2' }),
    ]);
    await deadLetters.updateMany({}, { $set: { payload: `{"firstName":"${PLANTED}"}` as DeadLetter['payload'] } });
    await fixture.start();
    await fixture.caughtUp();
    expect(await erase()).toMatchObject({ status: 0, deadLetters: 1 });
    const left = await deadLetters.find({ entity: { $ne: null } }).toArray();
    expect(left).toMatchObject([{ entity: { ids: ['c-2'] } }]);
    expect(JSON.stringify(await deadLetters.find({ entity: null }).toArray())).not.toContain(PLANTED);

    const [kept] = left;
    await deadLetters.deleteMany({ entity: null });
    if (kept === undefined) throw new Error('the letter of the other contact is gone');
    const late = (offset: number): DeadLetter => ({
      ...kept,
      _id: `late:0:${offset}`,
      entity: { entity: 'contact', scope: 'loc-1', ids: ['c-1'] },
    });
    const limits = { generation: () => 1 };
    const erasures = createErasureStore(fixture.db);
    await createDeadLetters(fixture.db, { ...limits, erasures }).store([late(1), kept]);
    // One that looks before the mark is there stores the payload, and removes it when it looks again.
    let looks = 0;
    const tooEarly: Erasures = { among: (marks) => (looks++ === 0 ? NO_ERASURES : erasures).among(marks) };
    await createDeadLetters(fixture.db, { ...limits, erasures: tooEarly }).store([late(2)]);
    const stored = await deadLetters.find({}).sort({ _id: 1 }).toArray();
    expect(stored.map(({ _id, payload }) => [_id, payload])).toEqual(
      [
        [kept._id, kept.payload],
        ['late:0:1', null],
        ['late:0:2', null],
      ].sort(),
    );
  });

  it('changes nothing unless it is confirmed, and wants ids', async () => {
    expect((await operate(['erase', ...CONTACT], fixture)).status).toBe(4);
    expect((await operate(['erase', ...CONTACT], { ...fixture, typed: 'n' })).status).toBe(4);
    expect((await operate(['erase', '--contact', 'c-1'], fixture)).status).toBe(2);
    expect((await operate(['erase', '--location', 'a:b'], fixture)).status).toBe(2);
    expect(await fixture.db.collection(ERASURES).countDocuments()).toBe(0);
  });
});

it('erasing a location closes it and leaves nothing of it, its dashboard counts nothing, and other locations keep theirs', async () => {
  await fixture.start();
  const elsewhere = build.contactChanged({ meta: { locationId: 'loc-2' }, firstName: BYSTANDER });
  const ours = [
    build.locationChanged({ name: PLANTED }),
    build.installationChanged(),
    build.pipelineChanged(),
    build.customFieldChanged({ name: PLANTED }),
  ];
  await fixture.publish([...ours, ...lifeOf('c-1', PLANTED), ...lifeOf('c-2', PLANTED), elsewhere]);
  await settled();
  expect(await erase(['--location', 'loc-1'])).toMatchObject({ status: 0, remaining: [] });
  await fixture.publish([...lifeOf('c-3', PLANTED), build.locationChanged({ meta: { version: 7 }, name: PLANTED })]);
  await settled();
  expect(await everything()).not.toContain(PLANTED);
  const stored = await storedDocuments(fixture.db);
  expect(stored.get('locations/loc-1')?.fields).toEqual({ companyId: null, timeZone: null });
  expect([...(stored.get('locations/loc-1')?.slots.keys() ?? [])].some((name) => name.startsWith('inst'))).toBe(true);
  expect(stored.get('contacts/loc-2:contact-1')?.views.has('contact')).toBe(true);
  expect(await verify()).toMatchObject({ differences: [], moving: [] });
});

import { contacts } from '@fundlens/read-models/contacts/contacts';
import { deals } from '@fundlens/read-models/deals/deals';
import { collectionName, modelVersion } from '@fundlens/read-models/definition';
import type { StoredDocument } from '@fundlens/read-models/document';
import { versionsOf } from '@fundlens/read-models/model-version';
import { modelVersions, READ_MODEL_VERSIONS } from '@fundlens/read-models/store';
import { DASHBOARD_SOURCES } from '@fundlens/read-models/definitions';
import { ERASURES } from '@fundlens/read-models/erasure';
import { projectorFixture, type ProjectorFixture, until } from '@fundlens/projector/testing/projector-fixture';
import { setAside } from '@fundlens/projector/testing/set-aside';
import { storedDocuments } from '@fundlens/projection/testing/stored-documents';
import * as build from '@fundlens/testing/event-builders';
import { Binary } from 'mongodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RebuildRun } from '@fundlens/read-models/rebuild-run';
import { REBUILDS } from '@fundlens/read-models/rebuild-run';
import { operate } from './testing/operator-fixture.ts';

/** Found once: a command without the keep-list of the projectors "healed" a correct contact to ***-**-****. */

let fixture: ProjectorFixture;
beforeEach(async () => {
  fixture = await projectorFixture();
});
afterEach(() => fixture.close());

const TIMEOUT_MS = 120_000;
const KEPT_NUMBER = '123456789';
const KEEPING = { CUSTOM_FIELD_KEEP_LIST: 'account-reference' };
const PART = 'contacts: the custom-field keep-list (CUSTOM_FIELD_KEEP_LIST)';
/** Projectors look for new versions every second; one with another keep-list does not come as far as the comparison waits for. */
const quick = { rebuild: { announceMs: 1_500, withdrawMs: 1_500, projectorsMs: 1_000 }, verify: { pauseMs: 50 } };

const contactWith = (contactId: string) =>
  build.contactChanged({
    contactId,
    customFields: [{ id: 'account-reference', valueJson: JSON.stringify(KEPT_NUMBER), name: null }],
  });
const EVENTS = [build.locationChanged(), build.installationChanged(), contactWith('c-1'), build.dealChanged()];

const command = (args: readonly string[], options: Readonly<Record<string, string>> = {}) =>
  operate(['--json', ...args], { environment: { ...fixture.environment, ...options }, seams: quick });

/** Every document of every read model, and what rebuilds and erasures have said. */
async function everythingStored() {
  const names = (await fixture.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const kept = names.filter((name) => /_v\d+$/.test(name) || [ERASURES, REBUILDS, READ_MODEL_VERSIONS].includes(name));
  const found = kept.toSorted().map(async (name) => {
    const documents = await fixture.db.collection<StoredDocument>(name).find({}).sort({ _id: 1 }).toArray();
    return documents.map(({ _id, revision, slots, views }) => JSON.stringify({ name, _id, revision, slots, views }));
  });
  return (await Promise.all(found)).flat();
}

it(
  'a command without the keep-list of the projectors compares, heals, replays, erases and rebuilds nothing, and says why',
  async () => {
    const [deadLetter] = await setAside(fixture, 'crm', [contactWith('late')]);
    const projector = await fixture.start(KEEPING);
    await fixture.publish(EVENTS);
    await fixture.caughtUp();
    await fixture.refreshed(DASHBOARD_SOURCES);
    const before = await everythingStored();
    expect(before.join()).toContain(KEPT_NUMBER);

    for (const args of [
      ['verify', '--location', 'loc-1'],
      ['rebuild', 'all', '--location', 'loc-1', '--yes'],
      ['dead-letters', 'replay', deadLetter?._id ?? '', '--yes'],
      ['erase', '--location', 'loc-1', '--contact', 'c-1', '--yes'],
      ['rebuild', 'contacts', '--yes', '--accept-differences'],
    ]) {
      const { status, output, errors } = await command(args);
      expect([status, output], args.join(' ')).toEqual([2, '']);
      expect(errors, args.join(' ')).toContain(PART);
      expect(errors).not.toContain('account-reference');
    }
    expect(await everythingStored()).toEqual(before);
    expect((await fixture.deadLetters()).map(({ status, attempts }) => [status, attempts])).toEqual([['open', 1]]);
    expect((await command(['dead-letters', 'replay', '--all', '--yes'], KEEPING)).status).toBe(0);
    expect((await command(['verify', '--location', 'loc-1'], KEEPING)).status).toBe(0);
    expect((await projector.health()).ok).toBe(true);
    await projector.stop();

    // A projector with another keep-list writes nothing of contacts, says so, and goes on when they are rebuilt with its own.
    const stored = async () =>
      (await everythingStored()).filter((line) => line.includes(`"${modelVersion(contacts)}"`));
    const [one, late] = await stored();
    const other = await fixture.start();
    await until(async () => (await other.health()).checks['read models'] === `rebuild_needed: ${PART}`);
    expect(fixture.logLines.some((line) => line.includes('rebuild_needed') && line.includes(PART))).toBe(true);
    await fixture.publish([contactWith('c-2'), build.dealChanged({ dealId: 'deal-2' })]);
    await until(async () => (await fixture.db.collection(modelVersion(deals)).countDocuments({})) === 2);
    expect(await stored()).toEqual([one, late]);

    const refused = await command(['rebuild', 'contacts', '--yes', '--grace', '0']);
    expect([refused.status, refused.errors]).toEqual([2, expect.stringContaining('--new-fingerprint')]);
    const meant = await command(['rebuild', 'contacts', '--yes', '--grace', '0', '--new-fingerprint']);
    expect([meant.status, meant.errors]).toEqual([0, '']);
    // Values are made otherwise on purpose; what is missing would still be found.
    expect(meant.json<RebuildRun>()).toMatchObject({ phase: 'finished', comparison: { different: 0 } });
    await until(async () => !(await other.health()).degraded);
    await fixture.caughtUp();
    const rebuilt = (await everythingStored())
      .filter((line) => line.includes(`"${collectionName('contacts', contacts.version + 1)}"`))
      .join();
    expect(rebuilt).toContain('c-2');
    expect(rebuilt).not.toContain(KEPT_NUMBER);
  },
  TIMEOUT_MS,
);

it(
  'contacts of a build with other views are rendered anew from their slots, by a rebuild that takes them by itself',
  async () => {
    await fixture.publish([build.contactChanged()]);
    const before = await fixture.start();
    await fixture.caughtUp();
    await before.stop();
    const old = { 'views.contact': new Binary(Buffer.from('{"old":true}')) };
    await fixture.db.collection(modelVersion(contacts)).updateMany({}, { $set: old });
    const pointers = fixture.db.collection<{ _id: string; revision: number }>(READ_MODEL_VERSIONS);
    const madeOtherwise = { $set: { 'versions.0.fingerprint.views': 0 }, $inc: { revision: 1 } };
    await pointers.updateOne({ _id: contacts.name }, madeOtherwise);

    const projector = await fixture.start();
    const needed = 'rebuild_needed: contacts: how views are rendered (another build)';
    await until(async () => (await projector.health()).checks['read models'] === needed);
    const rebuilt = await command(['rebuild', 'contacts', '--yes', '--grace', '0']);
    expect(rebuilt.json<RebuildRun>()).toMatchObject({ phase: 'finished', fromSlots: true });
    await until(async () => !(await projector.health()).degraded);
    const shown = (await storedDocuments(fixture.db)).get('contacts/loc-1:contact-1')?.views.get('contact');
    expect(Buffer.from(shown ?? []).toString()).toContain('"contactId":"contact-1"');
  },
  TIMEOUT_MS,
);

it('versions from before fingerprints take that of the first projector that writes them, and keep it', async () => {
  const fingerprints = async () =>
    [...(await modelVersions(fixture.db))].flatMap(([name, model]) =>
      versionsOf(model).map(({ fingerprint }) => [name, fingerprint] as const),
    );
  // It writes companies, credentials and locations, and takes no options that concern the others.
  const access = await fixture.start({ CONSUMER_GROUPS: 'access' });
  await access.stop();
  const written = (await fingerprints()).filter(([, fingerprint]) => fingerprint !== undefined).map(([name]) => name);
  expect(written.toSorted()).toEqual(['companies', 'credentials', 'locations']);
  const early = await command(['verify', '--location', 'loc-1'], KEEPING);
  expect([early.status, early.errors]).toEqual([2, expect.stringContaining('no projector of this build')]);

  await (await fixture.start(KEEPING)).stop();
  const adopted = await fingerprints();
  expect(adopted.every(([, fingerprint]) => fingerprint !== undefined)).toBe(true);
  await (await fixture.start()).stop();
  expect(await fingerprints()).toEqual(adopted);
  expect((await command(['verify', '--location', 'loc-1'], KEEPING)).status).toBe(0);
  expect((await command(['verify', '--location', 'loc-1'])).status).toBe(2);
});

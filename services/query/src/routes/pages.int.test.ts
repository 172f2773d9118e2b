import { MAX_LINE_LENGTH } from '@fundlens/contracts/definition/limits';
import { type ChangedEntity, changedEntities, storedChanges } from '@fundlens/read-models/changed-entity';
import { contacts } from '@fundlens/read-models/contacts/contacts';
import { collectionName } from '@fundlens/read-models/definition';
import { beforeAll, describe, expect, it } from 'vitest';
import { queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { FIRST_CHANGE } from '../testing/read-model-fixtures.ts';

const LISTED = 120;
const contactIds = Array.from({ length: LISTED }, (_, i) => `c${String(i).padStart(3, '0')}`);
/** Several per instant, and some without one, so that pages end between equals. */
const instantOf = (index: number) => (index % 10 === 0 ? null : Math.floor(index / 7));

const harness = await queryHarness();
const { fixtures } = harness;
await fixtures.company('acme');
await fixtures.company('rival');
await fixtures.location('l1', 'acme');
await fixtures.location('l2', 'acme');
await fixtures.location('l3', 'rival');
const plenty = { companyId: 'acme', windowLimit: 100_000 };
const key = await fixtures.credential({ ...plenty, reach: 'location', pinnedLocationId: 'l1' });
const agency = await fixtures.credential({ ...plenty, reach: 'agency' });
const rival = await fixtures.credential({ ...plenty, reach: 'agency', companyId: 'rival' });
await Promise.all(
  contactIds.map(async (contactId, index) => {
    const submittedAt = instantOf(index);
    const stage = index % 2 === 0 ? 'even' : 'odd';
    await fixtures.application('l1', { contactId, submittedAt, stage });
    await fixtures.application('l2', { contactId, submittedAt, stage });
    await fixtures.contact('l1', { contactId, createdAt: submittedAt, tags: [stage] });
  }),
);
const query = await harness.start();

type Between = (page: number) => Promise<void>;

type Entry = { readonly contactId: string; readonly dealId?: string };

/** The ids of what the pages list, in their order. */
async function walk(path: string, options: { token: string; between?: Between }): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page === 0 || cursor !== null; page += 1) {
    const { status, json } = await query.get(cursor === null ? path : `${path}&cursor=${cursor}`, options);
    expect(status).toBe(200);
    const entries: Entry[] = json.data.contacts ?? json.data.deals;
    expect(json.data.returned).toBe(entries.length);
    found.push(...entries.map(({ contactId, dealId }) => dealId ?? contactId));
    cursor = json.data.nextCursor;
    await options.between?.(page);
  }
  return found;
}

it('a walk through changes finds many changes of one instant, each once', async () => {
  const limit = 100;
  const { db } = harness;
  const asOf = FIRST_CHANGE + 1_000_000;
  for (const stream of ['crm', 'funding'] as const) await fixtures.progress(stream, stream, [{ asOf }]);
  const contacts = db.collection<{ _id: string }>(collectionName('contacts', 1));
  const bulk = Array.from({ length: 1_300 }, (_, index) => `bulk-${String(index).padStart(4, '0')}`);
  const changed = (entityId: string) => {
    const common = { contactId: entityId, at: FIRST_CHANGE + 500_000, isLive: true };
    const later = { ...common, at: common.at + (entityId.endsWith('7') ? 9 : 0) };
    const entities: ChangedEntity[] = [
      { ...common, type: 'contact', id: entityId },
      { ...later, type: 'fundingPlan', id: 'plan' },
    ];
    return { _id: `l4:${entityId}`, locationId: 'l4', entityId, ...storedChanges(entityId, entities) };
  };
  await contacts.insertMany(bulk.map(changed));
  await fixtures.location('l4', 'acme');
  harness.pass();
  const told: string[] = [];
  let path = `/changes?locationId=l4&limit=${limit}`;
  for (let hasMore = true; hasMore; ) {
    const { json } = await query.get(path, { token: agency });
    const changes: readonly { type: string; contactId: string }[] = json.data.changes;
    told.push(...changes.map(({ type, contactId }) => `${contactId} ${type}`));
    path = `/changes?locationId=l4&limit=${limit}&cursor=${json.data.nextCursor}`;
    hasMore = json.data.hasMore;
  }
  expect(told).toHaveLength(2 * bulk.length);
  expect(new Set(told).size).toBe(2 * bulk.length);
  expect(told.slice(-130)).toEqual(bulk.filter((id) => id.endsWith('7')).map((id) => `${id} fundingPlan`));

  // Of types that nothing here has, a page ends when it has cost about as much as any other.
  harness.commands.length = 0;
  const { json } = await query.get('/changes?locationId=l4&types=nextSteps&limit=1', { token: agency });
  expect([json.data.returned, json.data.hasMore]).toEqual([0, true]);
  expect(harness.commands.filter(({ command }) => command.aggregate === contacts.collectionName).length).toBeLessThan(
    9,
  );
});

describe('a walk through what changed since an instant', () => {
  const SINCE = FIRST_CHANGE + 10_000_000;
  const AS_OF = SINCE + 1_000_000;
  const updatedSince = `updatedSince=${new Date(SINCE).toISOString()}`;
  const ids = Array.from({ length: 40 }, (_, index) => `u${String(index).padStart(2, '0')}`);
  /** Some changed before, one behind the watermark, several at one instant, one of which was deleted. */
  const deleted = 'u15';
  const ahead = 'u39';
  const changedSince = ids.filter((id, index) => index >= 10 && id !== deleted && id !== ahead);
  const changedAt = (id: string) => {
    const index = ids.indexOf(id);
    if (id === ahead) return AS_OF;
    return index < 10 ? SINCE - 60_000 + index : SINCE + Math.floor(index / 3) * 1_000;
  };

  /** As if everything of the document had changed at that instant. */
  async function change(model: 'contacts' | 'deals', id: string, at: number): Promise<void> {
    const documents = harness.db.collection<{ _id: string; changes: string }>(collectionName(model, 1));
    const _id = `since:${id}`;
    const { changes } = (await documents.findOne({ _id })) ?? { changes: '[]' };
    const entities = changedEntities(id, changes).map((entity) => ({ ...entity, at }));
    await documents.updateOne({ _id }, { $set: storedChanges(id, entities) });
  }

  async function entriesOf(path: string): Promise<ReadonlyMap<string, string>> {
    const { json } = await query.get(path, { token: agency });
    const entries: Entry[] = json.data.contacts ?? json.data.deals;
    return new Map(entries.map((entry) => [entry.dealId ?? entry.contactId, JSON.stringify(entry)]));
  }

  beforeAll(async () => {
    await fixtures.location('since', 'acme');
    for (const stream of ['crm', 'funding'] as const) await fixtures.progress(stream, stream, [{ asOf: AS_OF }]);
    await Promise.all(
      ids.map(async (contactId, index) => {
        const parity = index % 2 === 0 ? 'even' : 'odd';
        const common = { createdAt: index, deleted: contactId === deleted };
        const name = { firstName: 'Ada', lastName: 'Lovelace' };
        await fixtures.application('since', { contactId, submittedAt: index, stage: parity, outcome: 'open' });
        await fixtures.contact('since', { contactId, ...common, ...name, tags: [parity] });
        await fixtures.children('since', contactId);
        await change('contacts', contactId, changedAt(contactId));
        const deal = { dealId: contactId, contactId: 'c1', stageId: parity, status: 'open' } as const;
        await fixtures.deal('since', { ...deal, ...common });
        await change('deals', contactId, changedAt(contactId));
      }),
    );
    harness.pass();
  });

  describe.each([
    { path: '/pipeline', model: 'contacts', filters: ['stage=even', 'stage=even&outcome=open'] },
    { path: '/contacts', model: 'contacts', filters: ['tag=even&query=lovelace+ada', 'tag=even&query=love'] },
    { path: '/deals', model: 'deals', filters: ['stageId=even', 'stageId=even&status=open&contactId=c1'] },
  ] as const)('$path', ({ path, model, filters }) => {
    const list = `${path}?locationId=since`;

    it('finds each entry that changed, once, oldest change first', async () => {
      for (const limit of [4, changedSince.length, 500]) {
        expect(await walk(`${list}&${updatedSince}&limit=${limit}`, { token: agency })).toEqual(changedSince);
      }
    });

    it('shows the entries as the list does', async () => {
      const includes = path === '/deals' ? [''] : ['', '&include=fundingPlans,nextSteps'];
      for (const include of includes) {
        const all = await entriesOf(`${list}${include}&limit=500`);
        const updated = await entriesOf(`${list}${include}&${updatedSince}&limit=500`);
        expect(updated.size).toBe(changedSince.length);
        for (const [id, entry] of updated) expect(entry).toBe(all.get(id));
      }
    });

    it('shows only those that match a filter', async () => {
      const even = changedSince.filter((id) => Number(id.slice(1)) % 2 === 0);
      for (const filter of filters) {
        expect(await walk(`${list}&${updatedSince}&${filter}&limit=5`, { token: agency })).toEqual(even);
      }
    });

    it('finds what has just changed before the instant, and nothing of later or before', async () => {
      const walkSince = (instant: number) =>
        walk(`${list}&updatedSince=${new Date(instant).toISOString()}`, { token: agency });
      expect(await walkSince(SINCE - 60_000 + 4_000)).toEqual([...ids.slice(0, 10), ...changedSince]);
      expect(await walkSince(SINCE - 60_000 + 9_000)).toHaveLength(changedSince.length);
      expect(await walkSince(SINCE - 60_000 + 5_004)).toEqual([...ids.slice(5, 10), ...changedSince]);
      expect(await walkSince(AS_OF)).toEqual([]);
      expect(await walkSince(AS_OF + 1e9)).toEqual([]);
    });

    it('finds again what changes on the way, and the others once', async () => {
      const changing = ['u12', 'u30'];
      const found = await walk(`${list}&${updatedSince}&limit=5`, {
        token: agency,
        async between(page) {
          if (page === 1) for (const id of changing) await change(model, id, SINCE + 500_000);
        },
      });
      for (const id of changing) await change(model, id, changedAt(id));
      expect(found).toEqual([...changedSince.filter((id) => id !== 'u30'), ...changing]);
    });
  });
});

describe('a walk', () => {
  it('over a search finds whoever has a word that begins with each that was typed, exactly once, in order', async () => {
    await fixtures.location('search', 'acme');
    const lastNames = "Marian Mariani O'Marian Marin Mars Mart Mariannasofia Marianna-Sofie Marha".split(' ');
    // Marja and Marha are on either side of what begins with `mari`; only together they would be in between.
    const firstNames = ['Ana', 'Anabel', 'Anastasiya', 'Marja', '小龙'];
    const people = contactIds.map((contactId, index) => ({
      contactId,
      createdAt: instantOf(index),
      lastName: lastNames[index % lastNames.length] ?? '',
      firstName: firstNames[index % firstNames.length] ?? '',
      tags: index % 3 === 0 ? ['third'] : [],
    }));
    await Promise.all(people.map((person) => fixtures.contact('search', person)));
    const all = await walk(`/contacts?locationId=search&limit=${LISTED}`, { token: agency });
    expect(all.toSorted()).toEqual(contactIds);
    // Each beside the names that it finds: lengths that are indexed, others, and several words at once.
    const searches: readonly (readonly [typed: string, lastName: RegExp, firstName: RegExp])[] = [
      ['marin', /^Marin/, /^/],
      ['mariannas', /Mariannasofia|Marianna-Sofie/, /^/],
      ['mariannasofi', /Mariannasofia|Marianna-Sofie/, /^/],
      ['omaria', /^O'/, /^/],
      ['mari marj', /Mari/, /^Marja/],
      ['marian anab', /Marian/, /^Anabel/],
      ['mariannas anastasi', /Mariannasofia|Marianna-Sofie/, /^Anastasiya/],
      ['小龙 mart', /^Mart/, /小龙/],
    ];
    for (const [typed, lastName, firstName] of searches) {
      for (const tag of ['', '&tag=third']) {
        const matching = people.filter(
          (one) => lastName.test(one.lastName) && firstName.test(one.firstName) && (tag === '' || one.tags.length > 0),
        );
        const path = `/contacts?locationId=search&query=${encodeURIComponent(typed)}${tag}&limit=4`;
        const found = await walk(path, { token: agency });
        expect(found, path).toEqual(all.filter((id) => matching.some(({ contactId }) => contactId === id)));
      }
    }
  });

  it('finds every entry that stays exactly once while others come, go and change', async () => {
    const found = await walk('/pipeline?limit=7', {
      token: key,
      async between(page) {
        await fixtures.application('l1', { contactId: `new${page}`, submittedAt: page * 3 });
        await fixtures.application('l1', { contactId: `z${page}`, submittedAt: null });
        const changed = contactIds[(page * 11) % LISTED] ?? '';
        const submittedAt = instantOf(Number(changed.slice(1)));
        await fixtures.application('l1', { contactId: changed, submittedAt, stage: 'changed' });
        await harness.db
          .collection(collectionName(contacts.name, 1))
          .updateOne({ _id: `l1:new${page - 1}` as never }, { $unset: { applicationKey: 1 } });
      },
    });
    const stayed = found.filter((id) => id.startsWith('c'));
    expect(stayed).toHaveLength(LISTED);
    expect(new Set(found).size).toBe(found.length);
  });
});

it('a page stops at 8 MiB with what it includes and goes on with a cursor, also of what changed since an instant', async () => {
  await fixtures.location('wide', 'acme');
  // The longest ids make the longest cursors.
  const wide = Array.from({ length: 8 }, (_, index) => `w${index}`.padEnd(128, 'x'));
  for (const [index, contactId] of wide.entries()) {
    await fixtures.contact('wide', { contactId, createdAt: index });
    await fixtures.children('wide', contactId, { strengths: ['x'.repeat(1024 * 1024)] });
  }
  const including = '/contacts?locationId=wide&include=underwritingResults';
  for (const [list, ids] of [
    [including, wide.toReversed()],
    [`${including}&updatedSince=2026-01-01T00:00:00Z`, wide],
  ] as const) {
    let pages = 0;
    const found = await walk(list, {
      token: agency,
      async between() {
        pages += 1;
      },
    });
    expect([found, pages]).toEqual([ids, 2]);
  }
});

it('finds a contact by the longest tag and the longest e-mail address that an event may have', async () => {
  await fixtures.location('l5', 'acme');
  const [tag, email] = ['t'.repeat(MAX_LINE_LENGTH), `@example.com`.padStart(MAX_LINE_LENGTH, 'e')];
  await fixtures.contact('l5', { contactId: 'longest', tags: [tag], email });
  for (const search of [`tag=${tag}`, `email=${email}`]) {
    expect(await walk(`/contacts?locationId=l5&${search}`, { token: agency })).toEqual(['longest']);
  }
});

describe('a cursor', () => {
  it('goes on at every instance in each step of a rotation of its secret, and ends with the secret', async () => {
    const before = { CURSOR_SECRET: harness.environment.CURSOR_SECRET ?? '' };
    const after = { CURSOR_SECRET: 'the secret after it, which is long enough too' };
    // As the guide to the rotation has them; instances of neighbouring steps serve side by side.
    const told = await harness.start({ ...before, CURSOR_SECRET_PREVIOUS: after.CURSOR_SECRET });
    const changed = await harness.start({ ...after, CURSOR_SECRET_PREVIOUS: before.CURSOR_SECRET });
    const ended = await harness.start(after);
    const path = '/pipeline?stage=odd&limit=7';
    const statusAt = async (from: RunningQuery, to: RunningQuery) => {
      const { json } = await from.get(path, { token: key });
      return (await to.get(`${path}&cursor=${json.data.nextCursor}`, { token: key })).status;
    };
    for (const [one, next] of [[query, told] as const, [told, changed] as const, [changed, ended] as const]) {
      expect([await statusAt(one, next), await statusAt(next, one)]).toEqual([200, 200]);
    }
    expect(await statusAt(query, ended)).toBe(400);
  });

  it('is refused where it does not belong, without a look at the data', async () => {
    const first = await query.get('/pipeline?limit=7&locationId=l2&stage=odd', { token: agency });
    const cursor: string = first.json.data.nextCursor;
    const altered = `${cursor.slice(0, -2)}${cursor.endsWith('A') ? 'B' : 'A'}${cursor.slice(-1)}`;
    harness.commands.length = 0;
    for (const [path, token, given = cursor] of [
      ['/pipeline?locationId=l1&stage=odd', agency],
      ['/pipeline?locationId=l2&stage=even', agency],
      ['/pipeline?locationId=l2&stage=odd&outcome=open', agency],
      ['/pipeline?locationId=l2&processor=odd', agency],
      ['/pipeline?locationId=l2', agency],
      ['/contacts?locationId=l2', agency],
      ['/locations?', agency],
      ['/pipeline?stage=odd', key],
      ['/pipeline?locationId=l3&stage=odd', rival],
      ['/pipeline?locationId=l2&stage=odd', agency, altered],
    ] as const) {
      const { status, json } = await query.get(`${path}&cursor=${given}`, { token });
      expect([path, status, json.error.code]).toEqual([path, 400, 'invalid_request']);
    }
    const collections = harness.commands.map(({ command }) => String(command.find ?? command.aggregate ?? ''));
    expect(collections.filter((name) => /^(contacts|deals|locations)_/.test(name))).toEqual([]);
    const right = await query.get(`/pipeline?locationId=l2&stage=odd&cursor=${cursor}`, { token: agency });
    expect(right.status).toBe(200);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { statedIn, wanted } from '../testing/end-state.ts';
import { type IngestFixture, openIngestFixture } from '../testing/ingest-fixture.ts';
import { LOCATION } from '../testing/test-crm.ts';

let fixture: IngestFixture;

beforeEach(async () => {
  fixture = await openIngestFixture();
});

afterEach(() => fixture.close());

function fill(contacts: number, deals: number): void {
  const { crm } = fixture;
  crm.put(LOCATION, 'pipeline', 'pipeline-1', {
    name: 'Funding',
    stages: [{ id: 'stage-1', name: 'New', position: 0 }],
  });
  crm.put(LOCATION, 'customField', 'field-1', { name: 'Revenue', fieldKey: 'contact.revenue', dataType: 'NUMERICAL' });
  for (let n = 0; n < contacts; n += 1) {
    crm.createContact(LOCATION, `contact-${n}`, {
      ...{ firstName: `Name ${n}`, email: `person-${n}@example.com`, address1: `${n} Elm Street`, tags: ['lead'] },
      customFields: [{ id: 'field-1', value: n }],
    });
  }
  for (let n = 0; n < deals; n += 1)
    crm.createOpportunity(LOCATION, `deal-${n}`, { ...DEAL, contactId: `contact-${n}` });
}

const DEAL = { pipelineId: 'pipeline-1', pipelineStageId: 'stage-1', name: 'Line of credit', monetaryValue: 5_000 };

async function expectRight(): Promise<void> {
  const log = await fixture.events();
  expect(Object.fromEntries(statedIn(log))).toEqual(Object.fromEntries(wanted(fixture.crm, LOCATION)));
}

describe('a backfill', () => {
  test('killed in the middle and given again ends in the same state, without reading again what is done', async () => {
    fill(350, 60);
    let pages = 0;
    fixture.server.rewrite = (request, response) => {
      if (request.path === '/contacts/search') pages += 1;
      if (pages === 3 && killed.left) {
        killed.left = false;
        first.kill();
      }
      return response;
    };
    const killed = { left: true };
    const first = fixture.backfill(LOCATION);
    expect(await first.ended).toMatchObject({ status: null });
    const second = await fixture.backfill(LOCATION).ended;
    expect(second).toMatchObject({ status: 0, output: expect.stringContaining('Done: ') });
    expect(second.errors).toContain('Goes on after');
    await expectRight();
    const log = await fixture.events();
    const states = log.filter(({ event }) => 'contactId' in event && event.meta.version > 0);
    // The page in work may be published again; those before it are not.
    expect(states.length).toBeLessThanOrEqual(350 + 60 + 100);
    expect(pages).toBeLessThanOrEqual(6);
    expect(fixture.server.limits.refusals()).toBe(0);

    expect((await fixture.backfill(LOCATION).ended).status).toBe(0);
    expect(await fixture.events(), 'given again when nothing has changed').toHaveLength(log.length);
    // The claim of the killed process is waited for.
  }, 120_000);

  test('beside live webhooks never puts back what they said', async () => {
    fill(320, 60);
    const { crm, server } = fixture;
    const ingest = await fixture.start(fixture.highLevel);
    await ingest.started;
    const delivered: Promise<unknown[]>[] = [];
    let pages = 0;
    // Each page of a search is followed at once by changes of entities on it, and their webhooks.
    server.rewrite = (request, response) => {
      if (!request.path.endsWith('/search')) return response;
      pages += 1;
      const answer = JSON.parse(JSON.stringify(response)) as typeof response;
      const changes = [
        crm.updateContact(LOCATION, `contact-${pages * 3}`, { firstName: `Changed ${pages}` }),
        crm.updateOpportunity(LOCATION, `deal-${pages * 2}`, { monetaryValue: 100 + pages, status: 'won' }),
        crm.remove(LOCATION, 'contact', `contact-${200 + pages}`),
      ];
      delivered.push(...changes.map(ingest.deliver));
      return answer;
    };
    const end = await fixture.backfill(LOCATION).ended;
    expect(end.status).toBe(0);
    expect(pages).toBeGreaterThan(4);
    expect(new Set((await Promise.all(delivered)).flat())).toEqual(new Set(['delivered']));
    await expectRight();
  });

  test('dry: says what it would do, and writes nothing', async () => {
    fill(30, 5);
    const { status, output } = await fixture.backfill(LOCATION, '--dry-run').ended;
    expect({ status, output }).toEqual({
      status: 0,
      output: [
        'Would be done: 38 entities.',
        '  location: 1 published',
        '  customField: 1 published',
        '  pipeline: 1 published',
        '  contact: 30 published',
        '  opportunity: 5 published\n',
      ].join('\n'),
    });
    expect(await fixture.events()).toEqual([]);
    expect(await fixture.db.listCollections().toArray()).toSatisfy((found: { name: string }[]) =>
      found.every(({ name }) => name !== 'highlevel_walks'),
    );
  });

  test('of a location that the token does not open ends with status 1 and says so', async () => {
    const { status, errors } = await fixture.backfill('loc-other').ended;
    expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining('HighLevel forbids') });
  });

  test('refuses other arguments', async () => {
    for (const args of [[], ['no id!'], ['loc-1', '--unknown']]) {
      const { status, errors } = await fixture.backfill(...args).ended;
      expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining('Usage: ') });
    }
  });
});

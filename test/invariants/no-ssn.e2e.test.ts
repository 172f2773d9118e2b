import { eventTypes } from '@fundlens/contracts/event-types';
import { pdfPages } from '@fundlens/credit-reports/testing/pdf-text';
import { publishedDocument, resolved } from '@fundlens/query/testing/published-routes';
import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { collectionName } from '@fundlens/read-models/definition';
import { readModels } from '@fundlens/read-models/definitions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ApiAnswer, target } from '../harness/api-client.ts';
import { appendRaw } from '../harness/raw-events.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { company, installedLocation, issueCredential } from '../harness/tenants.ts';
import { createTestSystem, type QueryService, type TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import { type Leak, searchCollections, searchFolder, searchRedis } from './leak-search.ts';
import { COMPANY, companionsOf, LOCATION, type PlantedEvent, plantedEvents, plantedNumbers } from './planted-events.ts';
import { createSsnSearch, dashed } from './ssn-search.ts';

/** Access events whose key cannot be shown stop their partition; each gets one of its own, so that all are looked at. */
const PARTITIONS = 32;

const key = issueCredential({ credentialId: 'reads-planted', companyId: COMPANY, locationId: LOCATION });
const agency = issueCredential({ credentialId: 'agency-of-planted', companyId: COMPANY, locationId: null });

const planted = plantedEvents();
const stopsPartition = ({ type, reading }: PlantedEvent) =>
  reading === 'identity' && ['CompanyChanged', 'InstallationChanged', 'CredentialChanged'].includes(type);
const flowing = planted.filter((event) => !stopsPartition(event));
const stopping = planted.filter(stopsPartition);

const INCLUDED = 'creditSummary,underwritingResults,fundingPlans,nextSteps,application';

const document = publishedDocument();
/** Requests at once. */
const AT_ONCE = 20;
/** What clients send to the API by mistake: in each parameter that there is, and where none is. */
const mistakes = [
  ...Object.entries(document.paths).flatMap(([path, { get }]) =>
    get.parameters.map((parameter) => {
      const { name, in: place } = resolved(document, parameter);
      return { path, name, place };
    }),
  ),
  { path: '/contacts', name: 'unknown', place: 'query' },
  { path: '/contacts', name: 'user-agent', place: 'header' },
  { path: '/contacts', name: 'traceparent', place: 'header' },
];
const asked = mistakes.map(({ name }, index) => {
  return { number: String(991_000_331 + index * 10_037), where: `a request's ${name}` };
});
const numbers = new Map([...plantedNumbers(planted), ...asked.map(({ number, where }) => [number, where] as const)]);
const search = createSsnSearch(numbers);

let system: TestSystem;
let projector: ServiceProcess;
let query: QueryService;
let letters: Map<string, DeadLetter>;
let places: Map<PlantedEvent, string>;
let answers: { readonly where: string; readonly answer: ApiAnswer }[];

beforeAll(async () => {
  system = await createTestSystem({ name: 'no-ssn', stack: inject('stack'), partitions: PARTITIONS });
  projector = await system.startProjector();
  await system.publish([company(COMPANY), ...installedLocation(LOCATION, COMPANY), key.event, agency.event]);
  await system.publish(flowing.flatMap(companionsOf));
  const flowed = await appendRaw(system, flowing);
  await system.applied.all();
  const stopped = await appendRaw(
    system,
    stopping.map((event, index) => ({ ...event, partition: index % PARTITIONS })),
  );
  places = new Map([
    ...flowing.map((event, index) => [event, flowed[index] ?? ''] as const),
    ...stopping.map((event, index) => [event, stopped[index] ?? ''] as const),
  ]);
  const collection = system.db.collection<DeadLetter>(DEAD_LETTERS);
  await eventually(async () => (await collection.countDocuments({ _id: { $in: stopped } })) === stopped.length, {
    what: 'dead letters of the unattributable access events',
  });
  letters = new Map((await collection.find({}).toArray()).map((letter) => [letter._id, letter]));
  query = await system.startQuery();
  answers = await askEverything();
});

afterAll(() => system?.stop());

/** Every route for every entity, and requests that carry a number themselves wherever a request can. */
async function askEverything(): Promise<typeof answers> {
  const found: typeof answers = [];
  const ask = async (where: string, token = key.token, headers: Record<string, string> = {}) => {
    const answer = await query.get({ target: where, token, headers });
    found.push({ where: where.replaceAll(/\d{3}\D{0,3}\d{2}\D{0,3}\d{4}/g, 'NUMBER'), answer });
    return answer;
  };

  const paths = Object.keys(document.paths);
  await ask('/locations', agency.token);
  const entries = new Map<string, number>();
  for (const path of paths.filter((each) => !/[{]|credit-reports|dashboard|changes/.test(each))) {
    entries.set(path, await pages(path, ask));
  }
  for (const path of ['/contacts', '/pipeline']) expect(entries.get(path)).toBeGreaterThan(100);
  for (const path of ['/deals', '/deal-pipelines', '/custom-fields']) expect(entries.get(path)).toBeGreaterThan(0);
  await pages(`/contacts?include=${INCLUDED}`, ask);
  for (const path of ['/dashboard/stats?days=365', '/changes?limit=500']) await ask(path);
  const accepted = planted.filter(({ reading }) => reading !== 'identity');
  const idsOf = (name: string) =>
    new Set(accepted.flatMap(({ event }) => (event as unknown as Record<string, unknown>)[name] ?? []));
  const each: string[] = [];
  for (const name of ['contactId', 'dealId']) {
    for (const path of paths.filter((one) => one.includes(`{${name}}`))) {
      for (const id of idsOf(name)) each.push(path.replace(`{${name}}`, encodeURIComponent(String(id))));
    }
  }
  for (const name of ['contactId', 'requestId']) {
    for (const id of idsOf(name)) each.push(target('/credit-reports', { [name]: String(id) }));
  }
  while (each.length > 0) await Promise.all(each.splice(0, AT_ONCE).map((where) => ask(where)));
  for (const { event } of planted.filter(({ reading }) => reading === 'report')) {
    const requestId = 'requestId' in event ? (event.requestId ?? '') : '';
    const { body, headers } = await ask(target('/credit-reports/pdf-url', { requestId }));
    const pdf = await fetch((JSON.parse(body) as { data: { url: string } }).data.url);
    const pages = (await pdfPages(new Uint8Array(await pdf.arrayBuffer()))).join('\n');
    found.push({ where: 'the PDF of a report', answer: { status: pdf.status, headers, body: pages } });
  }

  for (const [index, { path, name, place }] of mistakes.entries()) {
    const { number: digits = '' } = asked[index] ?? {};
    // Nine digits alone are an id.
    const number = index % 2 === 0 || name.endsWith('Id') ? dashed(digits) : digits;
    const filled = path.replace(/\{(\w+)\}/, (_, id: string) => (id === name ? number : 'contact-1'));
    const where = place === 'query' ? target(filled, { [name]: number }) : filled;
    for (const { token } of [key, agency]) await ask(where, token, place === 'header' ? { [name]: number } : {});
  }
  await ask('/contacts', `fmk_${asked[0]?.number}`);
  await ask(target('/contacts', { [`ssn${asked[1]?.number}`]: 'x' }));
  return found;
}

/** How many entries the list has, over all its pages. */
async function pages(path: string, ask: (where: string) => Promise<ApiAnswer>): Promise<number> {
  type Page = { readonly nextCursor?: string | null } & Record<string, unknown>;
  let entries = 0;
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const next = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
    const { data } = JSON.parse((await ask(path + next)).body) as { readonly data: Page };
    entries += Object.values(data).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
    cursor = data.nextCursor;
  }
  return entries;
}

const shown = (leaks: readonly Leak[]) => leaks.map(({ where, planted: place, as }) => `${where}: ${place} (${as})`);

describe('a Social Security number in any string field of any event', () => {
  it('is planted in every one of them and in all report shapes', () => {
    const types = new Set(planted.map(({ type }) => type));
    console.log(`no SSN: ${numbers.size} numbers in ${planted.length} events of ${types.size} types`);
    expect(types).toEqual(new Set(eventTypes));
  });

  it('lets the event pass where it is text, and makes it a dead letter where it is an id or has a fixed form', () => {
    const wrong = planted.filter((event) => {
      const letter = letters.get(places.get(event) ?? '');
      return (letter !== undefined) !== (event.reading === 'identity' || event.reading === 'opaque');
    });

    expect(wrong.map(({ place }) => place)).toEqual([]);
    // An id is set aside for what it reads as, and not because it has no place there at all.
    const reasons = planted.flatMap((event) => {
      const letter = letters.get(places.get(event) ?? '');
      return letter === undefined ? [] : [`${event.reading}: ${letter.reason}`];
    });
    expect([...new Set(reasons)].toSorted()).toEqual(['identity: id_reads_as_ssn', 'opaque: validation_failed']);
  });

  it('is not in MongoDB: read models, dead letters, audit, checkpoints or anything else', async () => {
    const collections = (await system.db.listCollections().toArray()).map(({ name }) => name);
    expect(collections).toEqual(
      expect.arrayContaining([...readModels.map(({ name }) => collectionName(name, 1)), DEAD_LETTERS]),
    );
    // The audit is written within 100 ms of an answer.
    await eventually(async () => (await system.db.collection('audit_log').countDocuments()) >= answers.length / 2, {
      what: 'the audit',
    });

    expect(shown(await searchCollections(system.db, search))).toEqual([]);
  });

  it('is not in Redis', async () => {
    expect(shown(await searchRedis(system.stack.redisUrl, search))).toEqual([]);
  });

  it('is in no answer of the API', () => {
    const served = answers.filter(({ answer }) => answer.status === 200);
    const leaks = answers.flatMap(({ where, answer }) => {
      const text = `${answer.body}\n${[...answer.headers].flat().join('\n')}`;
      return search.inText(text).map((finding) => ({ where, ...finding }));
    });

    expect(served.length).toBeGreaterThan(100);
    expect(shown(leaks)).toEqual([]);
  });

  it('is in no metric and no health report', async () => {
    const texts = await Promise.all(
      [projector, query].flatMap(({ adminPort }) =>
        ['/metrics', '/readyz', '/livez'].map(async (path) =>
          (await fetch(`http://127.0.0.1:${adminPort}${path}`)).text(),
        ),
      ),
    );

    expect(texts.flatMap((text) => search.inText(text))).toEqual([]);
  });

  it('is in no log', async () => {
    // Only what is closed is complete.
    await Promise.all([projector.stop(), query.stop()]);

    expect(shown(await searchFolder(system.logsDirectory, search))).toEqual([]);
  });
});

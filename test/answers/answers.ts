import { type Position, positionText } from '@fundlens/contracts/publishing/positions';
import type { QueryService, TestSystem } from '../harness/test-system.ts';
import { eventually } from '../harness/waiting.ts';
import {
  type AnsweredLocation,
  companies,
  credentialToken,
  historyOf,
  locations,
  NOW,
  planStatuses,
  processors,
  stages,
  tags,
} from './history.ts';

/** By question: all that the API answered to it, with what differs between two runs made the same. */
export type Answers = ReadonlyMap<string, string>;

const EVENTS_AT_ONCE = 500;
const INCLUDE = 'include=creditSummary,underwritingResults,fundingPlans,nextSteps,application';
const DAYS = [1, 7, 30, 365];

/** Publishes a history into a fresh system and asks every route for everything. */
export async function answersTo(system: TestSystem, seed: string): Promise<Answers> {
  const history = historyOf(seed);
  const positions: Position[] = [];
  for (let from = 0; from < history.length; from += EVENTS_AT_ONCE) {
    positions.push(...(await system.publish(history.slice(from, from + EVENTS_AT_ONCE))));
  }
  const publishedAt = Date.now();
  const clock = {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('fixed-clock.ts', import.meta.url).href}`,
    FIXED_CLOCK: String(NOW),
  };
  await system.startProjector(clock);
  // The projector's heartbeat has the database's time, which is later than this clock's.
  const query = await system.startQuery({ ...clock, ACCESS_MAX_AGE: '0' });
  await allIsShown(query, { positions, publishedAt });
  const answers = new Map<string, string>();
  for (const location of locations) await askOfLocation({ query, answers, location });
  for (const companyId of companies) await askOfCompany({ query, answers, companyId });
  return answers;
}

/**
 * Waits as a client does: until each location's dashboard, made last, is as fresh as the last event, and its changes are told
 * up to then, which is when every partition is known to be read to its end.
 */
async function allIsShown(
  query: QueryService,
  { positions, publishedAt }: { positions: readonly Position[]; publishedAt: number },
): Promise<void> {
  const last = new Map(positions.map((position) => [`${position.topic}/${position.partition}`, position]));
  const headers = { 'X-Wait-For-Position': [...last.values()].map(positionText).join(',') };
  for (const { locationId } of locations) {
    const token = credentialToken(`key-${locationId}`);
    const isShown = async () => (await query.get({ target: '/dashboard/stats', token, headers })).status === 200;
    await eventually(isShown, { what: `the dashboard of ${locationId}` });
    const isTold = async () => {
      const { body } = await query.get({ target: '/changes?limit=1', token });
      const { data } = JSON.parse(body) as { data: { upTo: string } };
      return Date.parse(data.upTo) >= publishedAt;
    };
    await eventually(isTold, { what: `the changes of ${locationId}` });
  }
}

type Asking = { readonly query: QueryService; readonly answers: Map<string, string> };

async function askOfLocation({ query, answers, location }: Asking & { location: AnsweredLocation }): Promise<void> {
  const { locationId } = location;
  const token = credentialToken(`key-${locationId}`);
  const ask = async (target: string) => comparable((await query.get({ target, token })).body);
  const note = (question: string, answer: string) => answers.set(`${locationId} ${question}`, answer);
  /** One answer for each target, noted as one: a digest for each of hundreds of ids says no more. */
  const askEach = async (question: string, targets: readonly string[]) => {
    const all: string[] = [];
    for (const target of targets) all.push(`${target} ${await ask(target)}`);
    note(question, all.join('\n'));
  };
  const walk = async (target: string) => note(target, (await pages(query, { target, token })).join('\n'));

  for (const target of [...lists, ...filters]) await walk(target);
  for (const target of single) note(target, await ask(target));
  for (const { target, member } of orderedByTime) {
    note(target, entries(await pages(query, { target, token }), member));
  }

  const contactIds = idsIn(answers.get(`${locationId} /contacts?limit=500`), 'contactId');
  const applicantIds = idsIn(answers.get(`${locationId} /pipeline?limit=500`), 'contactId');
  const everyContact = [...new Set([...contactIds, ...applicantIds, 'contact-0', 'contact-1', 'contact-2', 'no-one'])];
  await askEach(
    '/contacts/{contactId}',
    everyContact.map((id) => `/contacts/${id}?${INCLUDE}`),
  );
  for (const record of ['credit-summary', 'underwriting-results', 'funding-plans', 'next-steps', 'application']) {
    await askEach(
      `/contacts/{contactId}/${record}`,
      everyContact.map((id) => `/contacts/${id}/${record}`),
    );
  }
  const dealIds = idsIn(answers.get(`${locationId} /deals?limit=500`), 'dealId');
  await askEach(
    '/deals/{dealId}',
    [...dealIds, 'no-deal'].map((id) => `/deals/${id}`),
  );
  const requestIds = idsIn(answers.get(`${locationId} /contacts/{contactId}/credit-summary`), 'requestId');
  for (const route of ['/credit-reports', '/credit-reports/pdf-url']) {
    await askEach(route, [
      ...everyContact.map((id) => `${route}?contactId=${id}`),
      ...requestIds.map((id) => `${route}?requestId=${id}`),
      `${route}?contactId=contact-0&requestId=${requestIds.at(-1)}`,
      `${route}?requestId=none`,
      route,
    ]);
  }
  const lean = credentialToken(`lean-${locationId}`);
  const refused = await query.get({ target: `/credit-reports?contactId=contact-0`, token: lean });
  note('/credit-reports without its permission', comparable(refused.body));
}

/** As an agency key reads it: the locations that are its company's, and those that are not. */
async function askOfCompany({ query, answers, companyId }: Asking & { companyId: string }): Promise<void> {
  const token = credentialToken(`agency-${companyId}`);
  const targets = [
    '/locations',
    '/locations?limit=1',
    ...DAYS.map((days) => `/dashboard/stats?scope=company&days=${days}`),
    '/contacts',
    ...locations.map(({ locationId }) => `/contacts?limit=3&locationId=${locationId}`),
    '/contacts?locationId=unknown',
  ];
  for (const target of targets)
    answers.set(`${companyId} ${target}`, (await pages(query, { target, token })).join('\n'));
}

const lists = [
  '/contacts?limit=500',
  '/contacts?limit=7',
  `/contacts?limit=50&${INCLUDE}`,
  '/pipeline?limit=500',
  `/pipeline?pipelineType=applicant&limit=9&${INCLUDE}`,
  '/deals?limit=500',
  '/deals?limit=4',
];

/** In the order in which entries were written, which two runs do not share. */
const orderedByTime = [
  { target: '/changes', member: 'changes' },
  { target: '/changes?types=contact,creditReport', member: 'changes' },
  { target: '/contacts?updatedSince=1970-01-01T00:00:00Z&limit=11', member: 'contacts' },
  { target: '/deals?updatedSince=1970-01-01T00:00:00Z', member: 'deals' },
];

const filters = [
  ...['maria', 'lop', 'maria lopez', 'jose', 'bak', 'van der', '312555', 'zzz'].map(
    (query) => `/contacts?query=${query}`,
  ),
  ...tags.map((tag) => `/contacts?tag=${tag}`),
  '/contacts?email=3.0@mail.example',
  '/contacts?phone=%2B13125550103',
  ...stages.map((stage) => `/pipeline?stage=${stage}`),
  ...['open', 'approved', 'funded', 'declined', 'withdrawn', 'parked'].map((outcome) => `/pipeline?outcome=${outcome}`),
  ...processors.map((processor) => `/pipeline?processor=${encodeURIComponent(processor)}`),
  ...planStatuses.map((status) => `/pipeline?planStatus=${status}`),
  '/pipeline?waitingOn=client&outcome=open',
  '/pipeline?contactId=contact-1',
  ...['open', 'won', 'lost', 'abandoned'].map((status) => `/deals?status=${status}`),
  '/deals?pipelineId=pipeline-funding&stageId=funding-1',
  '/deals?contactId=contact-3',
].map((target) => target.replaceAll(' ', '%20'));

const single = [
  '/locations',
  '/credential',
  '/custom-fields',
  '/deal-pipelines',
  '/pipeline/stages',
  ...DAYS.flatMap((days) => [
    `/dashboard/stats?days=${days}`,
    `/dashboard/stats?days=${days}&series=daily&compare=previous`,
  ]),
  '/dashboard/stats?days=366',
  '/contacts?limit=0',
  '/nothing',
];

async function pages(query: QueryService, { target, token }: { target: string; token: string }): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const joint = target.includes('?') ? '&' : '?';
    const page = cursor === '' ? target : `${target}${joint}cursor=${cursor}`;
    const { body } = await query.get({ target: page, token });
    all.push(comparable(body));
    const { data } = JSON.parse(body) as { data?: { nextCursor?: string | null; hasMore?: boolean } };
    // A walk of changes has a cursor for later, too.
    cursor = data?.hasMore === false ? null : (data?.nextCursor ?? null);
  }
  return all;
}

/** The text as it came, but for what no two runs share: ids of requests, cursors, links, and when something was written. */
function comparable(body: string): string {
  return body
    .replaceAll(/"requestId":"req_[^"]*"/g, '"requestId":"req"')
    .replaceAll(/"(nextCursor|url)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"(at|upTo|expiresAt|resetsAt|asOf)":"[^"]*"/g, '"$1":"…"')
    .replaceAll(/"(remaining|reset)":\d+/g, '"$1":0');
}

/** The entries of a walk, each once and sorted: their order and their pages follow from when they were written. */
function entries(all: readonly string[], member: string): string {
  const found = all.flatMap((page) => (JSON.parse(page) as { data: Record<string, object[]> }).data[member] ?? []);
  return [...new Set(found.map((entry) => JSON.stringify(entry)))].toSorted().join('\n');
}

function idsIn(text: string | undefined, member: string): string[] {
  const found = [...(text ?? '').matchAll(new RegExp(`"${member}":"([^"]+)"`, 'g'))].map(([, id = '']) => id);
  return [...new Set(found)].filter((id) => id !== 'req').toSorted();
}

import { Agent, request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { type ResponseContract, createResponseContract, type SeenResponse } from '../testing/response-contract.ts';
import { type DocumentRequest, documentRequests, type GivenParameter } from '../testing/document-requests.ts';
import { publishedRoutes } from '../testing/published-routes.ts';
import { type QueryHarness, queryHarness, type RunningQuery } from '../testing/query-harness.ts';
import { createOpenapiDocument } from './document.ts';
import type { ParameterObject } from './operation-parameters.ts';

/** `npm run fuzz:api` sends 20,000. */
const REQUESTS = Number(process.env.API_FUZZ_REQUESTS ?? '1000');
const LONG_RUN = 10_000;
const IN_FLIGHT = 16;
/** Milliseconds per request on a machine that is busy with other things. */
const PATIENCE_MS = 300;
vi.setConfig({ testTimeout: 60_000 + REQUESTS * PATIENCE_MS, hookTimeout: 120_000 });

const NO_LIMIT = 1_000_000_000;
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples: {} });
const ajv = new Ajv2020({ strict: false });
const known = {
  locationId: ['l1', 'l2', 'foreign'],
  contactId: ['c1', 'c2', 'gone'],
  requestId: ['r1', 'r2'],
  email: ['ada@example.com'],
  phone: ['5550102345'],
  tag: ['vip'],
  stage: ['funded'],
  processor: ['Dana'],
  waitingOn: ['lender'],
  planStatus: ['open'],
  query: ['ada', 'lovelace ada'],
  updatedSince: ['1970-01-01T00:00:00Z', '2026-11-23T08:00:00.000Z'],
  dealId: ['d1', 'd2'],
  pipelineId: ['p1'],
  stageId: ['s1'],
  status: ['open', 'won'],
};

const WAITING = { stage: 'funded', processor: 'Dana', waitingOn: 'lender', outcome: 'open' } as const;

let harness: QueryHarness;
let query: RunningQuery;
let contract: ResponseContract;
/** By name; the first may read everything there is. */
let tokens: { readonly name: 'location' | 'agency' | 'reader' | 'unknown'; readonly token: string }[];
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

beforeAll(async () => {
  harness = await queryHarness();
  const { fixtures } = harness;
  contract = createResponseContract();
  for (const companyId of ['acme', 'rival']) await fixtures.company(companyId, { dailyQuota: NO_LIMIT });
  await fixtures.location('l1', 'acme');
  await fixtures.location('l2', 'acme');
  await fixtures.location('foreign', 'rival');
  const common = { companyId: 'acme', windowLimit: NO_LIMIT, permissions: ['read', 'credit_reports'] };
  const pinned = { ...common, reach: 'location', pinnedLocationId: 'l1' } as const;
  tokens = [
    { name: 'location', token: await fixtures.credential(pinned) },
    { name: 'agency', token: await fixtures.credential({ ...common, reach: 'agency' }) },
    { name: 'reader', token: await fixtures.credential({ ...pinned, permissions: ['read'] }) },
    { name: 'unknown', token: 'fmk_unknown' },
  ];
  for (const locationId of ['l1', 'l2']) {
    for (const contactId of ['c1', 'c2']) {
      const name = { firstName: 'Ada', lastName: 'Lovelace' };
      const searched = { ...name, email: 'ada@example.com', phone: '5550102345', tags: ['vip'] };
      await fixtures.contact(locationId, { contactId, ...searched });
      if (contactId === 'c1') await fixtures.children(locationId, contactId);
      await fixtures.application(locationId, { contactId, submittedAt: 1, ...WAITING });
    }
    await fixtures.creditReport(locationId, { requestId: 'r1', contactId: 'c1', pulledAt: 1 });
    await fixtures.creditReport(locationId, { requestId: 'r2', contactId: 'c2', pulledAt: 2, renderable: false });
    await fixtures.reportPdf(locationId, { requestId: 'r1' });
    const deal = { contactId: 'c1', pipelineId: 'p1', stageId: 's1' };
    await fixtures.deal(locationId, { ...deal, dealId: 'd1', status: 'open', createdAt: 1 });
    await fixtures.deal(locationId, { ...deal, dealId: 'd2', status: 'won', createdAt: 2 });
    await fixtures.dealPipeline(locationId, 'p1');
    await fixtures.customField(locationId, 'f1');
  }
  for (const stream of ['crm', 'funding', 'access'] as const) {
    const topic = stream === 'crm' ? 'known' : stream;
    await fixtures.progress(stream, topic, [
      { asOf: 1, nextOffset: 1 },
      { asOf: 1, nextOffset: 1 },
    ]);
  }
  query = await harness.start();
});

afterAll(async () => {
  agent.destroy();
  await harness.close();
});

it(`answers ${REQUESTS} requests made from its own document as that document says (seed ${seed})`, async () => {
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const requests = fc.sample(fc.tuple(documentRequests(document, known), fc.constantFrom(...tokens)), {
    numRuns: REQUESTS,
    seed,
  });
  const problems: string[] = [];
  const next = requests.values();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const [asked, { name, token }] of next) {
        const response = await send(asked, token);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status === 200) succeeded.add(asked.path);
        for (const problem of problemsOf(asked, response, name)) problems.push(`${name} ${asked.target}: ${problem}`);
      }
    }),
  );
  console.info(`contract fuzz: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`);
  expect(problems.slice(0, 20)).toEqual([]);
  // A run that only saw refusals would have proved little.
  for (const status of [200, 304, 400, 401, 403, 404]) expect(statuses.get(status), String(status)).toBeGreaterThan(0);
  // By chance a short run may miss the operation that answers 200 most rarely (once in 400 requests).
  if (REQUESTS >= LONG_RUN) expect([...succeeded].sort()).toEqual(Object.keys(document.paths).sort());
});

function problemsOf(asked: DocumentRequest, response: SeenResponse, caller: string): string[] {
  const problems = contract(response);
  if (response.status >= 500) problems.push(`status ${response.status}`);
  if (response.status === 400) problems.push(...messageProblems(asked, response));
  const wrong = asked.given.filter((parameter) => !isAllowed(asked, parameter, caller));
  if (response.status === 200 && wrong.length > 0) problems.push(`accepted ${wrong.map(({ name }) => name)}`);
  return problems;
}

/** A 400 says which parameter and which rule, and nothing that came as a value. */
function messageProblems({ operation, given }: DocumentRequest, { body }: SeenResponse): string[] {
  const { message } = (JSON.parse(body) as { error: { message: string } }).error;
  const problems: string[] = [];
  const named = operation.parameters.some(({ name }) => message.includes(name)) || /query/.test(message);
  if (!named) problems.push(`400 names no parameter: ${message}`);
  for (const { raw } of given) {
    // Short texts may stand in a rule by chance.
    const values = [raw, decoded(raw)].filter((value) => value !== null && value.length >= 4);
    const own = values.filter((value) => !operation.parameters.some((parameter) => publishes(parameter, value)));
    if (own.some((value) => message.includes(value ?? ''))) problems.push('400 echoes a value');
  }
  return problems;
}

/** Whether the text is the parameter's name or a value of its vocabulary, which rules name. */
function publishes({ name, schema }: ParameterObject, text: string | null): boolean {
  return name === text || (Array.isArray(schema.enum) && schema.enum.includes(text));
}

/** Whether the document allows the parameter as it was given. */
function isAllowed({ given }: DocumentRequest, { parameter, name, raw }: GivenParameter, caller: string): boolean {
  if (parameter === null) return false;
  if (given.filter((other) => other.name === name).length > 1) return false;
  const value = decoded(raw.replaceAll('+', parameter.in === 'query' ? ' ' : '+'));
  if (value === null) return false;
  // Location keys read their own location whatever is said.
  if (name === 'locationId' && caller !== 'agency') return true;
  return ajv.validate(parameter.schema, typed(parameter, value));
}

function typed({ schema }: ParameterObject, value: string): unknown {
  if (schema.type === 'integer' && /^[1-9]\d*$/.test(value)) return Number(value);
  return schema.type === 'array' ? value.split(',') : value;
}

function decoded(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** By hand: `fetch` would tidy the target. */
function send({ target, ...asked }: DocumentRequest, token: string): Promise<SeenResponse> {
  return new Promise((resolve, reject) => {
    const path = `${BASE_PATH}${target}`;
    const headers = { ...asked.headers, authorization: `Bearer ${token}` };
    const sent = request({ agent, host: '127.0.0.1', port: query.port(), path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          method: 'GET',
          target,
          status: response.statusCode ?? 0,
          headers: new Headers(response.headers as Record<string, string>),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

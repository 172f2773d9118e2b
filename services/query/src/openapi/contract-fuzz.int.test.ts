import { Agent, request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { contractWorld, KNOWN_VALUES } from '../testing/contract-world.ts';
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

const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples: {} });
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
let harness: QueryHarness;
let query: RunningQuery;
let contract: ResponseContract;
/** By name; the first may read everything there is. */
let tokens: { readonly name: string; readonly token: string }[];
const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT });

beforeAll(async () => {
  harness = await queryHarness();
  contract = createResponseContract();
  tokens = Object.entries(await contractWorld(harness.fixtures)).map(([name, token]) => ({ name, token }));
  query = await harness.start();
});

afterAll(async () => {
  agent.destroy();
  await harness.close();
});

it(`answers ${REQUESTS} requests made from its own document as that document says (seed ${seed})`, async () => {
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const requests = fc.sample(fc.tuple(documentRequests(document, KNOWN_VALUES), fc.constantFrom(...tokens)), {
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

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { publishedDocument } from '../testing/published-routes.ts';

type SuccessResponse = {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string }; example?: unknown } };
};

const document = publishedDocument();

describe('the OpenAPI document', () => {
  it('is one that a strict linter has nothing to say about', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-contact': 'error' } });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has examples that their schemas allow, formats included', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi', undefined, false);
    const found = [...exampled(document)];
    for (const { pointer, schema, example } of found) {
      const isValid = ajv.validate({ $ref: `openapi#${schema}` }, example);
      expect(isValid, `${pointer}: ${ajv.errorsText()}`).toBe(true);
    }
    const operations = Object.values(document.paths).map(({ get }) => get);
    expect(found.filter(({ pointer }) => pointer.includes('/responses/200/'))).toHaveLength(operations.length);
    expect(found.filter(({ pointer }) => pointer.startsWith('/components/responses/'))).toHaveLength(8);
    const inPath = operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => 'in' in parameter && parameter.in === 'path'),
    );
    expect(found.filter(({ pointer }) => pointer.includes('/parameters/'))).toHaveLength(inPath.length);
  });

  it('names who helps, by address or page', () => {
    const contactOf = (API_CONTACT: string) => publishedDocument({ API_CONTACT }).info.contact;
    expect(contactOf('api@example.test')).toMatchObject({ email: 'api@example.test' });
    expect(contactOf('https://help.example.test/')).toMatchObject({ url: 'https://help.example.test/' });
  });

  it('says in its introduction what the limits are, and which of them refused', () => {
    const { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_SECONDS, DAILY_QUOTA } = testContext().config;
    const introduction = String(document.info.description);
    expect(introduction).toContain(
      `${RATE_LIMIT_REQUESTS} requests in a window of ${RATE_LIMIT_WINDOW_SECONDS} seconds`,
    );
    expect(introduction).toContain(`${DAILY_QUOTA.toLocaleString('en')} requests a day`);
    for (const reason of ['rate_window', 'company_quota', 'credential_cap']) expect(introduction).toContain(reason);
  });

  it('names every object, and has one schema for the envelope of errors', () => {
    expect(unnamedObjects(document)).toEqual([]);
    const envelopes = Object.values(document.components.responses as Readonly<Record<string, SuccessResponse>>)
      .filter(({ content }) => content !== undefined)
      .map(({ content }) => content['application/json'].schema);
    expect(envelopes.length).toBeGreaterThan(5);
    expect(new Set(envelopes.map((schema) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/ErrorEnvelope"}']),
    );
  });
});

type Paged = { readonly properties: Readonly<Record<string, { readonly type?: unknown }>> };

it.each(Object.entries(document.paths))('a page of %s has one list, which clients find by that', (_, { get }) => {
  const name = get.operationId.replaceAll(/(?:^|[.-])(\w)/g, (__, letter: string) => letter.toUpperCase());
  const { properties = {} } = (document.components.schemas[`${name}Data`] ?? {}) as Partial<Paged>;
  const isPaged = get.parameters.some((parameter) => 'name' in parameter && parameter.name === 'cursor');
  expect('nextCursor' in properties).toBe(isPaged);
  if (isPaged) expect(Object.values(properties).filter(({ type }) => type === 'array')).toHaveLength(1);
});

type Exampled = { readonly pointer: string; readonly schema: string; readonly example: unknown };

/** Everything with an `example` beside its `schema`, with pointers to both. */
function* exampled(value: unknown, pointer = ''): Generator<Exampled> {
  if (typeof value !== 'object' || value === null) return;
  if ('example' in value && 'schema' in value) {
    yield { pointer, schema: encodeURI(`${pointer}/schema`), example: value.example };
  }
  for (const [name, part] of Object.entries(value)) {
    if (name === 'example') continue;
    yield* exampled(part, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const NAMED = /^\/components\/schemas\/\w+$/;

/** JSON pointers to the schemas of objects with members that are no components. */
function unnamedObjects(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isUnnamed = 'type' in value && 'properties' in value && !NAMED.test(pointer);
  const parts = Object.entries(value).filter(([name]) => name !== 'example');
  return [
    ...(isUnnamed ? [pointer] : []),
    ...parts.flatMap(([name, part]) => unnamedObjects(part, `${pointer}/${name.replaceAll('/', '~1')}`)),
  ];
}

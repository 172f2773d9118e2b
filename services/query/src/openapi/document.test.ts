import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { publishedRoutes } from '../testing/published-routes.ts';
import examples from './response-examples.json' with { type: 'json' };
import { createOpenapiDocument } from './document.ts';

type SuccessResponse = {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string }; example?: unknown } };
};

const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples });

describe('the OpenAPI document', () => {
  it('is one that a strict linter has nothing to say about', async () => {
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-contact': 'error' } });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('has examples that its schemas allow, formats included', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi', undefined, false);
    for (const { get } of Object.values(document.paths)) {
      const { content } = get.responses['200'] as SuccessResponse;
      const { schema, example } = content['application/json'];
      const isValid = ajv.validate({ $ref: `openapi${schema.$ref}` }, example);
      expect(isValid, `${get.operationId}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  it('names every object, and has one schema for the envelope of errors', () => {
    expect(unnamedObjects(document)).toEqual([]);
    const envelopes = Object.values(document.components.responses as Record<string, SuccessResponse>)
      .filter(({ content }) => content !== undefined)
      .map(({ content }) => content['application/json'].schema);
    expect(envelopes.length).toBeGreaterThan(5);
    expect(new Set(envelopes.map((schema) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/ErrorEnvelope"}']),
    );
  });

  it('is the same every time', () => {
    const again = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples });
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });
});

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

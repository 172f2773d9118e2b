import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { publishedDocument } from '../testing/published-routes.ts';

type SuccessResponse = {
  readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string }; example?: unknown } };
};

const document = publishedDocument();

describe('the OpenAPI document', () => {
  it('is one that a strict linter has nothing to say about', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: { 'info-contact': 'error', 'no-invalid-parameter-examples': 'error' },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  // Their schemas allow them: the linter, and for successes test/docs, which has them from the demo.
  it('has an example of every success and every error', () => {
    const successes = Object.values(document.paths).map(({ get }) => get.responses['200'] as SuccessResponse);
    const errors = Object.values(document.components.responses as Readonly<Record<string, Partial<SuccessResponse>>>);
    const examples = [...successes, ...errors].flatMap(({ content }) => content?.['application/json'] ?? []);
    expect(examples.length).toBeGreaterThan(successes.length + 5);
    expect(examples.filter(({ example }) => example === undefined)).toEqual([]);
  });

  it('names who helps, by address or page', () => {
    const contactOf = (API_CONTACT: string) => publishedDocument({ API_CONTACT }).info.contact;
    expect(contactOf('api@example.test')).toMatchObject({ email: 'api@example.test' });
    expect(contactOf('https://help.example.test/')).toMatchObject({ url: 'https://help.example.test/' });
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

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { BASE_PATH } from '../app.ts';
import { publishedRoutes } from '../testing/published-routes.ts';
import examples from './answer-examples.json' with { type: 'json' };
import { createOpenapiDocument } from './document.ts';

const document = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples });

describe('the OpenAPI document', () => {
  it('is one that a strict linter has nothing to say about', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });

  it('is the same every time', () => {
    const again = createOpenapiDocument(publishedRoutes(), { basePath: BASE_PATH, examples });
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
  });
});

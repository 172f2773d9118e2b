import { describe, expect, it } from 'vitest';
import { isProduct } from './source-files.ts';

describe('product code', () => {
  it.each([
    ['services/query/src/app.ts', true],
    ['shared/projection/src/fold/fold.ts', true],
    ['shared/projection/src/fold/fold.test.ts', false],
    ['shared/projection/src/fold/fold.int.test.ts', false],
    ['shared/projection/src/testing/stack.ts', false],
    ['shared/testing/src/event-builders.ts', false],
    ['shared/redaction/src/corpus/label-cases.ts', false],
    ['shared/client/src/api-types.ts', false],
    ['services/query/build.mjs', false],
    ['infra/house/house-report.ts', false],
  ])('%s: %s', (path, expected) => {
    expect(isProduct(path)).toBe(expected);
  });
});

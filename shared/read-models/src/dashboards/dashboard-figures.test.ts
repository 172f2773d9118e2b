import { expect, test } from 'vitest';
import { figuresPage } from '../testing/figures-page.ts';

test('the page of all figures says what the schema of the answer says', async () => {
  await expect(figuresPage()).toMatchFileSnapshot('../../DASHBOARD.md');
});

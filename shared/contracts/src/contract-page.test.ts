import { expect, test } from 'vitest';
import { contractPage } from './testing/contract-page.ts';

test('the page of all events says what the schemas say', async () => {
  await expect(contractPage()).toMatchFileSnapshot('../EVENTS.md');
});

import { expect, test } from 'vitest';
import { unreadyText } from './services.ts';

test('data that another build has left is said to be such, with the command that begins anew', () => {
  const differs = '{"ok":false,"checks":{"generation":"generation_differs: generation 1 is made otherwise"}}';
  expect(unreadyText(differs)).toMatch(/^the data was made by another build.*"npm run reset".*generation_differs/);
  const away = '{"ok":false,"checks":{"mongodb":"mongodb_unavailable"}}';
  expect(unreadyText(away)).toBe(away);
});

import { expect, it } from 'vitest';
import type { QuotaSubject } from '../quota/limits.ts';
import { boundBytes } from './bound-bytes.ts';
import { createCompanyShares, MIN_SHARE_BYTES } from '../company-shares.ts';
import { RequestState } from './request-state.ts';

it('counts no bytes that arrive after the client has left', async () => {
  const shares = createCompanyShares({
    maxBytes: 4 * MIN_SHARE_BYTES,
    maxWaits: 1,
    now: () => 0,
    onBytesRefused: () => undefined,
  });
  const quotaSubjectOf = () => ({ bucket: 'company:acme' }) as QuotaSubject;
  const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path: '/', query: '' } });
  state.holder = { credential: { credentialId: 'key-1' }, company: {} } as unknown as RequestState['holder'];
  const context = { state } as unknown as Parameters<ReturnType<typeof boundBytes>>[0];
  await boundBytes({ shares, quotaSubjectOf })(context, async () => {
    state.close();
    state.data = [Buffer.alloc(100)];
  });
  expect(shares.bytes.total()).toBe(0);
});

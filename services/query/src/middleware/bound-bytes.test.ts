import { expect, it } from 'vitest';
import type { QuotaSubject } from '../quota/limits.ts';
import { boundBytes } from './bound-bytes.ts';
import { createCompanyShares, MIN_SHARE_BYTES } from '../company-shares.ts';
import { RequestState } from './request-state.ts';

function scene(meanwhile: (state: RequestState) => void = () => undefined) {
  const shares = createCompanyShares({
    maxBytes: 4 * MIN_SHARE_BYTES,
    maxWaits: 1,
    now: () => 0,
    onBytesRefused: () => undefined,
  });
  const quotaSubjectOf = () => ({ bucket: 'company:acme' }) as QuotaSubject;
  const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path: '/', query: '' } });
  const credential = { credentialId: 'key-1' };
  state.holder = { credential, company: {} } as unknown as RequestState['holder'];
  const read = async () => {
    meanwhile(state);
    state.data = [Buffer.alloc(100)];
  };
  const context = { state } as unknown as Parameters<ReturnType<typeof boundBytes>>[0];
  return { bytes: shares.bytes, state, done: boundBytes({ shares, quotaSubjectOf })(context, read) };
}

it('counts the bytes until the client has read them', async () => {
  const { bytes, state, done } = scene();
  await done;
  expect(bytes.total()).toBe(100);
  state.close();
  expect(bytes.total()).toBe(0);
});

it('counts no bytes that arrive after the client has left', async () => {
  const { bytes, done } = scene((state) => state.close());
  await done;
  expect(bytes.total()).toBe(0);
});

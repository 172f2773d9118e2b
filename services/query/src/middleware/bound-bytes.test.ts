import { expect, it } from 'vitest';
import { boundBytes } from './bound-bytes.ts';
import { createBytesInFlight, MIN_SHARE_BYTES } from './bytes-in-flight.ts';
import { RequestState } from './request-state.ts';

function scene(meanwhile: (state: RequestState) => void = () => undefined) {
  const flight = createBytesInFlight({ maxBytes: 4 * MIN_SHARE_BYTES, onRefused: () => undefined });
  const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path: '/', query: '' } });
  const credential = { credentialId: 'key-1' };
  state.holder = { credential, company: {} } as unknown as RequestState['holder'];
  const read = async () => {
    meanwhile(state);
    state.data = [Buffer.alloc(100)];
  };
  const context = { state } as unknown as Parameters<ReturnType<typeof boundBytes>>[0];
  return { flight, state, done: boundBytes(flight)(context, read) };
}

it('counts the bytes until the client has read them', async () => {
  const { flight, state, done } = scene();
  await done;
  expect(flight.total()).toBe(100);
  state.close();
  expect(flight.total()).toBe(0);
});

it('counts no bytes that arrive after the client has left', async () => {
  const { flight, done } = scene((state) => state.close());
  await done;
  expect(flight.total()).toBe(0);
});

import { expect, it, vi } from 'vitest';
import { logAnswered, type Outcome } from './access-log.ts';
import { notFound, outage } from './api-error.ts';
import { ClientLeft } from './middleware/failure.ts';
import { RequestState } from './middleware/request-state.ts';
import { testContext } from './testing/test-context.ts';

function linesOf(outcomes: readonly Partial<Outcome>[]): string[] {
  const said: string[] = [];
  const { facts, logger } = testContext();
  for (const kind of ['info', 'warn', 'error'] as const) {
    vi.spyOn(logger, kind).mockImplementation((_: unknown, message?: string) => void said.push(`${kind}: ${message}`));
  }
  for (const outcome of outcomes) {
    const state = new RequestState({ requestId: 'req_1', startedAt: 0, target: { path: '/', query: '' } });
    logAnswered({ facts, logger }, state, { status: 200, durationMs: 1, bytes: 1, failure: null, ...outcome });
  }
  return said;
}

it('logs overloads and clients that have left apart from bugs', () => {
  const late = outage('The read models have not reached X-Wait-For-Position yet. Try again later.');
  const lines = linesOf([
    {},
    { status: 404, failure: notFound('nothing') },
    { status: 500, failure: late },
    { status: 499, failure: new ClientLeft() },
    { status: 500, failure: new TypeError('a bug') },
  ]);
  const expected = ['info: answered', 'info: answered', 'warn: refused for now', 'info: the client has left'];
  expect(lines).toEqual([...expected, 'error: answered with an error']);
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCompanyShares } from '../company-shares.ts';
import { createPositionWaits, type WaitOutcome, conditionFor } from './position-waits.ts';
import type { CheckpointPosition, SharedPolling } from './shared-polling.ts';

const found = (
  checkpoints: Record<string, CheckpointPosition>,
  uncountedSince: Record<string, number | null> = {},
) => ({
  checkpoints: new Map(Object.entries(checkpoints)),
  uncountedSince: new Map(Object.entries(uncountedSince)),
});
const at = (nextOffset: number, asOf = 0): CheckpointPosition => ({ nextOffset, asOf, readAt: 0 });

describe('the condition of a wait', () => {
  it('is met once every checkpoint has passed its offset', () => {
    const condition = conditionFor(
      [
        { checkpointId: 'a', offset: 5 },
        { checkpointId: 'b', offset: 7 },
        { checkpointId: 'a', offset: 3 },
      ],
      null,
    );
    expect(condition.isMet(found({}))).toBe(false);
    expect(condition.isMet(found({ a: at(5), b: at(8) }))).toBe(false);
    expect([...condition.checkpoints()]).toEqual(['a']);
    expect(condition.isMet(found({ a: at(6) }))).toBe(true);
  });

  it('then needs the dashboard to count what the log took by then', () => {
    const condition = conditionFor([{ checkpointId: 'a', offset: 5 }], 'l1');
    expect(condition.location()).toBeNull();
    // A dashboard polled before the checkpoint has passed proves nothing.
    expect(condition.isMet(found({ a: at(6, 100) }))).toBe(false);
    expect(condition.location()).toBe('l1');
    expect(condition.isMet(found({}, { l1: 100 }))).toBe(false);
    expect(condition.isMet(found({}, { l1: 101 }))).toBe(true);
    expect(condition.isMet(found({}, { l1: null }))).toBe(true);
  });
});

describe('a position beyond the end of its log', () => {
  const offset = 5;
  const waiting = () => conditionFor([{ checkpointId: 'a', offset }], null);
  const ends = (endAsOf: number | undefined, { readAt = 100, nextOffset = offset } = {}) =>
    found({ a: { nextOffset, asOf: 0, readAt, ...(endAsOf !== undefined && { endAsOf }) } });
  const refusal = {
    status: 400,
    code: 'invalid_request',
    reason: 'position_not_reached',
    issues: [expect.objectContaining({ parameter: 'X-Wait-For-Position', rule: 'position_not_reached' })],
  };

  it('is refused once the log is known to have ended before it after the wait began', () => {
    const condition = waiting();
    expect(condition.isMet(ends(90))).toBe(false);
    expect(condition.isMet(ends(100, { readAt: 2_000 }))).toBe(false);
    expect(() => condition.isMet(ends(101, { readAt: 2_000 }))).toThrow(expect.objectContaining(refusal));
  });

  it('is waited for while the projector lags, and says nothing of the end', () => {
    const condition = waiting();
    for (const readAt of [100, 2_000, 4_000]) expect(condition.isMet(ends(90, { readAt }))).toBe(false);
    for (const readAt of [100, 2_000]) expect(waiting().isMet(ends(undefined, { readAt }))).toBe(false);
    expect(condition.isMet(ends(5_000, { readAt: 5_000, nextOffset: offset + 1 }))).toBe(true);
  });

  it('is not refused for a time that was ahead before the wait began', () => {
    const condition = waiting();
    for (const readAt of [100, 2_000]) expect(condition.isMet(ends(3_000, { readAt }))).toBe(false);
  });
});

describe('a wait', () => {
  afterEach(() => void vi.useRealTimers());

  function scene(wait: SharedPolling['wait']) {
    const outcomes: WaitOutcome[] = [];
    const waits = createPositionWaits({
      polling: { wait },
      places: createCompanyShares({ maxBytes: 1, maxWaits: 2, now: () => 0, onBytesRefused: () => undefined }).waits,
      onEnd: (outcome) => outcomes.push(outcome),
    });
    const { signal } = new AbortController();
    const targets = [{ checkpointId: 'a', offset: 1 }];
    const ended = () => waits.wait({ targets, dashboardOf: null, bucket: 'company:a', signal });
    return { waits, outcomes, ended };
  }

  it('ends after five seconds in a 500 with Retry-After', async () => {
    vi.useFakeTimers();
    const { waits, outcomes, ended } = scene(
      (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const refused = { status: 500, code: 'internal_error', headers: { 'Retry-After': '1' } };
    const late = expect(ended()).rejects.toMatchObject(refused);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(waits.waiting()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await late;
    expect([outcomes, waits.waiting()]).toEqual([['late'], 0]);
  });

  it('throws what the store throws', async () => {
    const { outcomes, ended } = scene(vi.fn().mockRejectedValue(new Error('away')));
    await expect(ended()).rejects.toThrow('away');
    expect(outcomes).toEqual(['failed']);
  });

  it('ends at once where the route reads nothing from the topic', async () => {
    const { waits, outcomes } = scene(vi.fn());
    await waits.wait({ targets: [], dashboardOf: 'l1', bucket: 'company:a', signal: AbortSignal.abort() });
    expect(outcomes).toEqual([]);
  });
});

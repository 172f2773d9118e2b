import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createCompanyShares, Turns } from './company-shares.ts';
import { MIN_SHARE_BYTES } from './config.ts';
import { testContext } from './testing/test-context.ts';

const MAX = 4 * MIN_SHARE_BYTES;
const refusal = { status: 500, headers: { 'Retry-After': '1' } };
// `company-shares.int.test.ts` shows what the service tells a client then.
const shareExceeded = { status: 429, reason: 'company_share' };

const context = testContext({ MAX_BYTES_IN_FLIGHT: String(MAX) });
const sharesOf = () => createCompanyShares(context);

describe('bytes in flight', () => {
  it('are an outage to a company that has taken none, once the others have taken all', () => {
    const { bytes } = sharesOf();
    for (const company of ['a', 'b', 'c', 'd']) bytes.take(company, MIN_SHARE_BYTES);
    expect(() => bytes.requireRoom('e', 1)).toThrow(expect.objectContaining(refusal));
  });

  it('never exceed their bound, and are zero once everything is released', () => {
    const step = fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), bytes: fc.nat(MIN_SHARE_BYTES) });
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 60 }), (steps) => {
        const flight = sharesOf().bytes;
        const releases: (() => void)[] = [];
        for (const [{ owner, bytes }, takes] of steps) {
          if (takes) releases.shift()?.();
          try {
            releases.push(flight.take(owner, bytes));
          } catch (error) {
            expect([429, 500]).toContain((error as { status?: number }).status);
          }
          expect(flight.total()).toBeLessThanOrEqual(MAX);
        }
        for (const release of releases) release();
        expect(flight.total()).toBe(0);
      }),
    );
  });
});

describe('the turns of a company', () => {
  afterEach(() => void vi.useRealTimers());
  const waiting = () => new AbortController().signal;
  const scene = (atOnce = 1) => {
    const turns = new Turns(atOnce, () => 0);
    const begun: string[] = [];
    const begin = async (name: string, { company = 'a', signal = waiting() } = {}) => {
      const end = await turns.begin(company, signal);
      begun.push(name);
      return end;
    };
    return { begin, begun };
  };

  it('come one after the other in the order of arrival, whatever other companies do', async () => {
    const { begin, begun } = scene();
    const end = await begin('first');
    const [second, third] = [begin('second'), begin('third')];
    await begin('of another', { company: 'b' });
    expect(begun).toEqual(['first', 'of another']);
    end();
    (await second)();
    (await third)();
    await begin('fourth');
    expect(begun).toEqual(['first', 'of another', 'second', 'third', 'fourth']);
  });

  it('are refused to those that find too many before them, and to those that wait too long', async () => {
    vi.useFakeTimers();
    const { begin, begun } = scene(2);
    for (const name of ['first', 'second']) await begin(name);
    const queued = Array.from({ length: 32 }, () => expect(begin('queued')).rejects.toMatchObject(shareExceeded));
    await expect(begin('too many')).rejects.toMatchObject(shareExceeded);
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all(queued);
    expect(begun).toEqual(['first', 'second']);
  });

  it('for pages are refused while the request has time left: its deadline would be an outage', async () => {
    vi.useFakeTimers();
    const { pages } = sharesOf();
    for (let turn = 0; turn < 5; turn += 1) await pages.begin('a', waiting());
    const late = new AbortController();
    setTimeout(() => late.abort(), context.config.REQUEST_DEADLINE_MS);
    const refused = expect(pages.begin('a', late.signal)).rejects.toMatchObject(shareExceeded);
    await vi.advanceTimersByTimeAsync(context.config.REQUEST_DEADLINE_MS);
    await refused;
  });

  it('pass to the next one when a client leaves the queue', async () => {
    const { begin, begun } = scene();
    const end = await begin('first');
    const client = new AbortController();
    const left = begin('left', { signal: client.signal });
    const next = begin('next');
    client.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    end();
    await next;
    expect(begun).toEqual(['first', 'next']);
    await expect(begin('gone already', { signal: client.signal })).rejects.toThrow('left');
  });
});

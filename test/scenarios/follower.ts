import { createClient } from '@fundlens/client';
import { eventually } from '../harness/waiting.ts';
import { READABLE, reader } from './load.ts';

const POLL_MS = 250;
/** `/changes` is some seconds behind, and further while projectors are killed. */
const CAUGHT_UP = { what: 'a follower that has come as far as now', deadlineMs: 5 * 60_000, pauseMs: 500 };

/** A client that mirrors what `/changes` tells of every location. */
export function createFollower(baseUrl: string, signal: AbortSignal) {
  const client = createClient({ baseUrl, token: () => reader.token });
  /** By entity: when it changed last, and how. */
  const mirror = new Map<string, string>();
  const reached = new Map<string, string>();

  async function follow(locationId: string): Promise<void> {
    for await (const { changes, upTo } of client.follow({ locationId }, { signal, pollMs: POLL_MS })) {
      for (const { type, id, at, change } of changes) mirror.set(`${locationId}/${type}/${id}`, `${at} ${change}`);
      reached.set(locationId, upTo);
    }
  }

  return {
    /** Until aborted. */
    run: (): Promise<unknown> => Promise.allSettled(READABLE.map(follow)),

    /** Entities of whose last change until now `/changes` has not told the follower, though a walk from the beginning does. */
    async missed(): Promise<string[]> {
      const now = new Date().toISOString();
      const hasReached = async () => READABLE.every((locationId) => (reached.get(locationId) ?? '') > now);
      await eventually(hasReached, { ...CAUGHT_UP, signal });
      const missed: string[] = [];
      for (const locationId of READABLE) {
        for await (const { changes, hasMore } of client.follow({ locationId }, { signal })) {
          for (const { type, id, at, change } of changes) {
            const known = mirror.get(`${locationId}/${type}/${id}`) ?? '';
            if (at <= now && known < at) missed.push(`${locationId}/${type}/${id} ${change} at ${at}, told ${known}`);
          }
          if (!hasMore) break;
        }
      }
      return missed;
    },
  };
}

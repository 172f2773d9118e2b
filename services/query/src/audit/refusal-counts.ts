import type { AuditCount } from '@fundlens/read-models/audit';

/** Refusals that read nothing may come by the thousand: the audit has one number per status, credential and second. */
export type RefusalCounts = {
  count(status: number, credentialId: string | null, now: number): void;
  /** Removes the counts of seconds that ended before `now`: they cannot grow any more. */
  takeEnded(now: number): AuditCount[];
  size(): number;
};

/** Credentials refused within one second; beyond it refusals are counted without their credential. */
const MAX_COUNTS = 1_000;
const SECOND_MS = 1_000;

/** @param processId keeps the counts of processes apart. */
export function createRefusalCounts(processId: string): RefusalCounts {
  const counts = new Map<string, AuditCount>();
  return {
    count(status, credentialId, now) {
      const at = new Date(Math.floor(now / SECOND_MS) * SECOND_MS);
      const counted = counts.size < MAX_COUNTS ? credentialId : null;
      const _id = `${processId}:${status}:${counted ?? '-'}:${at.toISOString()}`;
      const count = (counts.get(_id)?.count ?? 0) + 1;
      counts.set(_id, { _id, kind: 'count', at, status, credentialId: counted, count });
    },
    takeEnded(now) {
      const ended = [...counts.values()].filter(({ at }) => at.getTime() + SECOND_MS <= now);
      for (const { _id } of ended) counts.delete(_id);
      return ended;
    },
    size: () => counts.size,
  };
}

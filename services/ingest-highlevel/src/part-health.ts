import type { HealthReport, PartReport } from '@fundlens/runtime/admin-server';
import { failureCode } from '@fundlens/runtime/errors';

type Part = { readonly trouble: string | null; readonly since: number; readonly last: PartReport['lastError'] };

/** What a part says before it works for the first time: no error. */
const STARTING = 'starting';

/** How the parts of the process are, each since when. */
export type PartHealth = {
  /** @param trouble a reason code, or `starting`; null: it works */
  set(name: string, trouble: string | null): void;
  /** Runs work of a part, and notes whether it succeeded. */
  watch<T>(name: string, work: () => Promise<T>): Promise<T>;
  report(): HealthReport;
  /** From now on webhooks should go elsewhere. */
  leave(): void;
};

/** @param clock epoch milliseconds */
export function createPartHealth(clock: () => number): PartHealth {
  const parts = new Map<string, Part>();
  let leaves = false;

  function set(name: string, trouble: string | null): void {
    const before = parts.get(name);
    const isError = trouble !== null && trouble !== STARTING;
    const last = isError ? { code: trouble, at: clock() } : (before?.last ?? null);
    const isChange = before === undefined || before.trouble !== trouble;
    parts.set(name, { trouble, since: isChange ? clock() : before.since, last });
  }

  return {
    set,
    leave() {
      leaves = true;
    },
    async watch(name, work) {
      try {
        const result = await work();
        set(name, null);
        return result;
      } catch (error) {
        set(name, failureCode(error));
        throw error;
      }
    },
    report() {
      const all = [...parts];
      return {
        // A process that cannot store still answers 429, after which HighLevel repeats. A proxy without any process answers
        // 502 or 503, after which it does not: so this one stays in service.
        ok: !leaves,
        degraded: all.some(([, { trouble }]) => trouble !== null),
        checks: Object.fromEntries(all.map(([name, { trouble }]) => [name, trouble ?? 'ok'])),
        parts: Object.fromEntries(
          all.map(([name, { trouble, since, last }]) => [name, { state: trouble ?? 'ok', since, lastError: last }]),
        ),
      };
    },
  };
}

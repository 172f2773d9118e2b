import type { HealthReport } from '@fundlens/runtime/admin-server';
import { failureCode } from '@fundlens/runtime/errors';

/** How the parts of the process are. */
export function createPartHealth() {
  const troubles = new Map<string, string | null>();
  let leaves = false;
  /** @param trouble a reason code, or `starting`; null: it works */
  const set = (name: string, trouble: string | null) => void troubles.set(name, trouble);

  return {
    set,
    /** From now on webhooks should go elsewhere. */
    leave() {
      leaves = true;
    },
    /** Runs work of a part, and notes whether it succeeded. */
    async watch<T>(name: string, work: () => Promise<T>): Promise<T> {
      try {
        const result = await work();
        set(name, null);
        return result;
      } catch (error) {
        set(name, failureCode(error));
        throw error;
      }
    },
    report: (): HealthReport => ({
      // A process that cannot store still answers 429, after which HighLevel repeats. A proxy without any process answers
      // 502 or 503, after which it does not: so this one stays in service.
      ok: !leaves,
      degraded: [...troubles.values()].some((trouble) => trouble !== null),
      checks: Object.fromEntries([...troubles].map(([name, trouble]) => [name, trouble ?? 'ok'])),
    }),
  };
}

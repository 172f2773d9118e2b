import type { HealthReport } from '@fundlens/runtime/admin-server';

/** What a projector's admin port said. `troubles`: what does not run, by partition or part. */
export type ProjectorAnswer = {
  readonly url: string;
  readonly state: 'ready' | 'degraded' | 'not_ready' | 'unreachable';
  /** Consumer groups that it reports to be a member of. */
  readonly groups: readonly string[];
  readonly troubles: Readonly<Record<string, string>>;
};

/** An admin port answers from memory. */
const TIME_LIMIT_MS = 5_000;
/** Beginning of the names of consumer groups among the parts of a projector. */
const GROUP = 'group ';

/** Reads from the admin port of a projector what does not run. A projector that does not respond in time is unreachable. */
export async function askProjector(url: string): Promise<ProjectorAnswer> {
  const unreachable: ProjectorAnswer = { url, state: 'unreachable', groups: [], troubles: {} };
  try {
    const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
    const report = (await answer.json()) as Partial<HealthReport>;
    if (typeof report.ok !== 'boolean') return unreachable;
    const checks = Object.entries(report.checks ?? {});
    const troubles = checks.filter(([, said]) => said !== 'ok' && said !== 'running');
    const groups = checks.flatMap(([part]) => (part.startsWith(GROUP) ? part.slice(GROUP.length) : []));
    const state = !report.ok ? 'not_ready' : report.degraded === true ? 'degraded' : 'ready';
    return { url, state, groups, troubles: Object.fromEntries(troubles) };
  } catch (error) {
    // Refused, too slow, or no JSON: the state of the projector is unknown.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException) {
      return unreachable;
    }
    throw error;
  }
}

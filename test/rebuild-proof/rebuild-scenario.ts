import { sleep } from '@fundlens/runtime/backoff';
import { isReady, type ServiceProcess } from '../harness/service-process.ts';
import { eventually } from '../harness/waiting.ts';
import type { RunContext } from '../long-run/long-run.ts';
import type { Progress } from './proof-report.ts';
import type { WatchedRebuild } from './watched-rebuild.ts';

/** What became of a rebuild that is killed, resumed, and switches while a projector sleeps. */
export type ScenarioResult = {
  readonly killedAt: Progress;
  readonly resumedAt: Progress;
  readonly seconds: number;
  readonly asleepSeconds: number;
  /** What did not go as it has to, one line each. */
  readonly wrong: readonly string[];
};

export type ScenarioOptions = Pick<RunContext, 'report' | 'signal'> & {
  readonly rebuild: WatchedRebuild;
  /** The projector that stands still across the switch. */
  readonly sleeper: ServiceProcess;
  /** Events of the demo. */
  readonly demoCount: number;
  readonly stepLimitMs: number;
  /** While a projector stands still, what its partitions hold is not applied: a read that waits for it waits in vain. */
  readonly pauseWaiting: (paused: boolean) => void;
  readonly caughtUp: () => Promise<void>;
};

/** Of the demo's events, when the rebuild is killed. */
const KILLED_AT = 0.5;
/**
 * Of the eight seconds before the switch (ANNOUNCE_MS): reads that waited when they began are answered within five, and
 * projectors have heard of the new versions.
 */
const ANNOUNCED_AWAKE_MS = 5_500;

export async function rebuildEverything(options: ScenarioOptions): Promise<ScenarioResult> {
  const { rebuild, report, pauseWaiting, caughtUp, sleeper } = options;
  const wrong: string[] = [];
  const began = performance.now();
  const { killedAt, resumedAt } = await killAndResume(options, wrong);
  await rebuild.reached('announced');
  pauseWaiting(true);
  const { status, asleepSeconds } = await sleepAcrossTheSwitch(options, wrong);
  const seconds = secondsSince(began);
  report(`the rebuild has ended with status ${status}; the projector goes on`);
  const ended = await rebuild.run();
  if (status !== 0 || ended?.phase !== 'finished')
    wrong.push(`it ended with status ${status} in phase ${ended?.phase}`);
  await eventually(() => isReady(sleeper.adminPort), { what: 'the readiness of the projector that slept' });
  await caughtUp();
  pauseWaiting(false);
  return { killedAt, resumedAt, seconds, asleepSeconds, wrong };
}

async function killAndResume(
  { rebuild, demoCount, stepLimitMs, report }: ScenarioOptions,
  wrong: string[],
): Promise<Pick<ScenarioResult, 'killedAt' | 'resumedAt'>> {
  await rebuild.begin();
  await rebuild.killWhen(async () => {
    const { phase, progress = null } = (await rebuild.run()) ?? {};
    return phase !== 'replaying' || (progress?.events ?? 0) >= KILLED_AT * demoCount;
  });
  const atKill = await rebuild.run();
  const killedAt = atKill?.progress ?? { events: 0, total: 0 };
  report(`killed at ${killedAt.events} of ${killedAt.total} events`);
  if (atKill?.phase !== 'replaying') wrong.push(`it was killed in phase ${atKill?.phase}, not in the middle`);
  await rebuild.begin();
  const resumedAt = await eventually(
    async () => {
      const { progress = null } = (await rebuild.run()) ?? {};
      return progress !== null && progress.events !== killedAt.events && progress;
    },
    { what: 'progress after the kill', deadlineMs: stepLimitMs },
  );
  report(`goes on at ${resumedAt.events} events`);
  if (resumedAt.events < killedAt.events) wrong.push('the resumed rebuild began with less than the killed one had');
  return { killedAt, resumedAt };
}

async function sleepAcrossTheSwitch({ rebuild, sleeper, report, signal }: ScenarioOptions, wrong: string[]) {
  await sleep(ANNOUNCED_AWAKE_MS, signal);
  const asleepFrom = performance.now();
  process.kill(sleeper.pid, 'SIGSTOP');
  try {
    if ((await rebuild.run())?.phase !== 'announced') wrong.push('the projector fell asleep after the switch');
    report('a projector sleeps');
    const status = await rebuild.ended();
    return { status, asleepSeconds: secondsSince(asleepFrom) };
  } finally {
    process.kill(sleeper.pid, 'SIGCONT');
  }
}

export function secondsSince(from: number): number {
  return (performance.now() - from) / 1_000;
}

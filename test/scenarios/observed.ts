import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sleep } from '@fundlens/runtime/backoff';
import { fetchPrometheusTools } from '../../infra/observability/prometheus-tools.ts';
import { chosenFaults, FAULT_STAGE, ONLY } from './faults.ts';
import { type Fault, siteOf } from './faults/fault.ts';
import { createPrometheusApi, type PrometheusApi, type Series } from './prometheus/prometheus-api.ts';
import { startPrometheus } from './prometheus/prometheus-server.ts';
import { scaledRules } from './prometheus/scaled-rules.ts';
import { type RunContext, type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage, textOf } from './stage.ts';
import { SERVICES, type ServiceTarget } from './strike.ts';

const RULES = fileURLToPath(new URL('../../infra/observability/', import.meta.url));
const RULE_FILES = ['recording-rules.yaml', 'alerts.yaml'] as const;
const LOOK_MS = 500;
/** Until nothing fires and everything is applied: before a fault, and after it. */
const HEALTHY_LIMIT_MS = 120_000;
/** Until the metric has moved and an alert fires. */
const SEEN_LIMIT_MS = 75_000;
/** Alerts over days go on firing long after the fault: they are left out. */
const FIRING = 'ALERTS{alertstate="firing", alertname!~"Watchdog|.*Slow"}';

export const observed: Scenario = {
  name: 'observed-faults',
  what: 'the faults under a real Prometheus: which metric moves, which alert fires, that it ends',
  options: {
    only: ONLY,
    factor: { values: 'how many times shorter the rules wait', usual: '60', pattern: WHOLE_NUMBER },
  },
  run: (context) => onStage({ ...context, ...FAULT_STAGE }, (stage) => observe(stage, context)),
};

/** What Prometheus saw of a fault, in seconds after it happened. */
type Observation = {
  readonly movedAfterS: number | null;
  /** By name: when each alert fired. */
  readonly firedAfterS: Readonly<Record<string, number>>;
  readonly healedAfterS: number;
};

async function observe(stage: Stage, context: RunContext): Promise<object> {
  const { dataDirectory, environment, report, signal, options } = context;
  const { prometheus: program } = await fetchPrometheusTools(report);
  const factor = Number(options.factor);
  const server = await startPrometheus({
    ...{ program, directory: join(dataDirectory, 'prometheus'), environment, report, signal },
    services: SERVICES.map((instance) => {
      return { job: jobOf(instance), instance, adminPort: stage.system.adminPorts[instance] };
    }),
    rules: new Map(RULE_FILES.map((name) => [name, scaledRules(readFileSync(join(RULES, name), 'utf8'), factor)])),
  });
  const observations: Record<string, Observation> = {};
  try {
    const prometheus = createPrometheusApi(server.url);
    for (const fault of chosenFaults(options.only).filter(({ metric }) => metric !== undefined)) {
      report(`${fault.name}: ${fault.what}`);
      try {
        const seen = await observeFault(stage, fault, prometheus);
        observations[fault.name] = seen;
        report(`${fault.name}: ${JSON.stringify(seen)}`);
      } catch (error) {
        signal.throwIfAborted();
        stage.broken('faults that were not recovered from', `${fault.name}: ${textOf(error)}`);
      }
    }
  } finally {
    await server.stop();
  }
  return { factor, observations };
}

/** As the deployment names them: `fundlens-projector`, `fundlens-query`. */
function jobOf(instance: ServiceTarget): string {
  return instance.startsWith('projector') ? 'fundlens-projector' : 'fundlens-query';
}

async function observeFault(stage: Stage, fault: Fault, prometheus: PrometheusApi): Promise<Observation> {
  const { metric = '', alerts } = fault;
  const { signal } = stage.context;
  const site = siteOf(stage);
  const undo = await fault.prepare?.(site);
  try {
    await healthy(stage, prometheus);
    await until(
      async () => (await prometheus.instant(metric)).length === 0,
      'the metric had moved before the fault',
      signal,
    );
    const from = Date.now() / 1_000;
    const heal = await fault.inject(site);
    const seen = { moved: null as number | null, fired: new Map<string, number>() };
    const isSeen = async () => {
      const range = { from, to: Date.now() / 1_000 };
      seen.moved ??= firstAfter(await prometheus.range(metric, range), from);
      for (const series of await prometheus.range(FIRING, range)) {
        const at = firstAfter([series], from);
        if (at !== null) seen.fired.set(series.labels.alertname ?? '', at);
      }
      return seen.moved !== null && (alerts.length === 0 || alerts.some((name) => seen.fired.has(name)));
    };
    await until(isSeen, 'seen', signal, SEEN_LIMIT_MS).catch(() => signal.throwIfAborted());
    if (seen.moved === null) stage.note(`${fault.name}: the metric did not move`);
    if (alerts.length > 0 && !alerts.some((name) => seen.fired.has(name))) {
      stage.broken('faults without an expected alert', `${fault.name}: ${[...seen.fired.keys()].join(', ') || 'none'}`);
    }
    await heal();
    const healedAt = Date.now();
    await healthy(stage, prometheus);
    const healedAfterS = Math.round((Date.now() - healedAt) / 100) / 10;
    return { movedAfterS: seen.moved, firedAfterS: Object.fromEntries(seen.fired), healedAfterS };
  } finally {
    await undo?.();
  }
}

/** Resolves when everything is applied and answered, every service is scraped, and no alert fires. */
async function healthy(stage: Stage, prometheus: PrometheusApi): Promise<void> {
  const { signal } = stage.context;
  await stage.recovered();
  // Alerts on series that are absent fire until the first scrape.
  const isScraped = async () => (await prometheus.instant('up == 1')).length === SERVICES.length;
  await until(isScraped, 'not every service was scraped in time', signal);
  await until(async () => (await prometheus.instant(FIRING)).length === 0, 'an alert did not stop in time', signal);
}

async function until(
  holds: () => Promise<boolean>,
  otherwise: string,
  signal: AbortSignal,
  limitMs = HEALTHY_LIMIT_MS,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await holds())) {
    signal.throwIfAborted();
    if (performance.now() > deadline) throw new Error(otherwise);
    await sleep(LOOK_MS, signal);
  }
}

/** Seconds from `since` until a series has its first sample; null while none has one. */
function firstAfter(series: readonly Series[], since: number): number | null {
  const times = series.flatMap(({ samples }) => samples.map(({ time }) => time)).filter((time) => time >= since);
  return times.length === 0 ? null : Math.round((Math.min(...times) - since) * 10) / 10;
}

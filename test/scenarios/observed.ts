import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPrometheusTools } from '../../infra/observability/prometheus-tools.ts';
import { eventually } from '../harness/waiting.ts';
import { chosenFaults, FAULT_STAGE, ONLY, oneByOne } from './faults.ts';
import { type Fault, siteOf } from './faults/fault.ts';
import { createPrometheusApi, type PrometheusApi, type Series } from './prometheus/prometheus-api.ts';
import { scaledRules, startPrometheus } from './prometheus/prometheus-server.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';
import { SERVICES } from './strike.ts';

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
  run: (context) => onStage({ ...context, ...FAULT_STAGE }, observe),
};

/** What Prometheus saw of a fault, in seconds after it happened. */
type Observation = {
  readonly movedAfterS: number | null;
  /** By name: when each alert fired. */
  readonly firedAfterS: Readonly<Record<string, number>>;
};

async function observe(stage: Stage): Promise<object> {
  const { dataDirectory, environment, report, signal, options } = stage.context;
  const { prometheus: program } = await fetchPrometheusTools(report);
  const factor = Number(options.factor);
  const server = await startPrometheus({
    ...{ program, directory: join(dataDirectory, 'prometheus'), environment, report, signal },
    services: stage.system.adminPorts,
    rules: new Map(RULE_FILES.map((name) => [name, scaledRules(readFileSync(join(RULES, name), 'utf8'), factor)])),
  });
  try {
    const prometheus = createPrometheusApi(server.url);
    const seen = chosenFaults(options.only).filter(({ metric }) => metric !== undefined);
    const observations = await oneByOne(stage, seen, (fault) => observeFault(stage, fault, prometheus));
    return { factor, observations };
  } finally {
    await server.stop();
  }
}

async function observeFault(stage: Stage, fault: Fault, prometheus: PrometheusApi): Promise<Observation> {
  const { name, metric = '', alerts = [] } = fault;
  const { signal, report } = stage.context;
  await healthy(stage, prometheus);
  const isStill = async () => (await prometheus.instant(metric)).length === 0;
  await eventually(isStill, { what: 'rest of the metric before the fault', ...limits(signal) });
  const from = Date.now() / 1_000;
  const heal = await fault.inject(siteOf(stage));
  const fired = new Map<string, number>();
  let movedAfterS: number | null = null;
  const isSeen = async () => {
    const range = { from, to: Date.now() / 1_000 };
    movedAfterS ??= firstAfter(await prometheus.range(metric, range), from);
    for (const series of await prometheus.range(FIRING, range)) {
      const at = firstAfter([series], from);
      if (at !== null) fired.set(series.labels.alertname ?? '', at);
    }
    return movedAfterS !== null && (alerts.length === 0 || alerts.some((alert) => fired.has(alert)));
  };
  await eventually(isSeen, { what: 'a sign of it', ...limits(signal), deadlineMs: SEEN_LIMIT_MS }).catch(() => {
    signal.throwIfAborted();
    if (alerts.some((alert) => fired.has(alert))) return;
    stage.broken('faults that are not seen', `${name}: ${[...fired.keys()].join(', ') || 'no alert'}`);
  });
  await heal?.();
  await healthy(stage, prometheus);
  const observation = { movedAfterS, firedAfterS: Object.fromEntries(fired) };
  report(`${name}: ${JSON.stringify(observation)}`);
  return observation;
}

/** Resolves when everything is applied and answered, every service is scraped, and no alert fires. */
async function healthy(stage: Stage, prometheus: PrometheusApi): Promise<void> {
  const { signal } = stage.context;
  await stage.recovered();
  // Alerts on series that are absent fire until the first scrape.
  const isScraped = async () => (await prometheus.instant('up == 1')).length === SERVICES.length;
  await eventually(isScraped, { what: 'a scrape of every service', ...limits(signal) });
  const isQuiet = async () => (await prometheus.instant(FIRING)).length === 0;
  await eventually(isQuiet, { what: 'the end of every alert', ...limits(signal) });
}

function limits(signal: AbortSignal) {
  return { deadlineMs: HEALTHY_LIMIT_MS, pauseMs: LOOK_MS, signal };
}

/** Seconds from `since` until a series has its first sample; null while none has one. */
function firstAfter(series: readonly Series[], since: number): number | null {
  const times = series.flatMap(({ samples }) => samples.map(({ time }) => time)).filter((time) => time >= since);
  return times.length === 0 ? null : Math.round((Math.min(...times) - since) * 10) / 10;
}

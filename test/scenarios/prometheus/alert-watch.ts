import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { launchServer } from '@fundlens/local/server';
import { fetchPrometheusTools } from '../../../infra/observability/prometheus-tools.ts';
import { eventually } from '../../harness/waiting.ts';
import type { Fault } from '../faults/fault.ts';
import type { Stage } from '../stage.ts';
import { SERVICES } from '../strike.ts';
import { askPrometheus, type Sample } from './prometheus-api.ts';

/** A real Prometheus with the rules of the deployment beside the system. */
export type AlertWatch = {
  /** Resolves when every service is scraped, and no alert fires. */
  quiet(): Promise<void>;
  /** Resolves when an alert fires that the fault names. */
  fires(fault: Fault): Promise<void>;
  /** By fault: how long after this was asked. */
  readonly firedAfterS: Readonly<Record<string, number>>;
  stop(): Promise<unknown>;
};

const RULES = fileURLToPath(new URL('../../../infra/observability/', import.meta.url));
const RULE_FILES = ['recording-rules.yaml', 'alerts.yaml'] as const;
const LOOK_MS = 500;
const QUIET_LIMIT_MS = 120_000;
const FIRES_LIMIT_MS = 75_000;
/** Alerts over days go on firing long after the fault: they are left out. */
const FIRING = 'ALERTS{alertstate="firing", alertname!~"Watchdog|.*Slow"}';

/** Scrapes and evaluates the rules every second; they wait `factor` times shorter. */
export async function watchAlerts(stage: Stage, factor: number): Promise<AlertWatch> {
  const { dataDirectory, environment, report, signal } = stage.context;
  const { prometheus: command } = await fetchPrometheusTools(report);
  const directory = join(dataDirectory, 'prometheus');
  rmSync(directory, { recursive: true, force: true });
  const context = launchContext({ dataDirectory: directory, environment, report, signal });
  for (const name of RULE_FILES) {
    writeFileSync(join(directory, name), scaledRules(readFileSync(join(RULES, name), 'utf8'), factor));
  }
  const file = join(directory, 'prometheus.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configurationFor(stage), null, 2));
  const { port } = await choosePorts({ names: ['port'] });
  const ask = (query: string): Promise<Sample[]> => askPrometheus(`http://127.0.0.1:${port}`, query);
  const { stop } = await launchServer(context, {
    name: 'prometheus',
    command,
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    workingDirectory: directory,
    ask: () => ask('vector(1)'),
  });
  const firedAfterS: Record<string, number> = {};
  const limits = { pauseMs: LOOK_MS, signal };
  const firing = async () => (await ask(FIRING)).map(({ labels }) => labels.alertname ?? '');
  return {
    firedAfterS,
    stop,
    async quiet() {
      const isQuiet = async () => {
        // Alerts on series that are absent fire until the first scrape.
        const isScraped = (await ask('up == 1')).length === SERVICES.length;
        return isScraped && (await firing()).length === 0;
      };
      await eventually(isQuiet, { what: 'the end of every alert', deadlineMs: QUIET_LIMIT_MS, ...limits });
    },
    async fires({ name, alerts = [] }) {
      if (alerts.length === 0) return;
      const from = performance.now();
      const hasFired = async () => (await firing()).some((alert) => alerts.includes(alert));
      const what = `one of the alerts ${alerts.join(', ')}`;
      try {
        await eventually(hasFired, { what, deadlineMs: FIRES_LIMIT_MS, ...limits });
        firedAfterS[name] = Math.round((performance.now() - from) / 1_000);
      } catch {
        signal.throwIfAborted();
        const others = await firing();
        stage.broken('faults without an expected alert', `${name}: ${others.join(', ') || 'none'}`);
      }
    },
  };
}

/**
 * Jobs as the deployment names them: `fundlens-projector`, `fundlens-query`. An instance is the name of the service and not
 * its address, so that recorded series name no ports.
 */
function configurationFor({ system: { adminPorts } }: Stage): object {
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: RULE_FILES,
    scrape_configs: ['projector', 'query'].map((kind) => ({
      job_name: `fundlens-${kind}`,
      static_configs: SERVICES.filter((name) => name.startsWith(kind)).map((instance) => ({
        targets: [`127.0.0.1:${adminPorts[instance]}`],
        labels: { instance },
      })),
    })),
  };
}

/** A window needs some scrapes of a second each, or `rate` has nothing to compare. */
const SHORTEST_WINDOW_S = 5;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Not within a name, such as `ratio_rate5m`. */
const DURATION = /(?<![\w.])(\[?)(\d+)([smhd])(?!\w)/g;

/** The same rules for a test that does not take hours: waits and windows are shorter, thresholds stay. */
function scaledRules(rules: string, factor: number): string {
  return rules.replaceAll(DURATION, (_, window: string, count: string, unit: string) => {
    const seconds = Math.round((Number(count) * (UNIT_SECONDS[unit] ?? 0)) / factor);
    return `${window}${Math.max(window === '[' ? SHORTEST_WINDOW_S : 1, seconds)}s`;
  });
}

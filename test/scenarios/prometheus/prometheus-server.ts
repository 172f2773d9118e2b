import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { launchServer } from '@fundlens/local/server';

export type PrometheusOptions = {
  /** The executable. */
  readonly program: string;
  /** Of its data, configuration and log; emptied first. */
  readonly directory: string;
  /** By name: the admin port. */
  readonly services: Readonly<Record<string, number>>;
  /** Files of rules by name. */
  readonly rules: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

export type PrometheusServer = { readonly url: string; stop(): Promise<void> };

/** Scrapes and evaluates the rules every second. */
export async function startPrometheus(options: PrometheusOptions): Promise<PrometheusServer> {
  const { program, directory, services, rules, environment, report, signal } = options;
  rmSync(directory, { recursive: true, force: true });
  const context = launchContext({ dataDirectory: directory, environment, report, signal });
  for (const [name, text] of rules) writeFileSync(join(directory, name), text);
  const configuration = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [...rules.keys()],
    // As the deployment names them: `fundlens-projector`, `fundlens-query`. An instance is the name of the service and not
    // its address, so that recorded series name no ports.
    scrape_configs: ['projector', 'query'].map((kind) => ({
      job_name: `fundlens-${kind}`,
      static_configs: Object.entries(services)
        .filter(([name]) => name.startsWith(kind))
        .map(([instance, adminPort]) => ({ targets: [`127.0.0.1:${adminPort}`], labels: { instance } })),
    })),
  };
  const file = join(directory, 'prometheus.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(configuration, null, 2));
  const { port } = await choosePorts({ names: ['port'] });
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await launchServer(context, {
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    workingDirectory: directory,
    ask: async () => {
      const response = await fetch(`${url}/-/ready`);
      if (!response.ok) throw new Error(`it is not ready: ${response.status}`);
    },
  });
  return { url, stop };
}

/** A window needs some scrapes of a second each, or `rate` has nothing to compare. */
const SHORTEST_WINDOW_S = 5;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Not within a name, such as `ratio_rate5m`. */
const DURATION = /(?<![\w.])(\[?)(\d+)([smhd])(?!\w)/g;

/** The same rules for a test that does not take hours: waits and windows are `factor` times shorter, thresholds stay. */
export function scaledRules(rules: string, factor: number): string {
  return rules.replaceAll(DURATION, (_, window: string, count: string, unit: string) => {
    const seconds = Math.round((Number(count) * (UNIT_SECONDS[unit] ?? 0)) / factor);
    return `${window}${Math.max(window === '[' ? SHORTEST_WINDOW_S : 1, seconds)}s`;
  });
}

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchContext } from '@fundlens/local/own-server-context';
import { choosePorts } from '@fundlens/local/ports';
import { launchServer } from '@fundlens/local/server';

export type ScrapedService = { readonly job: string; readonly instance: string; readonly adminPort: number };

export type PrometheusOptions = {
  /** The executable. */
  readonly program: string;
  /** Of its data, configuration and log; emptied first. */
  readonly directory: string;
  readonly services: readonly ScrapedService[];
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
  // JSON is YAML.
  writeFileSync(
    join(directory, 'prometheus.yaml'),
    JSON.stringify(configurationOf(services, [...rules.keys()]), null, 2),
  );
  const { port } = await choosePorts({ names: ['port'] });
  const url = `http://127.0.0.1:${port}`;
  const server = await launchServer(context, {
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${join(directory, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      ...[`--web.listen-address=127.0.0.1:${port}`, '--log.level=warn'],
    ],
    workingDirectory: directory,
    ask: async () => {
      const response = await fetch(`${url}/-/ready`);
      if (!response.ok) throw new Error(`it is not ready: ${response.status}`);
    },
  });
  return {
    url,
    async stop() {
      await server.stop();
    },
  };
}

/** `instance` is the name of the service and not its address, so that recorded series name no ports. */
function configurationOf(services: readonly ScrapedService[], ruleFiles: readonly string[]): object {
  const jobs = Map.groupBy(services, ({ job }) => job);
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ruleFiles,
    scrape_configs: [...jobs].map(([job, ofJob]) => ({
      job_name: job,
      static_configs: ofJob.map(({ instance, adminPort }) => ({
        targets: [`127.0.0.1:${adminPort}`],
        labels: { instance },
      })),
    })),
  };
}

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APICURIO, KAFKA, SECANTUSDB, VALKEY } from '../local/src/artifacts.mjs';
import { launchContext } from '../local/src/own-server-context.ts';
import type { LaunchContext } from '../local/src/server.ts';
import { fetchKafka } from '../local/src/servers/kafka.ts';
import { fetchStandIn } from '../local/src/servers/mongodb.ts';
import { fetchValkey } from '../local/src/servers/redis.ts';
import { fetchApicurio } from '../local/src/servers/schema-registry.ts';
import { fetchPrometheusTools } from '../observability/prometheus-tools.ts';
import type { Engine } from './engine.ts';
import { buildJavaBase } from './local-base.ts';

const IMAGES = fileURLToPath(new URL('images', import.meta.url));
const SERVERS = [
  { variable: 'KAFKA_IMAGE', name: 'kafka', artifact: KAFKA, extra: ['kafka-entrypoint.sh'], fetch: fetchKafka },
  { variable: 'SCHEMA_REGISTRY_IMAGE', name: 'registry', artifact: APICURIO, extra: [], fetch: fetchApicurio },
  { variable: 'MONGODB_IMAGE', name: 'mongodb', artifact: SECANTUSDB, extra: ['mongod.sh'], fetch: fetchStandIn },
  { variable: 'REDIS_IMAGE', name: 'redis', artifact: VALKEY, extra: [], fetch: fetchValkey },
  {
    variable: 'PROMETHEUS_IMAGE',
    name: 'prometheus',
    artifact: { version: 'debian' },
    extra: [],
    fetch: fetchPrometheus,
  },
] as const;

async function fetchPrometheus({ report }: LaunchContext): Promise<string> {
  return dirname((await fetchPrometheusTools(report)).prometheus);
}

/**
 * Images of the servers that `compose.yaml` names, for a machine that can pull none: the programs that the local stack runs, on
 * Debian. Grafana is not among them: no package of Debian, npm or PyPI holds it.
 * @returns the variables of `compose.yaml` that name them
 */
export async function buildServerImages(
  engine: Engine,
  { report }: { readonly report: (line: string) => void },
): Promise<Record<string, string>> {
  const base = buildJavaBase(engine);
  const staging = mkdtempSync(join(tmpdir(), 'fundlens-images-'));
  const images: Record<string, string> = {};
  try {
    const { signal } = new AbortController();
    const context = launchContext({ dataDirectory: join(staging, 'stack'), environment: process.env, report, signal });
    for (const { variable, name, artifact, extra, fetch } of SERVERS) {
      const folder = join(staging, name);
      cpSync(await fetch(context), join(folder, 'program'), { recursive: true });
      cpSync(join(IMAGES, `${name}.Dockerfile`), join(folder, 'Dockerfile'));
      for (const file of extra) cpSync(join(IMAGES, file), join(folder, file));
      const tag = `localhost/fundlens-local-${name}:${artifact.version}`;
      engine.run(['build', '--build-arg', `BASE_IMAGE=${base}`, '-t', tag, folder]);
      images[variable] = tag;
    }
    return images;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDirectory } from '../local/src/artifacts.mjs';
import { stageServerImages } from '../local/src/container/server-images.ts';
import { fetchPrometheusTools } from '../observability/prometheus-tools.ts';
import type { Engine } from './engine.ts';
import { buildJavaBase } from './local-base.ts';

const PROMETHEUS = { variable: 'PROMETHEUS_IMAGE', tag: 'localhost/fundlens-local-prometheus:debian' };

/**
 * Images of the servers that `compose.yaml` names, for a machine that can pull none: the programs that the local stack runs, on
 * Debian. Grafana is not among them: no package of Debian, npm or PyPI holds it.
 * @returns the variables of `compose.yaml` that name them
 */
export async function buildServerImages(
  engine: Engine,
  { root, report }: { readonly root: string; readonly report: (line: string) => void },
): Promise<Record<string, string>> {
  const base = buildJavaBase(engine);
  const staging = mkdtempSync(join(tmpdir(), 'fundlens-images-'));
  const images: Record<string, string> = {};
  const build = (image: { variable: string; tag: string; folder: string }): void => {
    engine.run(['build', '--build-arg', `BASE_IMAGE=${base}`, '-t', image.tag, image.folder]);
    images[image.variable] = image.tag;
  };
  try {
    const staged = stageServerImages(staging, {
      dataDirectory: staging,
      logsDirectory: staging,
      recordsDirectory: join(staging, 'run'),
      cache: cacheDirectory(process.env),
      environment: process.env,
      report,
      signal: new AbortController().signal,
    });
    for await (const image of staged) build(image);
    build({ ...PROMETHEUS, folder: await stagePrometheus(staging, { root, report }) });
    return images;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

async function stagePrometheus(
  staging: string,
  { root, report }: { readonly root: string; readonly report: (line: string) => void },
): Promise<string> {
  const folder = join(staging, 'prometheus');
  const { prometheus, promtool } = await fetchPrometheusTools(report);
  mkdirSync(join(folder, 'program'), { recursive: true });
  cpSync(prometheus, join(folder, 'program/prometheus'));
  cpSync(promtool, join(folder, 'program/promtool'));
  cpSync(join(root, 'infra/local/images/prometheus.Dockerfile'), join(folder, 'Dockerfile'));
  return folder;
}

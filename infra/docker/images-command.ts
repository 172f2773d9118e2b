/**
 * `npm run images -- [--base IMAGE] [--build-only] [--tag TAG]`: builds the images of the services with Podman or Docker,
 * runs end-to-end tests against containers of them, then the system of `compose.yaml`, and says
 * how large the images are.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findComposeTool } from './compose-tool.ts';
import { type Engine, findEngine } from './engine.ts';
import { buildNodeBase } from './local-base.ts';
import { buildServerImages } from './server-images.ts';
import { type BuiltImage, buildServiceImage, SERVICE_IMAGES } from './service-image.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Both services with their traces; and with the adapter. */
const END_TO_END = ['test/e2e/traces.e2e.test.ts', 'test/e2e/highlevel-webhook.e2e.test.ts'];

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    'build-only': { type: 'boolean', default: false },
    tag: { type: 'string', default: 'local' },
  },
});
const report = (line: string) => console.log(line);

try {
  const engine = findEngine(join(ROOT, '.fundlens'), ROOT);
  const built = buildImages(engine);
  if (options['build-only']) for (const image of built) report(sizeOf(image));
  else process.exitCode = await testImages(engine, built);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function buildImages(engine: Engine): BuiltImage[] {
  const base = options.base ?? buildNodeBase(engine, ROOT);
  if (!base.startsWith('localhost/') && !base.includes('@sha256:')) {
    throw new Error(
      `--base ${base}: name the image by its digest (…@sha256:…), because a tag is another image next week`,
    );
  }
  return SERVICE_IMAGES.map((each) => buildServiceImage(engine, each, { root: ROOT, base, tag: options.tag }));
}

/** @returns the status of the tests: 0 when all have passed */
async function testImages(engine: Engine, built: readonly BuiltImage[]): Promise<number> {
  const composeTool = await findComposeTool(engine, report);
  // A base that was named was pulled, and so can those of the servers be.
  const serverImages = options.base === undefined ? await buildServerImages(engine, { report }) : {};
  const environment = {
    ...process.env,
    SERVICE_CONTAINERS: `${engine.name} ${options.tag}`,
    IMAGES_UNDER_TEST: JSON.stringify({ tag: options.tag, composeTool, serverImages }),
  };
  const suites = [
    ['run', '--project', 'e2e', ...END_TO_END],
    ['run', '--config', 'test/images/vitest.config.ts'],
  ];
  const statuses = suites.map((args) => {
    return spawnSync('vitest', args, { cwd: ROOT, env: environment, stdio: 'inherit' }).status ?? 1;
  });
  for (const image of built) report(sizeOf(image));
  return Math.max(...statuses);
}

function sizeOf({ image, bytes, components, seconds }: BuiltImage): string {
  return `${image}: ${Math.round(bytes / 1_000_000)} MB, ${components} components, built in ${seconds} s`;
}

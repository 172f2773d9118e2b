/**
 * `npm run images -- [--base IMAGE] [--build-only] [--tag TAG]`: builds the images of the services with Podman or Docker, says how large
 * they are and how soon they are ready, and runs end-to-end tests against containers of them, with a read-only root, no capability and
 * the user of the image. Without an engine it says so and ends with 0.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildLocalBase } from './local-base.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DOCKERFILE = 'infra/docker/Dockerfile.service';
const SERVICES = [
  { service: 'projector', target: 'service', adminPort: '9101' },
  { service: 'query', target: 'service', adminPort: '9102' },
  { service: 'ingest-highlevel', target: 'service', adminPort: '9104' },
  { service: 'operator', target: 'command', adminPort: '0' },
] as const;
/** Publish to visible, PDFs in their thread, refusals, health and metrics: each starts both services. */
const END_TO_END = [
  'test/e2e/publish-to-visible.e2e.test.ts',
  'test/e2e/credit-report-pdf.e2e.test.ts',
  'test/e2e/pipeline-walk.e2e.test.ts',
  'test/e2e/dashboard.e2e.test.ts',
];
const MEGABYTE = 1_000_000;

const { values: options } = parseArgs({
  options: { base: { type: 'string' }, 'build-only': { type: 'boolean' }, tag: { type: 'string', default: 'local' } },
});
const engine = ['podman', 'docker'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);
if (engine === undefined) {
  console.log('skipped: neither podman nor docker answers on this machine');
  process.exit(0);
}

const base = options.base ?? buildLocalBase(engine, ROOT);
if (!base.startsWith('localhost/') && !base.includes('@sha256:')) {
  console.error(`--base ${base}: name the image by its digest (…@sha256:…), because a tag is another image next week`);
  process.exit(2);
}
for (const { service, target, adminPort } of SERVICES) build(service, { target, adminPort });
if (options['build-only'] !== true) {
  const environment = { ...process.env, SERVICE_CONTAINERS: `${engine} ${options.tag}` };
  const { status } = spawnSync('vitest', ['run', '--project', 'e2e', ...END_TO_END], {
    cwd: ROOT,
    env: environment,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

function build(service: string, { target, adminPort }: { readonly target: string; readonly adminPort: string }): void {
  const image = `localhost/fundlens-${service}:${options.tag}`;
  const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const given = {
    ...{ BASE_IMAGE: base, SERVICE: service, ADMIN_PORT: adminPort, VERSION: version, LICENSE: license },
    ...{ REVISION: git('rev-parse', 'HEAD'), CREATED: git('log', '-1', '--format=%cI') },
  };
  const startedAt = performance.now();
  const args = Object.entries(given).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]);
  // Podman's own format has no health check.
  const format = engine === 'podman' ? ['--format', 'docker', '--ignorefile', `${DOCKERFILE}.dockerignore`] : [];
  run([
    'build',
    '--network',
    'host',
    ...secrets(),
    ...format,
    ...args,
    '--target',
    target,
    '-f',
    DOCKERFILE,
    '-t',
    image,
    '.',
  ]);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const bytes = Number(
    execFileSync(engine as string, ['image', 'inspect', '--format', '{{.Size}}', image], { encoding: 'utf8' }),
  );
  const bill = join(ROOT, 'test-results', `sbom-${service}.cdx.json`);
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  copyFromImage(image, '/app/sbom.cdx.json', bill);
  const { components } = JSON.parse(readFileSync(bill, 'utf8')) as { components: unknown[] };
  console.log(
    `${image}: ${(bytes / MEGABYTE).toFixed(0)} MB, ${components.length} components in ${bill.slice(ROOT.length)}, built in ${seconds} s`,
  );
}

/** The client's configuration and certificate authority of this machine, for the stage that installs. */
function secrets(): string[] {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const files = { npmrc: join(homedir(), '.npmrc'), ca: NODE_EXTRA_CA_CERTS ?? '' };
  return Object.entries(files).flatMap(([id, file]) => (existsSync(file) ? ['--secret', `id=${id},src=${file}`] : []));
}

function copyFromImage(image: string, from: string, to: string): void {
  const container = execFileSync(engine as string, ['create', image], { encoding: 'utf8' }).trim();
  try {
    run(['cp', `${container}:${from}`, to]);
  } finally {
    run(['rm', container]);
  }
}

function run(args: readonly string[]): void {
  const { status, stderr, stdout } = spawnSync(engine as string, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${engine} ${args[0]} failed:\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from './engine.ts';

const DOCKERFILE = 'infra/docker/Dockerfile.service';
export const SERVICE_IMAGES = [
  { service: 'projector', target: 'service', adminPort: '9101', semiSpaceMib: '32' },
  { service: 'query', target: 'service', adminPort: '9102', semiSpaceMib: '16' },
  { service: 'ingest-highlevel', target: 'service', adminPort: '9104', semiSpaceMib: '32' },
  { service: 'operator', target: 'command', adminPort: '0', semiSpaceMib: '32' },
] as const;

export type ServiceImage = (typeof SERVICE_IMAGES)[number];
export type BuildOptions = { readonly root: string; readonly base: string; readonly tag: string };

/** `components`: registry packages and Node, as the bill of materials in the image has them. */
export type BuiltImage = {
  readonly service: ServiceImage['service'];
  readonly image: string;
  readonly bytes: number;
  readonly components: number;
  readonly seconds: number;
};

/** Builds one image and copies its bill of materials to `test-results`. */
export function buildServiceImage(engine: Engine, wanted: ServiceImage, options: BuildOptions): BuiltImage {
  const { service, target } = wanted;
  const image = `localhost/fundlens-${service}:${options.tag}`;
  const startedAt = performance.now();
  // Podman's own format has no health check.
  const format = engine.name === 'podman' ? ['--format', 'docker', '--ignorefile', `${DOCKERFILE}.dockerignore`] : [];
  const given = Object.entries(argumentsOf(wanted, options));
  engine.run([
    ...['build', '--network', 'host', ...secrets(), ...format],
    ...given.flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...['--target', target, '-f', DOCKERFILE, '-t', image, '.'],
  ]);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const bytes = Number(engine.run(['image', 'inspect', '--format', '{{.Size}}', image]));
  const components = copyBill(engine, image, join(options.root, 'test-results', `sbom-${service}.cdx.json`));
  return { service, image, bytes, components, seconds };
}

function argumentsOf(
  { service, adminPort, semiSpaceMib }: ServiceImage,
  { root, base }: BuildOptions,
): Record<string, string> {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'version' | 'license',
    string
  >;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return {
    ...{
      BASE_IMAGE: base,
      SERVICE: service,
      ADMIN_PORT: adminPort,
      SEMI_SPACE_MIB: semiSpaceMib,
      VERSION: version,
      LICENSE: license,
    },
    ...{ REVISION: git('rev-parse', 'HEAD'), CREATED: git('log', '-1', '--format=%cI') },
  };
}

/** The client's configuration and certificate authority of this machine, for the stage that installs. */
function secrets(): string[] {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  const files = { npmrc: join(homedir(), '.npmrc'), ca: NODE_EXTRA_CA_CERTS ?? '' };
  return Object.entries(files).flatMap(([id, file]) => (existsSync(file) ? ['--secret', `id=${id},src=${file}`] : []));
}

/** @returns how many components it has */
function copyBill(engine: Engine, image: string, to: string): number {
  mkdirSync(join(to, '..'), { recursive: true });
  const container = engine.run(['create', image]);
  try {
    engine.run(['cp', `${container}:/app/sbom.cdx.json`, to]);
  } finally {
    engine.run(['rm', container]);
  }
  return (JSON.parse(readFileSync(to, 'utf8')) as { components: unknown[] }).components.length;
}

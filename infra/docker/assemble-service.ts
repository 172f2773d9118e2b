/**
 * `node infra/docker/assemble-service.ts <service> <folder>`: all that the image of a service holds beside Node, in one folder:
 * the bundle, the registry packages that it needs and no others, and the bill of materials of it all.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { billOfMaterials, type LockFile } from './bill-of-materials.ts';
import { buildService } from './build-service.ts';
import { type ShippedPackage, shippedPackages } from './shipped-packages.ts';

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

export async function assembleService(service: string, target: string): Promise<readonly ShippedPackage[]> {
  const folder = join('services', service);
  const dist = join(target, folder, 'dist');
  const { programs } = await buildService(join(WORKSPACE, folder), dist);
  const packages = shippedPackages(WORKSPACE, folder);
  for (const each of packages) copyPackage(each, target);
  // One name for the program of every image. It imports the bundle, because threads are found by paths relative to a module.
  const program = programs.map((file) => basename(file, '.ts')).find((name) => /^main$|-command$/.test(name));
  if (program === undefined) throw new Error(`${service} has no program`);
  writeFileSync(join(target, 'program.mjs'), entryOf(`./${folder}/dist/${program}.js`));
  const { version } = readJson<{ version: string }>('package.json');
  const lock = readJson<LockFile>('package-lock.json');
  const bill = billOfMaterials({ service, version, nodeVersion: process.versions.node, packages, lock });
  writeFileSync(join(target, 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  return packages;
}

/**
 * Linux gives process 1 no default action for a signal: while the bundle loads, and in a command, a SIGTERM would be lost and
 * the container killed at the end of its grace period. This handler stands back as soon as a service has one of its own.
 */
function entryOf(bundle: string): string {
  return `process.on('SIGTERM', () => process.listenerCount('SIGTERM') === 1 && process.exit(143));
await import(${JSON.stringify(bundle)});
`;
}

/** Without the packages below it: those that are needed are in the list themselves. */
function copyPackage({ folder }: ShippedPackage, target: string): void {
  const source = join(WORKSPACE, folder);
  const nested = join(source, 'node_modules');
  mkdirSync(join(target, folder), { recursive: true });
  cpSync(source, join(target, folder), { recursive: true, filter: (path) => path !== nested });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(WORKSPACE, file), 'utf8')) as T;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [service, target] = process.argv.slice(2);
  if (service === undefined || target === undefined) throw new Error('usage: assemble-service.ts <service> <folder>');
  const packages = await assembleService(service, target);
  console.log(`${service}: ${packages.length} packages in ${target}`);
}

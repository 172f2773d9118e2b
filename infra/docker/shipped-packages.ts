import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const OWN_PACKAGES = '@fundlens/';

/** A package from the registry that a program needs at run time. */
export type ShippedPackage = {
  readonly name: string;
  readonly version: string;
  /** As its author writes it; absent where the package does not say. */
  readonly license?: string;
  /** Its folder, relative to the workspace: where Node finds it, and its key in the lock file. */
  readonly folder: string;
  /** Folders of the packages that it requires. */
  readonly requires: readonly string[];
};

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};

/**
 * What the bundle of a service leaves outside: the dependencies of the service and of the workspace packages that it is made
 * of, and all that those require, found as Node finds it. Nothing for development, and nothing of other services.
 * @throws when a required package is not installed
 */
export function shippedPackages(workspace: string, service: string): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();

  function visit(folder: string): ShippedPackage {
    const known = found.get(folder);
    if (known !== undefined) return known;
    const manifest = manifestIn(join(workspace, folder));
    const requires: string[] = [];
    const shipped: ShippedPackage = {
      name: manifest.name,
      version: manifest.version,
      ...(typeof manifest.license === 'string' && { license: manifest.license }),
      folder,
      requires,
    };
    found.set(folder, shipped);
    for (const { name, optional } of needsOf(manifest)) {
      const required = locate(workspace, folder, name);
      if (required !== null) requires.push(visit(required).folder);
      else if (!optional) throw new Error(`${folder} requires ${name}, which is not installed`);
    }
    return shipped;
  }

  for (const name of directNeeds(workspace, service)) {
    const folder = locate(workspace, service, name);
    if (folder === null) throw new Error(`${service} requires ${name}, which is not installed`);
    visit(folder);
  }
  return [...found.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Names of registry packages that the service and its workspace packages depend on. */
function directNeeds(workspace: string, folder: string, seen = new Set<string>()): Set<string> {
  const needs = new Set<string>();
  if (seen.has(folder)) return needs;
  seen.add(folder);
  for (const name of Object.keys(manifestIn(join(workspace, folder)).dependencies ?? {})) {
    if (!name.startsWith(OWN_PACKAGES)) needs.add(name);
    else
      for (const each of directNeeds(workspace, join('shared', name.slice(OWN_PACKAGES.length)), seen)) needs.add(each);
  }
  return needs;
}

function needsOf(manifest: Manifest): { readonly name: string; readonly optional: boolean }[] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  const names = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]);
  return [...names].map((name) => ({ name, optional: name in optionalDependencies }));
}

/** The nearest `node_modules` at or above the folder that has the package. */
function locate(workspace: string, from: string, name: string): string | null {
  for (let folder = join(workspace, from); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return relative(workspace, candidate);
    if (relative(workspace, folder) === '') return null;
  }
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

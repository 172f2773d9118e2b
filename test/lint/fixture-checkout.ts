import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Packages of npm that the rules speak of. */
const NPM_PACKAGES = ['bullmq', 'ioredis', 'kafkajs', '@kafkajs/confluent-schema-registry', 'koa', 'mongodb'];

const WORKSPACES = globSync(['{services,shared}/*/package.json', 'infra/local/package.json', 'test/package.json'], {
  cwd: root,
});

/** A file with one import. */
export type ImportingFile = { readonly file: string; readonly specifier: string; readonly source: string };

type Workspace = { readonly name: string; readonly folder: string; readonly sources: string };

function readWorkspaces(): Workspace[] {
  return WORKSPACES.map((path) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { name: string; exports?: unknown };
    const folder = dirname(path);
    return { name, folder, sources: exports === undefined ? folder : join(folder, 'src') };
  });
}

/** The file of this repository that an import leads to, if any. */
function targetOf({ file, specifier }: ImportingFile, workspaces: readonly Workspace[]): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const workspace = workspaces.find(({ name }) => specifier.startsWith(`${name}/`));
  return workspace && `${join(workspace.sources, specifier.slice(workspace.name.length + 1))}.ts`;
}

async function write(directory: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(directory, file)), { recursive: true });
  await writeFile(join(directory, file), text);
}

/**
 * Writes a checkout into a temporary directory: the workspaces with their package.json, linked as npm links them; empty
 * packages of npm; the importing files, and an empty module wherever one of them leads.
 */
export async function createFixtureCheckout(files: readonly ImportingFile[]): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'fundlens-imports-')));
  const workspaces = readWorkspaces();
  for (const { name, folder } of workspaces) {
    const link = join(directory, 'node_modules', name);
    await mkdir(join(directory, folder), { recursive: true });
    await copyFile(join(root, folder, 'package.json'), join(directory, folder, 'package.json'));
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(directory, folder), link);
  }
  for (const name of NPM_PACKAGES) {
    await write(directory, `node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await write(directory, `node_modules/${name}/index.js`, '');
  }
  const targets = files.flatMap((file) => targetOf(file, workspaces) ?? []);
  for (const target of targets) await write(directory, target, 'export {};\n');
  for (const { file, source } of files) await write(directory, file, source);
  return directory;
}

export function removeFixtureCheckout(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true });
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const NAMES = ['podman', 'docker'] as const;
/** Podman, what it runs containers and networks with, `init: true`, and Debian for a base image where none can be pulled. */
const INSTALL =
  'apt-get install --no-install-recommends podman runc netavark aardvark-dns iptables uidmap catatonit mmdebstrap';
/**
 * Podman asks for a million of each; a machine that allows less then refuses to start any container. So many are enough, and not
 * above the limit that Podman has while it builds (32,768 processes).
 */
const LIMITS = [
  { name: 'nofile', title: 'Max open files', enough: 65_536 },
  { name: 'nproc', title: 'Max processes', enough: 30_000 },
] as const;
const OUTPUT_CHARACTERS = 2_000;

/** Podman or Docker on this machine. */
export type Engine = {
  readonly name: (typeof NAMES)[number];
  /** @returns what it wrote to stdout. @throws with the end of what it wrote when it fails */
  run(args: readonly string[]): string;
  succeeds(args: readonly string[]): boolean;
};

/**
 * The engine that answers.
 * @param folder for a configuration of Podman's own, where this machine has none and allows less than it asks for
 * @throws with what to install where there is none
 */
export function findEngine(folder: string, root: string): Engine {
  const name = NAMES.find((each) => spawnSync(each, ['info'], { stdio: 'ignore' }).status === 0);
  if (name === undefined) throw new Error(`neither Podman nor Docker answers on this machine. Debian: ${INSTALL}`);
  if (name === 'podman') keepWithinLimits(folder);
  const call = (args: readonly string[]) => spawnSync(name, args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return {
    name,
    run(args) {
      const { status, stdout, stderr, error } = call(args);
      if (status === 0) return stdout.trim();
      const end = `${stdout ?? ''}${stderr ?? ''}${error ?? ''}`.slice(-OUTPUT_CHARACTERS);
      throw new Error(`${name} ${args[0]} failed:\n${end}`);
    },
    succeeds: (args) => call(args).status === 0,
  };
}

/** For this process and those that it starts. Left alone where the machine has a configuration. */
function keepWithinLimits(folder: string): void {
  const places = ['/etc/containers', join(homedir(), '.config/containers')];
  const { CONTAINERS_CONF } = process.env;
  if (CONTAINERS_CONF || places.some((place) => existsSync(join(place, 'containers.conf')))) return;
  if (!existsSync('/proc/self/limits')) return;
  const text = readFileSync('/proc/self/limits', 'utf8');
  const limits = LIMITS.map(({ name, title, enough }) => {
    const [, hard] = new RegExp(`^${title}\\s+\\d+\\s+(\\d+)`, 'm').exec(text) ?? [];
    const limit = Math.min(Number(hard ?? enough), enough);
    return `"${name}=${limit}:${limit}"`;
  });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'containers.conf');
  writeFileSync(file, `[containers]\ndefault_ulimits = [${limits.join(', ')}]\n`);
  process.env.CONTAINERS_CONF = file;
}

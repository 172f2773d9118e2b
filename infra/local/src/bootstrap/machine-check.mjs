// Plain JavaScript because it runs before anything is installed, under any Node from 18 on.
import { cacheDirectory, isCachedIn } from '../artifacts.mjs';
import { mayHaveEngine } from '../engine-sockets.mjs';
import { installedRedis, isMongodInstalled, missingTools, probeCommand, thisPlatform } from '../machine.mjs';
import { neededTools } from '../needed-tools.mjs';

/** @typedef {import('../needed-tools.mjs').ServerName} ServerName */

/** @type {[ServerName, string][]} */
const ADDRESSES = [
  ['kafka', 'KAFKA_BROKERS'],
  ['registry', 'SCHEMA_REGISTRY_URL'],
  ['mongodb', 'MONGODB_URL'],
  ['redis', 'REDIS_URL'],
];

/**
 * What this machine lacks for the local stack, before minutes are spent on installing. Where a container engine may
 * answer, the stack itself finds out later.
 * @param {Record<string, string | undefined>} environment
 * @returns {string[]}
 */
export function missingForStack(environment) {
  if (environment.LOCAL_STACK !== 'process' && mayHaveEngine(environment)) return [];
  const processes = new Set(ADDRESSES.flatMap(([name, variable]) => (environment[variable] ? [] : [name])));
  const local = isMongodInstalled(probeCommand) ? 'mongod' : 'prebuilt';
  const needed = neededTools({
    processes,
    mongodb: environment.LOCAL_MONGO === 'crate' ? 'crate' : local,
    redisInstalled: installedRedis(probeCommand) !== undefined,
    isCached: isCachedIn(cacheDirectory(environment)),
  });
  return missingTools(needed, { probe: probeCommand, platform: thisPlatform() });
}

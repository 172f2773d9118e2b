// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ name: string, version: string }} ArtifactVersion */

/**
 * What the local processes are made of. A new version is a new directory in the download cache.
 * Kafka 4.4.0 is listed, but one of its jars is missing; Apicurio 3.3 needs Java 21.
 */
export const KAFKA = Object.freeze({ name: 'kafka', version: '4.3.1' });
export const APICURIO = Object.freeze({ name: 'apicurio', version: '3.0.9' });
export const SECANTUSDB = Object.freeze({ name: 'secantusdb', version: '0.6.0b17' });
export const VALKEY = Object.freeze({ name: 'valkey', version: '9.1.2.post2' });

/**
 * Where downloads live that every checkout of this machine shares.
 * @param {Record<string, string | undefined>} environment
 */
export function cacheDirectory(environment) {
  if (environment.FUNDLENS_CACHE) return environment.FUNDLENS_CACHE;
  return join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fundlens');
}

/**
 * The folder of an artifact in the cache.
 * @param {ArtifactVersion} artifact
 */
export function folderOf(artifact) {
  return `${artifact.name}-${artifact.version}`;
}

/**
 * @param {string} cache
 * @returns {(artifact: ArtifactVersion) => boolean}
 */
export function isCachedIn(cache) {
  return (artifact) => existsSync(join(cache, folderOf(artifact)));
}

// Plain JavaScript because the bootstrap uses it before anything is installed, under any Node from 18 on.
import { APICURIO, KAFKA, SECANTUSDB, SECANTUSDB_CRATE, VALKEY } from './artifacts.mjs';

/**
 * @typedef {import('./artifacts.mjs').ArtifactVersion} ArtifactVersion
 * @typedef {import('./machine.mjs').Tool} Tool
 * @typedef {'kafka' | 'registry' | 'mongodb' | 'redis'} ServerName
 */

/**
 * What the local processes need from this machine; what is in the cache need not be downloaded again.
 * @param {object} options
 * @param {ReadonlySet<ServerName>} options.processes the servers that are to run as local processes
 * @param {'mongod' | 'prebuilt' | 'crate'} options.mongodb
 * @param {boolean} options.redisInstalled
 * @param {(artifact: ArtifactVersion) => boolean} options.isCached
 * @returns {Set<Tool>}
 */
export function neededTools({ processes, mongodb, redisInstalled, isCached }) {
  /** @type {Set<Tool>} */
  const needed = new Set();
  /** @param {ArtifactVersion} artifact */
  const addJvmServer = (artifact) => {
    needed.add('java');
    if (!isCached(artifact)) needed.add('maven');
  };
  /** @param {ArtifactVersion} artifact */
  const addPrebuilt = (artifact) => {
    needed.add('prebuilt');
    if (!isCached(artifact)) needed.add('python');
  };
  if (processes.has('kafka')) addJvmServer(KAFKA);
  if (processes.has('registry')) addJvmServer(APICURIO);
  if (processes.has('mongodb') && mongodb === 'crate' && !isCached(SECANTUSDB_CRATE)) needed.add('cargo');
  if (processes.has('mongodb') && mongodb === 'prebuilt') addPrebuilt(SECANTUSDB);
  if (processes.has('redis') && !redisInstalled) addPrebuilt(VALKEY);
  return needed;
}

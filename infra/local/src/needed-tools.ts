import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { APICURIO, folderOf, KAFKA, SECANTUSDB, SECANTUSDB_CRATE, VALKEY } from './artifact-versions.mjs';
import type { Tool } from './machine.mjs';
import type { Plan } from './plan.ts';
import type { LocalMongodb } from './servers/mongodb.ts';

/** What the local processes of a plan need from this machine; what is in the cache need not be downloaded again. */
export function neededTools(options: {
  plan: Plan;
  mongodb: LocalMongodb;
  redisInstalled: boolean;
  isCached: (artifact: { name: string; version: string }) => boolean;
}): Set<Tool> {
  const { plan, isCached } = options;
  const needed = new Set<Tool>();
  for (const [name, artifact] of [
    ['kafka', KAFKA],
    ['registry', APICURIO],
  ] as const) {
    if (plan[name].provider !== 'process') continue;
    needed.add('java');
    if (!isCached(artifact)) needed.add('maven');
  }
  if (plan.mongodb.provider === 'process') {
    if (options.mongodb === 'crate' && !isCached(SECANTUSDB_CRATE)) needed.add('cargo');
    if (options.mongodb === 'prebuilt') addPrebuilt(needed, isCached(SECANTUSDB));
  }
  if (plan.redis.provider === 'process' && !options.redisInstalled) addPrebuilt(needed, isCached(VALKEY));
  return needed;
}

function addPrebuilt(needed: Set<Tool>, cached: boolean): void {
  needed.add('prebuilt');
  if (!cached) needed.add('python');
}

export function isCachedIn(cache: string): (artifact: { name: string; version: string }) => boolean {
  return (artifact) => existsSync(join(cache, folderOf(artifact)));
}

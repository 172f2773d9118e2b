import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { APICURIO, KAFKA, SECANTUSDB, VALKEY } from '../artifacts.mjs';
import type { LaunchContext } from '../server.ts';
import { fetchKafka } from '../servers/kafka.ts';
import { fetchStandIn } from '../servers/mongodb.ts';
import { fetchValkey } from '../servers/redis.ts';
import { fetchApicurio } from '../servers/schema-registry.ts';

const IMAGES = fileURLToPath(new URL('../../images', import.meta.url));

const RECIPES = [
  { variable: 'KAFKA_IMAGE', name: 'kafka', artifact: KAFKA, extra: ['kafka-entrypoint.sh'], fetch: fetchKafka },
  { variable: 'SCHEMA_REGISTRY_IMAGE', name: 'registry', artifact: APICURIO, extra: [], fetch: fetchApicurio },
  { variable: 'MONGODB_IMAGE', name: 'mongodb', artifact: SECANTUSDB, extra: ['mongod.sh'], fetch: fetchStandIn },
  { variable: 'REDIS_IMAGE', name: 'redis', artifact: VALKEY, extra: [], fetch: fetchValkey },
] as const;

export type ServerImage = {
  /** The option that names another image than the published one, e.g. `KAFKA_IMAGE`. */
  readonly variable: string;
  readonly tag: string;
  /** With all that the build needs but the base image, which is the build argument `BASE_IMAGE`. */
  readonly folder: string;
};

/** The four servers' images, ready to be built: programs from the download cache and their recipe, in folders of `staging`. */
export async function* stageServerImages(staging: string, context: LaunchContext): AsyncGenerator<ServerImage> {
  mkdirSync(context.cache, { recursive: true });
  for (const { variable, name, artifact, extra, fetch } of RECIPES) {
    context.signal.throwIfAborted();
    const folder = join(staging, name);
    mkdirSync(folder);
    cpSync(await fetch(context), join(folder, 'program'), { recursive: true });
    cpSync(join(IMAGES, `${name}.Dockerfile`), join(folder, 'Dockerfile'));
    for (const file of extra) cpSync(join(IMAGES, file), join(folder, file));
    yield { variable, tag: `localhost/fundlens-local-${name}:${artifact.version}`, folder };
  }
}

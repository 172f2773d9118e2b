import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GenericContainer } from 'testcontainers';
import { APICURIO, cacheDirectory, KAFKA, SECANTUSDB, VALKEY } from '../artifacts.mjs';
import { interruption } from '../interruption.ts';
import type { LaunchContext } from '../server.ts';
import { fetchKafka } from '../servers/kafka.ts';
import { fetchStandIn } from '../servers/mongodb.ts';
import { fetchValkey } from '../servers/redis.ts';
import { fetchApicurio } from '../servers/schema-registry.ts';

/**
 * For a machine whose container engine can pull nothing: builds the four images from the download cache on a base image
 * that is there (with a C library and a Java 17 runtime), and prints the variables that make the stack use them.
 */
const [base] = process.argv.slice(2);
if (base === undefined) {
  console.error('usage: node infra/local/src/container/build-images.ts <base image with Java 17>');
  process.exit(2);
}

const images = fileURLToPath(new URL('../../images', import.meta.url));
const staging = mkdtempSync(join(tmpdir(), 'fundlens-images-'));
const context: LaunchContext = {
  dataDirectory: staging,
  logsDirectory: staging,
  recordsDirectory: join(staging, 'run'),
  cache: cacheDirectory(process.env),
  environment: process.env,
  report: (line) => console.error(line),
  signal: interruption(),
};

const recipes = [
  { variable: 'KAFKA_IMAGE', name: 'kafka', artifact: KAFKA, extra: ['kafka-entrypoint.sh'], fetch: fetchKafka },
  { variable: 'SCHEMA_REGISTRY_IMAGE', name: 'registry', artifact: APICURIO, extra: [], fetch: fetchApicurio },
  { variable: 'MONGODB_IMAGE', name: 'mongodb', artifact: SECANTUSDB, extra: ['mongod.sh'], fetch: fetchStandIn },
  { variable: 'REDIS_IMAGE', name: 'redis', artifact: VALKEY, extra: [], fetch: fetchValkey },
];

try {
  mkdirSync(context.cache, { recursive: true });
  for (const { variable, name, artifact, extra, fetch } of recipes) {
    context.signal.throwIfAborted();
    const folder = join(staging, name);
    mkdirSync(folder);
    cpSync(await fetch(context), join(folder, 'program'), { recursive: true });
    cpSync(join(images, `${name}.Dockerfile`), join(folder, 'Dockerfile'));
    for (const file of extra) cpSync(join(images, file), join(folder, file));
    const tag = `localhost/fundlens-local-${name}:${artifact.version}`;
    await GenericContainer.fromDockerfile(folder)
      .withBuildArgs({ BASE_IMAGE: base })
      .build(tag, { deleteOnExit: false });
    console.log(`export ${variable}=${tag}`);
  }
} finally {
  rmSync(staging, { recursive: true, force: true });
}

import { FatalError } from '@fundlens/runtime/errors';
import type { ContainerRuntimeClient } from 'testcontainers';
import type { ServerName } from '../server.ts';

/** The image of each server and the variable that names another one, because not every machine can pull these. */
const IMAGES: Record<ServerName, { variable: string; image: string }> = {
  kafka: { variable: 'KAFKA_IMAGE', image: 'apache/kafka:4.3.1' },
  registry: { variable: 'SCHEMA_REGISTRY_IMAGE', image: 'apicurio/apicurio-registry:3.0.9' },
  mongodb: { variable: 'MONGODB_IMAGE', image: 'mongo:8' },
  redis: { variable: 'REDIS_IMAGE', image: 'redis:8' },
};

export function imageOf(name: ServerName, environment: Record<string, string | undefined>): string {
  return environment[IMAGES[name].variable] || IMAGES[name].image;
}

/** Half a gigabyte over a slow line; beyond that a local process is there sooner. */
const PULL_LIMIT_MILLISECONDS = 5 * 60_000;

/**
 * Which servers the engine can run: their image is there, or it can be pulled now.
 * @throws FatalError `image_unavailable` when containers were asked for and one cannot be had
 */
export async function runnableServers(
  client: ContainerRuntimeClient,
  wanted: readonly ServerName[],
  options: {
    environment: Record<string, string | undefined>;
    required: boolean;
    report: (line: string) => void;
    signal: AbortSignal;
  },
): Promise<Set<ServerName>> {
  const images = wanted.map((name) => ({ name, image: imageOf(name, options.environment) }));
  const outcomes = await Promise.all(
    images.map(async (each) => ({ ...each, there: await ensureImage(client, each.image, options) })),
  );
  const missing = outcomes.filter(({ there }) => !there).map(({ name, image }) => `${name} (${image})`);
  if (missing.length > 0 && options.required) {
    const variables = Object.values(IMAGES).map(({ variable }) => variable);
    throw new FatalError(
      'image_unavailable',
      `LOCAL_STACK=container, but the container engine neither has nor can pull the image of ${missing.join(', ')}: load it, or name another one (${variables.join(', ')}).`,
    );
  }
  if (missing.length > 0) {
    options.report(
      `a container engine answers, but it neither has nor can pull the image of ${missing.join(', ')}: local processes instead`,
    );
  }
  return new Set(outcomes.flatMap(({ name, there }) => (there ? [name] : [])));
}

async function ensureImage(
  client: ContainerRuntimeClient,
  image: string,
  options: { report: (line: string) => void; signal: AbortSignal },
): Promise<boolean> {
  const { ImageName } = await import('testcontainers');
  const name = ImageName.fromString(image);
  if (await client.image.exists(name)) return true;
  options.signal.throwIfAborted();
  options.report(`${image}: pulling`);
  const startedAt = Date.now();
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(PULL_LIMIT_MILLISECONDS)]);
  const aborted = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve(), { once: true }));
  // Whether a pull failed shows in what is there afterwards: engines end the stream without an error, too.
  await Promise.race([client.image.pull(name, { force: true, platform: undefined }).catch(() => undefined), aborted]);
  options.signal.throwIfAborted();
  const there = await client.image.exists(name);
  if (there) options.report(`${image}: pulled in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return there;
}

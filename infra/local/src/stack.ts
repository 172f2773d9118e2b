import { chooseSources } from './choose-sources.ts';
import { emptyDirectory, endOrphans, takeDirectory } from './stack-directory.ts';
import type { ProxiedListener } from './servers/kafka-properties.ts';
import { type StartedServers, startServers } from './start-servers.ts';
import type { StackUrls } from './started-server.ts';

export type { StackUrls } from './started-server.ts';

/** For tests that take servers away: process groups to signal, and a start with the same data on the same port. */
type Control = Pick<StartedServers, 'pidOf' | 'restart'>;

export type Stack = StackUrls &
  Control & {
    /** Where each server came from: a given address, a container, a process of this machine. */
    provider: Record<'kafka' | 'registry' | 'mongodb' | 'redis', 'url' | 'container' | 'process'>;
    /** True when MongoDB is the SecantusDB stand-in: callers then ask for the stand-in's indexes. */
    mongodbStandIn: boolean;
    logsDirectory: string;
    /** Ends what was started here; the data stays. */
    stop(): Promise<void>;
  };

export type StackOptions = {
  /** Where this stack keeps data, logs and process records. One runner at a time. */
  dataDirectory: string;
  /** KAFKA_BROKERS, SCHEMA_REGISTRY_URL, MONGODB_URL, REDIS_URL, LOCAL_STACK, LOCAL_MONGO, FUNDLENS_CACHE, PATH … */
  environment: Record<string, string | undefined>;
  /** Takes progress, one line at a time. */
  report: (line: string) => void;
  /** Throw away what an earlier run stored, before starting. */
  emptyFirst?: boolean;
  /** Aborting ends what has been started so far and rejects. */
  signal?: AbortSignal;
  /** Asks a local Kafka for a further listener, whose clients reach the broker through this proxy. */
  kafkaProxied?: ProxiedListener;
};

/**
 * Starts Kafka, schema registry, MongoDB and Redis, each from the first source that there is: a given address, a
 * container, a local process. Resolves when all four answer their protocol.
 * @throws InvalidError `stack_in_use`, `missing_tools`, `invalid_option`: plain sentences that say what to do
 * @throws FatalError `server_did_not_start`, `tool_failed`, `checksum_mismatch` with the end of the log concerned
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const startedAt = Date.now();
  const release = takeDirectory(options.dataDirectory);
  try {
    await endOrphans(options.dataDirectory, options);
    if (options.emptyFirst) await emptyDirectory(options.dataDirectory, options);
    const signal = options.signal ?? new AbortController().signal;
    const sources = await chooseSources({ ...options, signal });
    const servers = await startServers(sources, { ...options, signal });
    options.report(
      `all four servers answer after ${((Date.now() - startedAt) / 1000).toFixed(1)} s; logs in ${servers.logsDirectory}`,
    );
    return {
      ...servers,
      async stop() {
        try {
          await servers.stop();
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

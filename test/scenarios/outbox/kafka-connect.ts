import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseManifest, verifyChecksum, verifyManifest } from '@fundlens/local/checksum';
import { type Artifact, fetchArtifact } from '@fundlens/local/download-cache';
import { signalGroup } from '@fundlens/local/supervised';
import { type LaunchContext, launchServer, runTool, serverDirectory } from '@fundlens/local/server';
import { z } from 'zod';

const CONNECT = { name: 'kafka-connect', version: '4.3.1' };
const CONNECT_JARS = parseManifest(
  readFileSync(new URL(`${CONNECT.name}-${CONNECT.version}.sha256`, import.meta.url), 'utf8'),
);
const DEBEZIUM = { name: 'debezium-connector-postgres', version: '3.4.0.Final' };
const DEBEZIUM_SHA256 = 'df62945c143811dcac2522fac1944a25ad4677839d3ae42cc12d180bc6764425';
const MAVEN_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** The recipe's own files: what the page says to run is what runs. */
const RECIPE = fileURLToPath(new URL('../../../infra/guides/recipes/outbox/', import.meta.url));
/** In `connector.properties`. */
const CONNECTOR = 'fundlens-outbox';

/** A worker that loads its plugins on two busy cores. */
const READY_LIMIT_MILLISECONDS = 180_000;

export type ConnectOptions = {
  readonly port: number;
  readonly kafkaBrokers: readonly string[];
  readonly database: { readonly host: string; readonly port: number; readonly name: string; readonly password: string };
};

export type ConnectWorker = {
  /** An orderly end: what was sent is written down. */
  stop(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
};

/**
 * Kafka Connect with Debezium's connector, from Maven, by the recipe's files. Resolves when the connector's task runs.
 * @throws FatalError `server_did_not_start` with the end of its log
 */
export async function startConnect(context: LaunchContext, options: ConnectOptions): Promise<ConnectWorker> {
  const { jars, plugins } = await fetchConnectors(context);
  const directory = serverDirectory(context, 'connect');
  const worker = join(directory, 'worker.properties');
  const properties = readFileSync(join(RECIPE, 'worker.properties'), 'utf8');
  writeFileSync(worker, properties.replace(/^plugin\.path=.*$/m, `plugin.path=${plugins}`));
  const listener = `http://127.0.0.1:${options.port}`;
  const server = await launchServer(context, {
    name: 'connect',
    command: 'java',
    args: [
      ...['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:ActiveProcessorCount=2', '-XX:TieredStopAtLevel=1'],
      ...['-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', '-Dorg.slf4j.simpleLogger.showDateTime=true'],
      ...['-cp', [...CONNECT_JARS.keys()].map((jar) => join(jars, jar)).join(':')],
      'org.apache.kafka.connect.cli.ConnectStandalone',
      ...[worker, join(RECIPE, 'connector.properties')],
    ],
    environment: {
      KAFKA_BROKERS: options.kafkaBrokers.join(','),
      CONNECT_LISTENER: listener,
      CONNECT_OFFSETS_FILE: join(directory, 'offsets'),
      OUTBOX_DB_HOST: options.database.host,
      OUTBOX_DB_PORT: String(options.database.port),
      OUTBOX_DB_NAME: options.database.name,
      OUTBOX_DB_PASSWORD: options.database.password,
    },
    workingDirectory: directory,
    ask: () => askConnector(listener),
    readyLimitMilliseconds: READY_LIMIT_MILLISECONDS,
  });
  return {
    stop: server.stop,
    async kill() {
      signalGroup(server.pid, 'SIGKILL');
      await server.stop();
    },
  };
}

const connectorStatus = z.object({
  tasks: z.array(z.object({ state: z.string(), trace: z.string().optional() })),
});

/** @throws with the state of a task that does not run */
async function askConnector(listener: string): Promise<void> {
  const signal = AbortSignal.timeout(3_000);
  const response = await fetch(`${listener}/connectors/${CONNECTOR}/status`, { signal });
  const { tasks } = connectorStatus.parse(await response.json());
  const running = tasks.length > 0 && tasks.every(({ state }) => state === 'RUNNING');
  if (!running) throw new Error(tasks.map(({ state, trace = '' }) => `${state} ${trace}`).join() || 'no task yet');
}

/** Downloads what is not in the cache. */
export async function fetchConnectors(context: LaunchContext): Promise<{ jars: string; plugins: string }> {
  return { jars: await fetchConnect(context), plugins: await fetchDebezium(context) };
}

function fetchConnect(context: LaunchContext): Promise<string> {
  const artifact: Artifact = {
    ...CONNECT,
    work: { doing: 'downloading', extent: 'about 33 MB' },
    landmark: `connect-runtime-${CONNECT.version}.jar`,
    async fill(directory) {
      const project = serverDirectory(context, 'downloads');
      const pom = join(project, 'connect-pom.xml');
      writeFileSync(pom, packagingPom());
      await runTool(context, {
        name: 'connect-download',
        command: 'mvn',
        args: [
          ...['-B', '-ntp', '-f', pom, `${MAVEN_PLUGIN}:copy-dependencies`],
          ...['-DincludeScope=runtime', `-DoutputDirectory=${directory}`],
        ],
        workingDirectory: project,
      });
      await verifyManifest(directory, CONNECT_JARS);
    },
  };
  return fetchArtifact(context.cache, artifact, { ...context, now: Date.now });
}

/** @returns a plugin path: a folder with one folder for each plugin */
function fetchDebezium(context: LaunchContext): Promise<string> {
  const { name, version } = DEBEZIUM;
  const artifact: Artifact = {
    ...DEBEZIUM,
    work: { doing: 'downloading', extent: 'about 5 MB' },
    landmark: join(name, `${name}-${version}.jar`),
    async fill(directory) {
      const project = serverDirectory(context, 'downloads');
      const archive = join(project, `${name}-${version}-plugin.tar.gz`);
      rmSync(archive, { force: true });
      await runTool(context, {
        name: 'debezium-download',
        command: 'mvn',
        args: [
          ...['-B', '-ntp', `${MAVEN_PLUGIN}:copy`, `-Dartifact=io.debezium:${name}:${version}:tar.gz:plugin`],
          `-DoutputDirectory=${project}`,
        ],
        workingDirectory: project,
      });
      await verifyChecksum(archive, DEBEZIUM_SHA256);
      await runTool(context, {
        name: 'debezium-unpack',
        command: 'tar',
        args: ['-xzf', archive, '-C', directory],
        workingDirectory: project,
      });
    },
  };
  mkdirSync(context.cache, { recursive: true });
  return fetchArtifact(context.cache, artifact, { ...context, now: Date.now });
}

function packagingPom(): string {
  const dependency = (group: string, name: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>fundlens.local</groupId><artifactId>connect</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    ${dependency('org.apache.kafka', 'connect-runtime', CONNECT.version)}
    ${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}
  </dependencies>
</project>
`;
}

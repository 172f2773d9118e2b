import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseManifest, verifyManifest } from '@fundlens/local/checksum';
import { type Artifact, fetchArtifact } from '@fundlens/local/download-cache';
import { launchContext } from '@fundlens/local/own-server-context';
import {
  type LaunchContext,
  type LaunchedServer,
  launchServer,
  runTool,
  serverDirectory,
} from '@fundlens/local/server';
import { freePort } from '../../harness/service-process.ts';

/**
 * MongoDB's own way from Kafka to MongoDB: its sink connector in a standalone worker of Kafka Connect, which decodes each
 * event and replaces the document of its key. It merges, redacts and guards nothing.
 */

/** The worker is of the broker's version. Another set of versions is another folder in the cache. */
const CONNECT = '4.3.1';
const CONNECTOR = '2.0.1';
const CONVERTER = '2.6.13.Final';
const ARTIFACT = { name: 'mongodb-sink', version: `${CONNECTOR}-connect-${CONNECT}` };
const MANIFEST = parseManifest(
  readFileSync(new URL(`../manifests/${ARTIFACT.name}-${ARTIFACT.version}.sha256`, import.meta.url), 'utf8'),
);
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
/** A folder each: the worker keeps the classes of its plugins apart, and theirs differ. */
const WORKER = 'worker';
const DEPENDENCIES = {
  [WORKER]: [
    dependency('org.apache.kafka', 'connect-runtime', CONNECT),
    dependency('org.slf4j', 'slf4j-simple', '1.7.36'),
  ],
  'plugins/mongodb': [
    dependency('org.mongodb.kafka', 'mongo-kafka-connect', CONNECTOR, `<classifier>all</classifier>${without('*')}`),
  ],
  'plugins/apicurio': [
    dependency('io.apicurio', 'apicurio-registry-utils-converter', CONVERTER, without('org.apache.kafka')),
  ],
};
const NAME = 'sink';

export type SinkConnectorOptions = {
  /** Of the stack, e.g. `.fundlens/bench`. */
  readonly dataDirectory: string;
  readonly kafkaBrokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly mongodbUrl: string;
  readonly database: string;
  readonly topics: readonly string[];
  /** A new one begins with the oldest event. */
  readonly groupId: string;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
};

/** Downloads what is missing, and starts it. Resolves when its one task runs. */
export async function startSinkConnector(options: SinkConnectorOptions): Promise<LaunchedServer> {
  const { dataDirectory, report, signal } = options;
  const context = launchContext({ dataDirectory, environment: process.env, report, signal });
  const files = await fetchSinkConnector(context);
  const directory = serverDirectory(context, 'sink-connector');
  const port = await freePort();
  const properties = (name: string, values: Readonly<Record<string, string>>) => {
    const file = join(directory, `${name}.properties`);
    const lines = Object.entries(values).map(([key, value]) => `${key}=${value}\n`);
    writeFileSync(file, lines.join(''));
    return file;
  };
  const worker = properties('worker', {
    ...workerProperties(options, port),
    'offset.storage.file.filename': join(directory, `${options.groupId}.offsets`),
    'plugin.path': join(files, 'plugins'),
  });
  const sink = properties(NAME, sinkProperties(options));
  const jars = [...MANIFEST.keys()].filter((file) => dirname(file) === WORKER).sort();
  return await launchServer(context, {
    name: 'sink-connector',
    command: 'java',
    args: [
      ...['-Xmx768m', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn', `-Djava.io.tmpdir=${directory}`],
      ...['-cp', jars.map((jar) => join(files, jar)).join(':')],
      ...['org.apache.kafka.connect.cli.ConnectStandalone', worker, sink],
    ],
    workingDirectory: directory,
    ask: () => askTask(port),
  });
}

/** The folder of its jars, downloaded when it is not in the cache. */
function fetchSinkConnector(context: LaunchContext): Promise<string> {
  const artifact: Artifact = {
    ...ARTIFACT,
    work: { doing: 'downloading', extent: 'about 50 MB' },
    landmark: `plugins/mongodb/mongo-kafka-connect-${CONNECTOR}-all.jar`,
    async fill(draft) {
      for (const [folder, dependencies] of Object.entries(DEPENDENCIES)) {
        await copyDependencies(context, { folder, into: join(draft, folder), dependencies });
        await verifyManifest(join(draft, folder), manifestOf(folder));
      }
    },
  };
  return fetchArtifact(context, artifact);
}

/** Nothing of that group comes with it: the connector has everything inside, and the worker has Kafka's own jars. */
function without(group: string): string {
  return `<exclusions><exclusion><groupId>${group}</groupId><artifactId>*</artifactId></exclusion></exclusions>`;
}

function dependency(group: string, artifact: string, version: string, more = ''): string {
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${more}</dependency>`;
}

async function copyDependencies(
  context: LaunchContext,
  { folder, into, dependencies }: { folder: string; into: string; dependencies: readonly string[] },
): Promise<void> {
  const name = `${ARTIFACT.name}-${folder.replace('/', '-')}`;
  const project = serverDirectory(context, 'downloads');
  const pom = join(project, `${name}-pom.xml`);
  writeFileSync(
    pom,
    `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>fundlens.local</groupId><artifactId>${name}</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>${dependencies.join('')}</dependencies>
</project>
`,
  );
  await runTool(context, {
    name: `${name}-download`,
    command: 'mvn',
    args: [
      ...['-B', '-ntp', '-f', pom, `${DEPENDENCY_PLUGIN}:copy-dependencies`],
      ...['-DincludeScope=runtime', `-DoutputDirectory=${into}`],
    ],
    workingDirectory: project,
  });
}

function manifestOf(folder: string): Map<string, string> {
  const entries = [...MANIFEST].filter(([file]) => dirname(file) === folder);
  return new Map(entries.map(([file, checksum]) => [file.slice(folder.length + 1), checksum]));
}

/** Keys are text. Values are as Confluent's serializers write them: four bytes of schema id behind a zero byte. */
function workerProperties({ kafkaBrokers, schemaRegistryUrl }: SinkConnectorOptions, port: number) {
  return {
    'bootstrap.servers': kafkaBrokers.join(','),
    listeners: `http://127.0.0.1:${port}`,
    'key.converter': 'org.apache.kafka.connect.storage.StringConverter',
    'value.converter': 'io.apicurio.registry.utils.converter.AvroConverter',
    'value.converter.apicurio.registry.url': nativeApiOf(schemaRegistryUrl),
    'value.converter.apicurio.registry.id-handler': 'io.apicurio.registry.serde.Legacy4ByteIdHandler',
    'value.converter.apicurio.registry.use-id': 'contentId',
    // The connector and the converter do not say by themselves what they are.
    'plugin.discovery': 'only_scan',
    // Progress is read from the committed offsets.
    'offset.flush.interval.ms': '100',
  };
}

/** @throws when it is not Apicurio's: the converter cannot ask another one. */
function nativeApiOf(schemaRegistryUrl: string): string {
  const [base, rest] = schemaRegistryUrl.split('/apis/ccompat');
  if (base === undefined || rest === undefined)
    throw new Error('the peer needs an Apicurio schema registry: leave it out with --no-peer');
  return `${base}/apis/registry/v2`;
}

function sinkProperties({ mongodbUrl, database, topics, groupId }: SinkConnectorOptions) {
  return {
    name: NAME,
    'connector.class': 'com.mongodb.kafka.connect.MongoSinkConnector',
    'tasks.max': '1',
    topics: topics.join(','),
    // Writes are acknowledged as those of the others.
    'connection.uri': `${mongodbUrl}${mongodbUrl.includes('?') ? '&' : '/?'}w=majority&journal=true`,
    database,
    collection: 'peer',
    'writemodel.strategy': 'com.mongodb.kafka.connect.sink.writemodel.strategy.ReplaceOneDefaultStrategy',
    // The document of an event is the one of its key.
    'document.id.strategy': 'com.mongodb.kafka.connect.sink.processor.id.strategy.ProvidedInKeyStrategy',
    transforms: 'key',
    'transforms.key.type': 'org.apache.kafka.connect.transforms.HoistField$Key',
    'transforms.key.field': '_id',
    'bulk.write.ordered': 'false',
    'consumer.override.group.id': groupId,
    'consumer.override.auto.offset.reset': 'earliest',
    // As large batches as the others take.
    'consumer.override.max.poll.records': '2000',
    'consumer.override.max.partition.fetch.bytes': String(1024 * 1024),
  };
}

/** Rejects while the task does not run. */
async function askTask(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/connectors/${NAME}/status`, {
    signal: AbortSignal.timeout(3_000),
  });
  const { tasks } = (await response.json()) as { tasks?: readonly { state: string; trace?: string }[] };
  const [task] = tasks ?? [];
  if (task?.state !== 'RUNNING') throw new Error(`its task is ${task?.state ?? 'not there'}: ${task?.trace ?? ''}`);
}

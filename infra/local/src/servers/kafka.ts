import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, KAFKA } from '../artifacts.mjs';
import { parseManifest, verifyManifest } from '../checksum.ts';
import { type Artifact, fetchArtifact } from '../download-cache.ts';
import { askKafka } from '../readiness.ts';
import { type LaunchContext, launchServer, runTool, serverDirectory } from '../server.ts';
import type { StartedServer } from '../started-server.ts';
import { kafkaProperties, type ProxiedListener, type SecuredKafka } from './kafka-properties.ts';

const MANIFEST = parseManifest(
  readFileSync(new URL(`../../manifests/${folderOf(KAFKA)}.sha256`, import.meta.url), 'utf8'),
);

/** One broker that is its own controller, with its jars from Maven. */
export async function startKafka(
  context: LaunchContext,
  options: {
    port: number;
    controllerPort: number;
    proxied?: ProxiedListener | undefined;
    secured?: SecuredKafka | undefined;
  },
): Promise<StartedServer> {
  const jars = await fetchKafka(context);
  const directory = serverDirectory(context, 'kafka');
  const properties = join(directory, 'server.properties');
  writeFileSync(properties, propertiesFile({ ...kafkaProperties(options), 'log.dirs': join(directory, 'data') }));
  const users = (options.secured?.scramUsers ?? []).flatMap((user) => ['--add-scram', user]);
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });

  const classPath = [...MANIFEST.keys()].map((jar) => join(jars, jar));
  const jvm = [
    '-Xms256m',
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:ActiveProcessorCount=2',
    '-XX:TieredStopAtLevel=1',
    `-Djava.io.tmpdir=${temporary}`,
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
  ];
  const main = ['-cp', classPath.join(':')];

  if (!existsSync(join(directory, 'data', 'meta.properties'))) {
    await runTool(context, {
      name: 'kafka-format',
      command: 'java',
      args: [...jvm, ...main, 'kafka.tools.StorageTool', 'format', '-t', newClusterId(), '-c', properties, ...users],
      workingDirectory: directory,
    });
  }

  const brokers = [`127.0.0.1:${options.port}`];
  const server = await launchServer(context, {
    name: 'kafka',
    command: 'java',
    args: [...jvm, ...main, 'kafka.Kafka', properties],
    workingDirectory: directory,
    ask: () => askKafka(brokers),
  });
  return { addresses: { kafkaBrokers: brokers }, pid: server.pid, stop: server.stop };
}

/** The directory of Kafka's jars, downloaded when it is not in the cache. */
export function fetchKafka(context: LaunchContext): Promise<string> {
  return fetchArtifact(context, kafkaArtifact(context));
}

function kafkaArtifact(context: LaunchContext): Artifact {
  return {
    ...KAFKA,
    work: { doing: 'downloading', extent: 'about 44 MB' },
    landmark: `kafka_2.13-${KAFKA.version}.jar`,
    fill: async (directory) => {
      const project = serverDirectory(context, 'downloads');
      const pom = join(project, 'kafka-pom.xml');
      writeFileSync(pom, packagingPom());
      await runTool(context, {
        name: 'kafka-download',
        command: 'mvn',
        args: [
          '-B',
          '-ntp',
          '-f',
          pom,
          'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
          '-DincludeScope=runtime',
          `-DoutputDirectory=${directory}`,
        ],
        workingDirectory: project,
      });
      await verifyManifest(directory, MANIFEST);
    },
  };
}

function packagingPom(): string {
  const dependency = (group: string, artifact: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>fundlens.local</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    ${dependency('org.apache.kafka', 'kafka_2.13', KAFKA.version)}
    ${dependency('org.slf4j', 'slf4j-simple', '1.7.36')}
  </dependencies>
</project>
`;
}

/** 22 characters of base64url. One that starts with a hyphen would be read as an option. */
function newClusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newClusterId() : id;
}

function propertiesFile(properties: Record<string, string>): string {
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

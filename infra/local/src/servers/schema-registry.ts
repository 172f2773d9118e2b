import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { APICURIO } from '../artifacts.mjs';
import { verifyChecksum } from '../checksum.ts';
import { type Artifact, fetchArtifact } from '../download-cache.ts';
import { askRegistry } from '../readiness.ts';
import { type LaunchContext, launchServer, runTool, serverDirectory } from '../server.ts';
import type { StartedServer } from '../started-server.ts';

const ARCHIVE_SHA256 = '2b28181501a20cbf6efcd77f9b7153908fc01f3d3a7c32024c0bd9e1b04c8a43';
const RUNNER_JAR = `apicurio-registry-app-${APICURIO.version}-runner.jar`;

/** Its start is computing: beside other programs it takes many times the usual seconds. */
const READY_LIMIT_MILLISECONDS = 300_000;

/** Apicurio with its Confluent-compatible API, its schemas in an H2 file. */
export async function startSchemaRegistry(
  context: LaunchContext,
  options: { port: number; managementPort: number },
): Promise<StartedServer> {
  const program = await fetchApicurio(context);
  const directory = serverDirectory(context, 'registry');
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const url = `http://127.0.0.1:${options.port}/apis/ccompat/v7`;
  const server = await launchServer(context, {
    name: 'registry',
    command: 'java',
    args: [
      '-Xms128m',
      '-Xmx384m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-XX:ActiveProcessorCount=2',
      `-Djava.io.tmpdir=${temporary}`,
      ...Object.entries({
        ...registryProperties(join(directory, 'registry')),
        'quarkus.http.host': '127.0.0.1',
        'quarkus.http.port': String(options.port),
        'quarkus.management.host': '127.0.0.1',
        'quarkus.management.port': String(options.managementPort),
      }).map(([name, value]) => `-D${name}=${value}`),
      '-jar',
      join(program, RUNNER_JAR),
    ],
    workingDirectory: directory,
    ask: () => askRegistry(url),
    readyLimitMilliseconds: READY_LIMIT_MILLISECONDS,
  });
  return { addresses: { schemaRegistryUrl: url }, pid: server.pid, stop: server.stop };
}

/** The registry's properties, wherever it runs. `file`: where H2 keeps the schemas, without its extension. */
export function registryProperties(file: string): Record<string, string> {
  return {
    'apicurio.rules.global.compatibility': 'BACKWARD',
    'apicurio.datasource.jdbc.min-size': '2',
    'apicurio.datasource.jdbc.initial-size': '2',
    'apicurio.datasource.jdbc.max-size': '10',
    'apicurio.storage.kind': 'sql',
    'apicurio.storage.sql.kind': 'h2',
    // Without WRITE_DELAY=0 a SIGKILL loses the last schemas.
    'apicurio.datasource.url': `jdbc:h2:file:${file};WRITE_DELAY=0`,
  };
}

/** The directory of the unpacked registry, downloaded when it is not in the cache. */
export function fetchApicurio(context: LaunchContext): Promise<string> {
  return fetchArtifact(context, apicurioArtifact(context));
}

function apicurioArtifact(context: LaunchContext): Artifact {
  return {
    ...APICURIO,
    work: { doing: 'downloading', extent: 'about 109 MB' },
    landmark: RUNNER_JAR,
    fill: async (directory) => {
      await runTool(context, {
        name: 'registry-download',
        command: 'mvn',
        args: [
          '-B',
          '-ntp',
          // Later versions of the plugin insist on the artifact's parent pom, which is not published everywhere.
          'org.apache.maven.plugins:maven-dependency-plugin:2.8:copy',
          `-Dartifact=io.apicurio:apicurio-registry-app:${APICURIO.version}:tar.gz:all`,
          `-DoutputDirectory=${directory}`,
        ],
        workingDirectory: serverDirectory(context, 'downloads'),
      });
      const [archive] = readdirSync(directory).map((name) => join(directory, name));
      if (archive === undefined) throw new Error('the download of the schema registry left no file');
      await verifyChecksum(archive, ARCHIVE_SHA256);
      await runTool(context, {
        name: 'registry-unpack',
        command: 'tar',
        args: ['-xzf', archive, '-C', directory],
        workingDirectory: directory,
      });
      rmSync(archive);
    },
  };
}

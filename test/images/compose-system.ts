import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isReady } from '../harness/service-process.ts';
import { eventually } from '../harness/waiting.ts';
import { type ImagesUnderTest, ROOT } from './images-under-test.ts';

const execute = promisify(execFile);

/** Not `fundlens`: a system that runs on this machine already is another one. */
const PROJECT = 'fundlens-images-test';
/** As compose.yaml publishes them. */
export const ADDRESSES = {
  kafka: 'localhost:9094',
  registry: 'http://127.0.0.1:8081/apis/ccompat/v7',
  api: 'http://127.0.0.1:8080',
  prometheus: 'http://127.0.0.1:9090',
  projectorAdminPort: 9_101,
  queryAdminPort: 9_102,
} as const;
/** Two Java programs and a new Kafka, on two busy cores. */
const READY_MS = 180_000;
const COMMAND_MS = 180_000;

export type ComposeSystem = {
  /** Id of the one container of a service. */
  containerOf(service: string): string;
  /** `fundlens …` in a container of its own. */
  operator(...args: string[]): Promise<string>;
  /** Containers, networks and volumes. */
  remove(): Promise<void>;
};

/** The system of `compose.yaml`, without Grafana where its image cannot be had. */
export async function startComposeSystem({ engine, tag, ...images }: ImagesUnderTest): Promise<ComposeSystem> {
  const { composeTool, serverImages } = images;
  const isStandIn = Object.keys(serverImages).length > 0;
  const files = [
    join(ROOT, 'infra/deploy/compose.yaml'),
    ...(isStandIn ? [join(ROOT, 'test/images/compose.stand-in.yaml')] : []),
  ];
  const secret = () => randomBytes(48).toString('base64');
  const secrets = { CURSOR_SECRET: secret(), LINK_SECRET: secret() };
  const environment = { ...process.env, ...serverImages, ...secrets, FUNDLENS_TAG: tag };
  const compose = async (...args: string[]) => {
    const [command = '', ...first] = composeTool;
    const chosen = ['-p', PROJECT, ...files.flatMap((file) => ['-f', file])];
    const options = { cwd: ROOT, env: environment, timeout: COMMAND_MS };
    return (await execute(command, [...first, ...chosen, ...args], options)).stdout;
  };
  const servers = ['kafka', 'registry', 'mongodb', 'redis', 'prometheus', ...(isStandIn ? [] : ['grafana'])];

  // What an earlier run has left that was killed.
  await compose('down', '--volumes');
  await compose('up', '--detach', ...servers, 'projector', 'query');
  for (const port of [ADDRESSES.projectorAdminPort, ADDRESSES.queryAdminPort]) {
    await eventually(() => isReady(port), { what: `readiness on port ${port}`, deadlineMs: READY_MS });
  }
  return {
    containerOf(service) {
      const labels = { project: PROJECT, service };
      const filters = Object.entries(labels).map(
        ([name, value]) => `--filter=label=com.docker.compose.${name}=${value}`,
      );
      const ids = engine.run(['ps', '--quiet', ...filters]).split('\n');
      if (ids.length !== 1 || ids[0] === undefined) throw new Error(`${service} has ${ids.length} containers`);
      return ids[0];
    },
    operator: (...args) => compose('--profile', 'operator', 'run', '--rm', '-T', 'operator', ...args),
    async remove() {
      await compose('down', '--volumes', '--timeout', '20');
    },
  };
}

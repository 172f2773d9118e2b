import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { choosePorts } from '@fundlens/local/ports';
import { SERVICE_IMAGES } from '../../infra/docker/service-image.ts';
import { eventually } from './waiting.ts';

/** What processes of the tests get of this one's environment: where programs are, and what Node has compiled before. */
export const INHERITED: Readonly<Record<'PATH' | 'NODE_COMPILE_CACHE' | 'NODE_OPTIONS', string | undefined>> = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  // e.g. --cpu-prof, to see what a benchmark is made of.
  NODE_OPTIONS: process.env.NODE_OPTIONS,
};

export type ServiceName = 'projector' | 'query' | 'ingest-highlevel';

export type ServiceProcess = {
  readonly pid: number;
  readonly adminPort: number;
  /** Where everything that the process wrote to stdout and stderr is. */
  readonly logFile: string;
  /** Its exit status once it has ended in whatever way; null when it was ended by a signal. */
  readonly exited: Promise<number | null>;
  /** Asks it to end, as an orchestrator does, and gives its exit status; null when it was ended by a signal. */
  stop(): Promise<number | null>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
};

export type ServiceOptions = {
  readonly name: ServiceName;
  /** All of its environment but PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly adminPort: number;
  /** Its program, e.g. a production bundle; by default its `main.ts`. */
  readonly program?: string;
};

/** Type stripping, drivers, topics and indexes: a few seconds on two busy cores. */
const READY_DEADLINE_MS = 60_000;
const LOG_TAIL_CHARACTERS = 3_000;

const running = new Set<ChildProcess>();
// A test run that ends in any way takes its services with it.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a service as production does and waits until it says that it is ready.
 * @throws with the end of its log when it exits or does not become ready.
 */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, environment, logFile, adminPort } = options;
  const log = openSync(logFile, 'a');
  const container = containerOf(options);
  const { command, args } = container ?? processOf(options);
  const child = spawn(command, args, {
    stdio: ['ignore', log, log],
    // The client of an engine finds its configuration by variables; a container gets those alone that are named to it.
    env: {
      ...(container === undefined ? INHERITED : process.env),
      KAFKAJS_NO_PARTITIONER_WARNING: '1',
      ...environment,
    },
  });
  closeSync(log);
  running.add(child);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  const service: ServiceProcess = {
    pid: child.pid ?? 0,
    adminPort,
    logFile,
    exited,
    async stop() {
      child.kill('SIGTERM');
      return await exited;
    },
    async kill() {
      container?.kill();
      child.kill('SIGKILL');
      await exited;
    },
  };
  try {
    await Promise.race([
      eventually(() => isReady(adminPort), { what: `readiness of the ${name}`, deadlineMs: READY_DEADLINE_MS }),
      exited.then((code) => Promise.reject(new Error(`the ${name} exited with status ${code}`))),
    ]);
  } catch (error) {
    await service.kill();
    const tail = (await readFile(logFile, 'utf8')).slice(-LOG_TAIL_CHARACTERS);
    throw new Error(`the ${name} did not start; the end of its log:\n${tail}`, { cause: error });
  }
  return service;
}

type Launch = { readonly command: string; readonly args: readonly string[] };

/** As the image has them in a container of 1 GiB. */
const FLAGS =
  '--max-old-space-size=460 --heap-growing-percent=50 --no-allocation-site-pretenuring --disable-warning=TimeoutNegativeWarning';

function processOf({ name, program }: ServiceOptions): Launch {
  const source = fileURLToPath(new URL(`../../services/${name}/src/main.ts`, import.meta.url));
  const semiSpaceMib = SERVICE_IMAGES.find(({ service }) => service === name)?.semiSpaceMib;
  const semiSpace = `--max-semi-space-size=${semiSpaceMib}`;
  return { command: process.execPath, args: [...FLAGS.split(' '), semiSpace, program ?? source] };
}

/**
 * With `SERVICE_CONTAINERS="<engine> <tag>"` a container of the image, as `npm run images` asks: as restricted as the manifests have
 * it, on this machine's network, where the test's servers are. The engine's client passes signals on and ends with its status.
 */
function containerOf({ name, environment, program }: ServiceOptions): (Launch & { kill(): void }) | undefined {
  const [engine, tag] = process.env.SERVICE_CONTAINERS?.split(' ') ?? [];
  if (engine === undefined || program !== undefined) return undefined;
  const id = `fundlens-test-${randomUUID()}`;
  const restrictions = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
  const variables = Object.keys(environment).flatMap((option) => ['--env', option]);
  const args = ['run', '--rm', '--name', id, '--network=host', ...restrictions, ...variables];
  return {
    command: engine,
    args: [...args, `localhost/fundlens-${name}:${tag}`],
    kill: () => void spawnSync(engine, ['kill', '--signal', 'KILL', id], { stdio: 'ignore' }),
  };
}

/** Whether the service on this admin port says that it is ready. */
export async function isReady(adminPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
  await response.body?.cancel();
  return response.ok;
}

/** Test processes look for ports in different places: what one has chosen, its service takes a second later. */
const PLACES = 64;
const given = new Set<number>();

/** A port that was free a moment ago, and that no outgoing connection takes before the service does. */
export async function freePort(): Promise<number> {
  const searchFrom = ((process.pid % PLACES) + Math.random()) / PLACES;
  const { port } = await choosePorts({ names: ['port'], taken: given, searchFrom });
  given.add(port);
  return port;
}

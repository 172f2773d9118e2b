import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FatalError } from '@fundlens/runtime/errors';
import { rotateLog, tailOf } from '../../log-tail.ts';
import { type Ending, startRecorded } from '../../recorded-process.ts';

export type ServiceName = 'projector' | 'query';

export type ServiceProcess = {
  readonly title: string;
  /** Resolves with how the process ended. */
  readonly ended: Promise<Ending>;
  /**
   * Resolves when the service says that it is ready.
   * @throws FatalError `service_not_ready` with what it says instead and the end of its log
   */
  ready(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** What a person needs to see when it ended by itself. */
  obituary(ending: Ending): string;
};

const titles: Record<ServiceName, string> = { projector: 'projector', query: 'query service' };

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Both services need a second or two; with every server up, what takes this long never comes. */
const READY_LIMIT_MS = 60_000;
const ASK_AGAIN_MS = 100;

/** Starts a service from its sources, as a process of its own that logs JSON lines to a file. */
export function startService(options: {
  name: ServiceName;
  environment: Record<string, string>;
  adminPort: number;
  /** Starts it again whenever one of its sources changes, with an inspector on this port. */
  inspectorPort?: number;
  directories: { readonly logs: string; readonly records: string };
}): ServiceProcess {
  const { name, environment, adminPort, inspectorPort, directories } = options;
  const logFile = join(directories.logs, `${name}.log`);
  rotateLog(logFile);
  const child = startRecorded({
    name,
    command: process.execPath,
    args: [
      '--disable-warning=TimeoutNegativeWarning',
      ...watching(inspectorPort),
      join(repository, 'services', name, 'src', 'main.ts'),
    ],
    environment,
    workingDirectory: join(repository, 'services', name),
    recordsDirectory: directories.records,
    logFile,
  });
  const title = titles[name];
  const withLog = (sentence: string) => `${sentence} The end of ${logFile}:\n${tailOf(logFile)}`;

  async function ready(signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + READY_LIMIT_MS;
    for (;;) {
      signal.throwIfAborted();
      const answer = await askReady(adminPort);
      if (answer === 'ready') return;
      const ending = child.ending();
      if (ending !== undefined) {
        throw new FatalError('service_not_ready', withLog(`The ${title} ended before it was ready (${ending}).`));
      }
      if (Date.now() > deadline) {
        const limit = READY_LIMIT_MS / 1_000;
        throw new FatalError('service_not_ready', withLog(`The ${title} was not ready after ${limit} s: ${answer}.`));
      }
      await sleep(ASK_AGAIN_MS);
    }
  }

  return {
    title,
    ended: child.ended,
    ready,
    stop: () => child.end(),
    obituary: (ending) => withLog(`The ${title} ended by itself (${ending}).`),
  };
}

/** Node's own watcher: it knows every module that the service has loaded. */
function watching(inspectorPort: number | undefined): string[] {
  if (inspectorPort === undefined) return [];
  return ['--watch', '--watch-preserve-output', `--inspect=127.0.0.1:${inspectorPort}`];
}

/** `ready`, or what is said instead. */
async function askReady(adminPort: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) });
    const text = await response.text();
    return response.ok ? 'ready' : text;
  } catch {
    return 'it does not answer';
  }
}

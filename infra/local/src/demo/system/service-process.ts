import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntilReady } from '../../server.ts';
import { rotateLog, startSupervised, tailOf } from '../../supervised.ts';

export type ServiceName = 'projector' | 'query';

export type ServiceProcess = {
  readonly title: string;
  /** Resolves with how the process ended. */
  readonly ended: Promise<string>;
  /**
   * Resolves when the service says that it is ready.
   * @throws FatalError `server_did_not_start` with what it says instead and the end of its log
   */
  ready(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
  /** What a person needs to see when it ended by itself. */
  endingReport(ending: string): string;
};

const titles: Record<ServiceName, string> = { projector: 'projector', query: 'query service' };

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));

/** Both services need a second or two. With every server up, a service that needs longer never becomes ready. */
const READY_LIMIT_MS = 60_000;

/** Starts a service from its sources, as a process of its own that logs JSON lines to a file. */
export function startService(options: {
  name: ServiceName;
  environment: Record<string, string>;
  adminPort: number;
  /** Starts it again whenever one of its sources changes, with an inspector on this port. */
  inspectorPort?: number;
  logsDirectory: string;
}): ServiceProcess {
  const { name, environment, adminPort, inspectorPort, logsDirectory } = options;
  const logFile = join(logsDirectory, `${name}.log`);
  rotateLog(logFile);
  const child = startSupervised({
    command: process.execPath,
    args: [
      '--disable-warning=TimeoutNegativeWarning',
      ...watching(inspectorPort),
      join(repository, 'services', name, 'src', 'main.ts'),
    ],
    environment,
    workingDirectory: join(repository, 'services', name),
    logFile,
  });
  const title = titles[name];
  return {
    title,
    ended: child.ended,
    ready: (signal) =>
      waitUntilReady(
        { signal },
        {
          name: title,
          logFile,
          ask: () => askReady(adminPort),
          child,
          readyLimitMilliseconds: READY_LIMIT_MS,
        },
      ),
    stop: () => child.end(),
    endingReport: (ending) => `The ${title} ended by itself (${ending}). The end of ${logFile}:\n${tailOf(logFile)}`,
  };
}

/** Node's own watcher: it knows every module that the service has loaded. */
function watching(inspectorPort: number | undefined): string[] {
  if (inspectorPort === undefined) return [];
  return ['--watch', '--watch-preserve-output', `--inspect=127.0.0.1:${inspectorPort}`];
}

/** Rejects with what the service says while it is not ready. */
async function askReady(adminPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${adminPort}/readyz`, { signal: AbortSignal.timeout(2_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
}

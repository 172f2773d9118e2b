import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FatalError } from '@fundlens/runtime/errors';
import { rotateLog, type SupervisedProcess, startSupervised, tailOf } from './supervised.ts';

export const SERVER_NAMES = ['kafka', 'registry', 'mongodb', 'redis'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** What a server needs in order to start; the same for all servers of one stack. */
export type LaunchContext = {
  /** The stack's own directory: one folder per server, and logs. */
  dataDirectory: string;
  logsDirectory: string;
  /** The download cache, shared by all stacks of this machine. */
  cache: string;
  environment: Record<string, string | undefined>;
  report: (line: string) => void;
  signal: AbortSignal;
};

export type LaunchedServer = {
  /** Of its process group. */
  pid: number;
  /** Ends the server; its data stays. */
  stop(): Promise<void>;
};

/** Two cold JVMs on two busy cores need tens of seconds; a server that needs this long never answers. */
const READY_LIMIT_MILLISECONDS = 180_000;
const ASK_AGAIN_MILLISECONDS = 50;

/**
 * Starts a server and waits until it answers its own protocol.
 * @throws FatalError `server_did_not_start` with the end of its log, when it ends or does not answer in time
 */
export async function launchServer(
  context: LaunchContext,
  server: {
    name: string;
    command: string;
    args: string[];
    workingDirectory: string;
    environment?: Record<string, string>;
    /** Rejects while the server does not answer yet. */
    ask: () => Promise<unknown>;
    readyLimitMilliseconds?: number;
  },
): Promise<LaunchedServer> {
  context.signal.throwIfAborted();
  const logFile = join(context.logsDirectory, `${server.name}.log`);
  rotateLog(logFile);
  const child = startSupervised({
    ...server,
    environment: { ...bareEnvironment(context.environment), ...server.environment },
    logFile,
  });
  try {
    await waitUntilReady(context, { ...server, logFile, child });
  } catch (error) {
    await child.end();
    throw error;
  }
  let stopping = false;
  void child.ended.then((ending) => {
    if (!stopping) context.report(`${server.name} ended unexpectedly (${ending}); its log is ${logFile}`);
  });
  return {
    pid: child.pid,
    async stop() {
      stopping = true;
      await child.end();
    },
  };
}

/**
 * Asks a server or a service again and again until it answers.
 * @throws FatalError `server_did_not_start` with the end of its log, when it ends or does not answer in time; the reason
 *   of an interruption. The caller ends what does not answer.
 */
export async function waitUntilReady(
  context: { signal: AbortSignal },
  server: {
    name: string;
    logFile: string;
    child: Pick<SupervisedProcess, 'ending'>;
    ask: () => Promise<unknown>;
    readyLimitMilliseconds?: number;
  },
): Promise<void> {
  const { name, logFile, child, readyLimitMilliseconds: limit = READY_LIMIT_MILLISECONDS } = server;
  const deadline = Date.now() + limit;
  for (;;) {
    try {
      await server.ask();
      return;
    } catch (reason) {
      context.signal.throwIfAborted();
      const ending = child.ending();
      const end = `The end of ${logFile}:\n${tailOf(logFile)}`;
      if (ending !== undefined) {
        throw new FatalError('server_did_not_start', `${name} ended before it was ready (${ending}). ${end}`);
      }
      if (Date.now() > deadline) {
        const said = reason instanceof Error ? reason.message : String(reason);
        throw new FatalError(
          'server_did_not_start',
          `${name} did not answer within ${limit / 1000} s (${said}). ${end}`,
        );
      }
    }
    await sleep(ASK_AGAIN_MILLISECONDS);
  }
}

/**
 * Runs a program to its end: a download, an unpacking. It does not outlive us either.
 * @throws FatalError `tool_failed` with the end of its output
 */
export async function runTool(
  context: LaunchContext,
  tool: { name: string; command: string; args: string[]; workingDirectory: string },
): Promise<void> {
  context.signal.throwIfAborted();
  const logFile = join(context.logsDirectory, `${tool.name}.log`);
  rotateLog(logFile);
  // The environment configures download clients (proxies, mirrors, certificates).
  const child = startSupervised({ ...tool, environment: context.environment, logFile });
  const end = () => void child.end();
  context.signal.addEventListener('abort', end, { once: true });
  const ending = await child.ended;
  context.signal.removeEventListener('abort', end);
  context.signal.throwIfAborted();
  if (ending === 'exit status 0') return;
  throw new FatalError('tool_failed', `${tool.name} failed (${ending}). The end of ${logFile}:\n${tailOf(logFile)}`);
}

/** The folder of one server's data, made when it is not there. */
export function serverDirectory(context: LaunchContext, name: string): string {
  const directory = join(context.dataDirectory, name);
  mkdirSync(directory, { recursive: true });
  return directory;
}

/** Only what a program needs to run: a stray variable of the shell must not configure a server or a service. */
export function bareEnvironment(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'JAVA_HOME'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

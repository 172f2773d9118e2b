import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FatalError } from '@fundlens/runtime/errors';
import { rotateLog, tailOf } from './log-tail.ts';
import { KILLED, startRecorded } from './recorded-process.ts';

export const SERVER_NAMES = ['kafka', 'registry', 'mongodb', 'redis'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];

/** What a server needs in order to start; the same for all servers of one stack. */
export type LaunchContext = {
  /** The stack's own directory: one folder per server, logs, process records. */
  dataDirectory: string;
  logsDirectory: string;
  recordsDirectory: string;
  /** The download cache, shared by all stacks of this machine. */
  cache: string;
  environment: Record<string, string | undefined>;
  report: (line: string) => void;
  signal: AbortSignal;
};

export type LaunchedServer = {
  pid: number;
  /** Ends the server; its data stays. */
  stop(): Promise<void>;
};

/** A cold JVM on two busy cores needs up to ten seconds; a server that needs this long never answers. */
export const READY_LIMIT_MILLISECONDS = 90_000;
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
    /** Shown while an orderly stop takes longer than expected. */
    endingNote?: string | undefined;
    /** Called when the server has ended in good order, also after a start that took too long. */
    onStopped?: () => Promise<void>;
    /** How long it may take to end; the default is for a server that only closes its files. */
    endMilliseconds?: number | undefined;
    readyLimitMilliseconds?: number;
  },
): Promise<LaunchedServer> {
  context.signal.throwIfAborted();
  const logFile = join(context.logsDirectory, `${server.name}.log`);
  rotateLog(logFile);
  const child = startRecorded({
    name: server.name,
    command: server.command,
    args: server.args,
    environment: { ...bareEnvironment(context.environment), ...server.environment },
    workingDirectory: server.workingDirectory,
    recordsDirectory: context.recordsDirectory,
    logFile,
  });

  async function end(): Promise<void> {
    await child.end(server.endMilliseconds);
    // What a killed server was writing is not whole.
    if (child.ending() !== KILLED) await server.onStopped?.();
  }

  try {
    await waitUntilReady(context, { ...server, logFile, ending: async () => child.ending() });
  } catch (error) {
    await end();
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
      if (server.endingNote !== undefined && child.ending() === undefined) {
        context.report(`${server.name}: ${server.endingNote}`);
      }
      await end();
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
    ask: () => Promise<unknown>;
    /** How it ended, undefined while it runs. */
    ending: () => Promise<string | undefined>;
    readyLimitMilliseconds?: number;
  },
): Promise<void> {
  const limit = server.readyLimitMilliseconds ?? READY_LIMIT_MILLISECONDS;
  const deadline = Date.now() + limit;
  let reason: unknown;
  const isReady = () =>
    server.ask().then(
      () => true,
      (error: unknown) => {
        reason = error;
        return false;
      },
    );
  while (!(await isReady())) {
    context.signal.throwIfAborted();
    const ending = await server.ending();
    const late = Date.now() > deadline;
    if (ending !== undefined || late) {
      const what = late
        ? `did not answer within ${limit / 1000} s (${messageOf(reason)})`
        : `ended before it was ready (${ending})`;
      throw new FatalError(
        'server_did_not_start',
        `${server.name} ${what}. The end of ${server.logFile}:\n${tailOf(server.logFile)}`,
      );
    }
    await sleep(ASK_AGAIN_MILLISECONDS);
  }
}

/**
 * Runs a program to its end: a download, a formatter. Recorded like a server, so that it does not outlive the runner.
 * @throws FatalError `tool_failed` with the end of its output
 */
export async function runTool(
  context: LaunchContext,
  tool: { name: string; command: string; args: string[]; workingDirectory: string },
): Promise<void> {
  context.signal.throwIfAborted();
  const logFile = join(context.logsDirectory, `${tool.name}.log`);
  rotateLog(logFile);
  const child = startRecorded({
    ...tool,
    // The environment configures download clients (proxies, mirrors, certificates).
    environment: context.environment,
    recordsDirectory: context.recordsDirectory,
    logFile,
  });
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

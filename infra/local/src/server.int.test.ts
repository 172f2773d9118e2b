import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@fundlens/runtime/testing/temporary-directory';
import { expect, test } from 'vitest';
import { type LaunchContext, launchServer, runTool } from './server.ts';

function contextIn(dataDirectory: string, signal: AbortSignal = new AbortController().signal): LaunchContext {
  const logsDirectory = join(dataDirectory, 'logs');
  mkdirSync(logsDirectory);
  return {
    dataDirectory,
    logsDirectory,
    cache: join(dataDirectory, 'cache'),
    environment: { PATH: process.env.PATH },
    report: () => undefined,
    signal,
  };
}

/** A server that never answers. @param script of a shell */
function launched(script: string, more: { environment?: object; readyLimitMilliseconds?: number } = {}) {
  const { environment, ...limits } = more;
  const context = contextIn(temporaryDirectory());
  return launchServer(
    { ...context, environment: { ...context.environment, ...environment } },
    {
      ...{ name: 'silent', command: 'sh', args: ['-c', script], workingDirectory: context.dataDirectory, ...limits },
      ask: () => Promise.reject(new Error('connection refused')),
    },
  );
}

test('a server that ends while starting is reported with the end of its log', async () => {
  await expect(launched('echo the disk is full >&2; exit 3')).rejects.toThrow(
    /silent ended before it was ready \(exit status 3\)[\s\S]*the disk is full/,
  );
});

test('a server that never answers is ended, and its log is shown', async () => {
  const start = launched('echo waiting for a quorum; sleep 600', { readyLimitMilliseconds: 300 });
  await expect(start).rejects.toThrow(/silent did not answer within 0.3 s \(connection refused\)[\s\S]*a quorum/);
});

/** A download by this command. */
function downloading(command: string, signal?: AbortSignal) {
  const context = contextIn(temporaryDirectory(), signal);
  return runTool(context, { name: 'download', command, args: ['600'], workingDirectory: context.dataDirectory });
}

test('a program that is not there is named in the message', async () => {
  await expect(downloading('no-such-program')).rejects.toThrow(
    /download failed \(exit status 127\)[\s\S]*no-such-program/,
  );
});

test('an interruption ends a download that goes on', async () => {
  const interrupted = new AbortController();
  const download = downloading('sleep', interrupted.signal);
  interrupted.abort(new Error('interrupted'));
  await expect(download).rejects.toThrow('interrupted');
});

test('a variable of the shell does not reach a server', async () => {
  const start = launched('echo "port <$QUARKUS_HTTP_PORT>"; exit 1', { environment: { QUARKUS_HTTP_PORT: '1' } });
  await expect(start).rejects.toThrow('port <>');
});

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Environment } from '@fundlens/runtime/config';
import { InvalidError, RetryableError } from '@fundlens/runtime/errors';

/** Of another service: nothing of it is imported, it is a program on the same machine. */
const PROGRAM = fileURLToPath(new URL('../../../projector/src/main.ts', import.meta.url));
/** The channel to this process closes when this process ends. */
const END_WITH_PARENT = 'data:text/javascript,process.on("disconnect",()=>process.kill(process.pid,"SIGTERM"))';

/**
 * A projector ends when this process ends, however that ends.
 * @throws InvalidError `no_projector_here` where the program is not installed, as in the operator's image.
 */
export function startProjector(
  environment: Environment,
  { generation, onLine }: { readonly generation: number; readonly onLine: (line: string) => void },
) {
  if (!existsSync(PROGRAM)) {
    throw new InvalidError(
      'no_projector_here',
      'This machine has no projector to fill the generation: use "fundlens generations add", and start one with its number.',
    );
  }
  const child: ChildProcess = spawn(process.execPath, ['--import', END_WITH_PARENT, PROGRAM], {
    env: { ...environment, GENERATION: String(generation), ADMIN_PORT: '0', LOG_LEVEL: 'warn', CONSUMER_GROUPS: '' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let ending: string | null = null;
  const ended = Promise.withResolvers<void>();
  const ends = (how: string) => {
    ending ??= how;
    ended.resolve();
  };
  child.once('error', (error) => ends(`it could not be started: ${error.message}`));
  child.once('exit', (status, signal) => ends(`it ended with ${signal ?? `status ${status}`}`));
  for (const output of [child.stdout, child.stderr]) if (output !== null) createInterface(output).on('line', onLine);
  return {
    pid: child.pid ?? 0,
    /** @throws RetryableError `projector_ended` */
    assertRuns(): void {
      if (ending !== null)
        throw new RetryableError('projector_ended', `The projector that fills it is gone: ${ending}.`);
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await ended.promise;
    },
  };
}

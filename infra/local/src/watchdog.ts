import { basename } from 'node:path';
import { findEngine, RUN_LABEL, removeLabelled } from './container/engine.ts';
import { hasHadContainers } from './container/volumes.ts';
import { endRecorded } from './recorded-process.ts';

/**
 * Waits until its standard input closes, which happens when the runner ends in whatever way, `kill -9` included, and then
 * ends every process recorded in the directory named by its first argument, and the containers of that run, if the stack in
 * the directory named by the second has any. After an orderly stop there is nothing left to end.
 *
 * It lives in its own process group, so Ctrl-C does not reach it.
 */
const [recordsDirectory, dataDirectory] = process.argv.slice(2);
if (recordsDirectory === undefined || dataDirectory === undefined) {
  throw new Error('usage: watchdog <directory of process records> <data directory of the stack>');
}
process.stdin.resume();
process.stdin.once('close', async () => {
  await Promise.all([endRecorded(recordsDirectory), endContainers(basename(recordsDirectory), dataDirectory)]);
});

async function endContainers(run: string, stackDirectory: string): Promise<void> {
  if (!hasHadContainers(stackDirectory)) return;
  const engine = await findEngine(process.env);
  if (engine !== undefined) await removeLabelled(engine, { name: RUN_LABEL, value: run });
}

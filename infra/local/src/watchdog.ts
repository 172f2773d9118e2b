import { endRecorded } from './recorded-process.ts';

/**
 * Waits until its standard input closes, which happens when the runner ends in whatever way, `kill -9` included, and then
 * ends every process recorded in the directory named by its argument. After an orderly stop there is none.
 *
 * It lives in its own process group, so Ctrl-C does not reach it.
 */
const recordsDirectory = process.argv[2];
if (recordsDirectory === undefined) throw new Error('usage: watchdog <directory of process records>');
process.stdin.resume();
process.stdin.once('close', async () => {
  await endRecorded(recordsDirectory);
});

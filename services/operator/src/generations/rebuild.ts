import { partitionStatesOf } from '@fundlens/projection/status/status-store';
import { generationOf } from '@fundlens/read-models/generation';
import { failureCode } from '@fundlens/runtime/errors';
import type { Change, Context } from '../command-context.ts';
import type { System } from '../composition-root.ts';
import { filledTo, logPartitions } from '../log-progress.ts';
import type { Terminal } from '../terminal.ts';
import { compareGeneration } from './generation-comparison.ts';
import { drop, listGenerations, switchTo } from './generations.ts';
import { startProjector } from './projector-process.ts';

export type Rebuilding = Change & { readonly acceptDifferences?: boolean };

/** Each look is work for the servers. */
const LOOK_MS = 1_000;
/** Projectors say every two seconds what they do. */
const OTHERS_SEEN_MS = 5_000;

/**
 * Everything that a rebuild takes, on one machine: add → a projector that fills → compare → switch → drop. Each step may be
 * repeated, so a command that was interrupted is given again, and goes on with its generation.
 */
export async function rebuild({ system: given, terminal }: Context, { yes, acceptDifferences }: Rebuilding) {
  const { say, progress, confirm } = terminal;
  const known = await listGenerations(given);
  const read = known.find(({ isActive }) => isActive)?.number ?? 0;
  const earlier = (than: number) => known.findLast(({ number: own }) => own < than)?.number ?? 0;
  // What a rebuild that was interrupted was filling, or had switched to.
  const unfinished = known.findLast(({ number: own, difference }) => !difference && own >= read && earlier(own) > 0);
  const number = unfinished?.number ?? (await given.generations.add(given.fingerprint, given.clock()));
  const before = Math.min(read, earlier(number));
  say(unfinished === undefined ? `Generation ${number} is added.` : `Going on with generation ${number}.`);
  const projector = startProjector(given.environment, { generation: number, onLine: given.onRemark });
  // Without its projector, what is waited for does not come.
  const sleep = (ms: number) => given.sleep(ms).finally(projector.assertRuns);
  const system: System = { ...given, sleep };
  try {
    await filled(system, number, progress);
    say('Comparing …');
    let comparison = await compareGeneration({ system, terminal }, number);
    const differs = () => comparison.differences.length > 0 && acceptDifferences !== true;
    // What a projector that hangs had is another's once its session has ended.
    while (differs() && !comparison.isCaughtUp) {
      say('It differs, and a projector is behind: start it, or repeat this with --accept-differences.');
      comparison = await compareGeneration({ system, terminal }, number);
    }
    if (differs()) return { generation: number, comparison, outcome: 'differs' as const };
    // It counts its dashboards, and events go on arriving: one of the next looks finds it as far as the other everywhere.
    while (!(await isSwitched(system, number))) await system.sleep(LOOK_MS);
    say(`Readers use generation ${number} within a second.`);
    if (yes || (await confirm(`Remove generation ${before}, which was used before?`))) await drop(system, before);
    else await kept(system, before, say);
    say('Waiting for a projector that goes on with it …');
    await takenOver(system, number, { own: projector.pid, say });
    return { generation: number, comparison, outcome: 'done' as const };
  } finally {
    await projector.stop();
  }
}

async function filled(system: System, number: number, progress: Terminal['progress']): Promise<void> {
  for (let ends = await logPartitions(system); ; ends = await logPartitions(system)) {
    await system.sleep(LOOK_MS);
    // Live events go on: it has what there was at the look before.
    const { applied, total } = await filledTo(system, number, ends);
    progress('replaying', applied, total);
    if (applied >= total) return;
  }
}

async function isSwitched(system: System, number: number): Promise<boolean> {
  try {
    await switchTo(system, number);
    return true;
  } catch (error) {
    if (failureCode(error) !== 'generation_behind') throw error;
    return false;
  }
}

async function kept(system: System, before: number, say: Terminal['say']): Promise<void> {
  say(
    `Generation ${before} is kept, and still written: the way back is "fundlens generations switch ${before}". This command ` +
      `goes on until it is dropped ("fundlens generations drop ${before}"), because nothing else writes the new one yet.`,
  );
  while (generationOf(await system.generations.pointer(), before) !== undefined) await system.sleep(LOOK_MS);
}

/**
 * Until a process other than this projector writes partitions of the generation: those without a number of their own go
 * over to what readers use once theirs is dropped, and hold where they would make it otherwise.
 */
export async function takenOver(
  { db, now, sleep }: Pick<System, 'db' | 'now' | 'sleep'>,
  generation: number,
  { own, say }: Pick<Terminal, 'say'> & { readonly own: number },
): Promise<void> {
  for (let told: string | null = null; ; await sleep(LOOK_MS)) {
    const lately = (await now()) - OTHERS_SEEN_MS;
    const states = await partitionStatesOf(db, generation);
    const others = states.filter(({ seenAt, owner }) => seenAt > lately && owner.split(':')[1] !== String(own));
    if (others.some(({ status }) => status === 'running')) return;
    const held = others.find(({ reason }) => reason !== null && reason !== told);
    if (held === undefined) continue;
    told = held.reason;
    say(
      `The projector ${held.owner} does not go on with it: ${told}. Restart it with the build and the options of this command.`,
    );
  }
}

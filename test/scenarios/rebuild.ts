import { DEAD_LETTERS, type DeadLetter } from '@fundlens/read-models/dead-letter';
import { readPointer } from '@fundlens/read-models/store';
import { runFundlens } from '../harness/command.ts';
import { eventually } from '../harness/waiting.ts';
import { createRandom } from '@fundlens/runtime/testing/random';
import { siteOf } from './faults/fault.ts';
import { createFollower } from './follower.ts';
import { ERASED, erase, invalidContacts, person, placesOf } from './restore.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';
import { strike } from './strike.ts';

const EVENTS_PER_SECOND = 20;
const NOT_AS_IT_HAS_TO = 'what a rebuild did otherwise';
const LIMIT_MS = 10 * 60_000;
/** Of what a command said, in a report. */
const MOST_SAID = 500;

/** Readers notice nothing, and in the end everything is stored as if it had never happened. */
export async function rebuildUnder(stage: Stage, batches: number): Promise<object> {
  const { load, reads, system, context } = stage;
  const { db } = system;
  await load.publish(batches);
  await stage.recovered();
  const next = ((await readPointer(db))?.last ?? 0) + 1;
  const began = performance.now();
  reads.isCalm = true;
  const rebuilt = fundlens(stage, ['rebuild', '--yes']);
  try {
    // What its partitions hold is not applied while it stands still.
    reads.waitsForWrites = false;
    const wake = strike({ kind: 'stop', target: 'projector-1' }, system.victims);
    context.report('a projector sleeps across the switch');
    const { status, output, errors } = await rebuilt;
    await wake();
    if (status !== 0) stage.broken(NOT_AS_IT_HAS_TO, `it ended badly: ${(output + errors).slice(-MOST_SAID)}`);
    await stage.recovered();
    reads.waitsForWrites = true;
    // An answer of what is gone would be a failed read.
    await stage.recovered();
  } finally {
    reads.isCalm = false;
    reads.waitsForWrites = true;
  }
  const { active = 0, generations = [] } = (await readPointer(db)) ?? {};
  const left = generations.map(({ number }) => number);
  if (active !== next || left.length !== 1) stage.broken(NOT_AS_IT_HAS_TO, `it left ${left.join()}, read is ${active}`);
  return { rebuildSeconds: Math.round((performance.now() - began) / 1_000) };
}

/** How often a projector of either generation, or a command, is killed. */
const KILLS = 10;
const LONGEST_PAUSE_MS = 3_000;

export const generations: Scenario = {
  name: 'generations',
  what: 'a generation is filled by a projector of its own, both and a command are killed; a switch, one back, a drop, under load and followers',
  options: {
    batches: { values: 'how many batches of some 23 events there are before', usual: '200', pattern: WHOLE_NUMBER },
  },
  run: (context) =>
    onStage({ ...context, eventsPerSecond: EVENTS_PER_SECOND }, async (stage) => {
      const { load, reads, system } = stage;
      const site = siteOf(stage);
      stage.erasesFrom(ERASED);
      await load.publish(Number(context.options.batches));
      await system.publish([person('leaves')]);
      await site.append('crm', await invalidContacts(site));
      await stage.recovered();
      const before = (await readPointer(system.db))?.active ?? 0;
      const next = (JSON.parse(await site.operate('--json', 'generations', 'add', '--yes')) as Added).generation;
      reads.isCalm = true;
      // A projector that is killed has others wait until its session has ended.
      reads.waitsForWrites = false;
      const follower = createFollower(system.baseUrls[0] ?? '', context.signal);
      void follower.run();
      await restartWith(stage, { GENERATION: String(next) });
      await killAtRandom(stage, next);
      await site.append('crm', await invalidContacts(site));
      await erase(site, 'leaves');
      await stage.applied();
      await operated(stage, 'compare', String(next));
      await nothingMissed(stage, follower);
      await operated(stage, 'switch', String(next), '--yes');
      await bothAreRight(stage, [before, next]);
      for (const number of [before, next]) await operated(stage, 'switch', String(number), '--yes');
      await nothingMissed(stage, follower);
      await operated(stage, 'drop', String(before), '--yes');
      await restartWith(stage, {});
      await stage.recovered();
      reads.waitsForWrites = true;
      await stage.recovered();
      const left = (await readPointer(system.db))?.generations.map(({ number }) => number) ?? [];
      if (left.join() !== String(next)) stage.broken(NOT_AS_IT_HAS_TO, `generations ${left.join()} are left`);
      return { generation: next };
    }),
};

type Added = { readonly generation: number };

/** What was set aside is open in both, and who was erased is in neither. */
async function bothAreRight(stage: Stage, numbers: readonly number[]): Promise<void> {
  const { db } = stage.system;
  for (const place of await placesOf(stage, 'Name-leaves')) {
    stage.broken(NOT_AS_IT_HAS_TO, `a person was erased and is still in ${place}`);
  }
  for await (const { _id, generations: open } of db.collection<DeadLetter>(DEAD_LETTERS).find({ status: 'open' })) {
    if (numbers.some((number) => !open.includes(number))) {
      stage.broken(NOT_AS_IT_HAS_TO, `${_id} is set aside in ${open.join()} alone`);
    }
  }
}

async function nothingMissed(stage: Stage, follower: ReturnType<typeof createFollower>): Promise<void> {
  for (const missed of await follower.missed()) stage.broken(NOT_AS_IT_HAS_TO, `a follower was not told: ${missed}`);
}

/** The second projector goes on with these options. */
async function restartWith({ system }: Stage, options: Readonly<Record<string, string>>): Promise<void> {
  const service = system.victims.services['projector-2'];
  system.changes.set('projector-2', { options });
  await service.terminate();
  await service.restart();
}

async function killAtRandom(stage: Stage, next: number): Promise<void> {
  const { system, context } = stage;
  const random = createRandom(context.seed + 3);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const killed = AbortSignal.any([context.signal, AbortSignal.timeout(random.below(LONGEST_PAUSE_MS))]);
    // Killed in the middle of it, as a rule: what it leaves behind counts, and not how it ends.
    await fundlens(stage, ['generations', 'compare', String(next)], killed).catch(() => undefined);
    const target = random.pick(['projector-1', 'projector-2'] as const);
    context.report(`${target} is killed`);
    await strike({ kind: 'kill', target }, system.victims)();
  }
}

/** What is behind, or changes all the while, is not so a moment later. */
async function operated(stage: Stage, ...args: readonly string[]): Promise<void> {
  const holds = async () => {
    const { status, output, errors } = await fundlens(stage, ['generations', ...args]);
    if (status === 0) return true;
    stage.context.report(`generations ${args.join(' ')}: ${(output + errors).trim().slice(-MOST_SAID)}`);
    return false;
  };
  await eventually(holds, { what: `generations ${args.join(' ')}`, ...limits(stage) });
}

function fundlens({ system, context }: Stage, words: readonly string[], signal = context.signal) {
  return runFundlens(['--json', ...words], system.directEnvironment, signal);
}

function limits({ context: { signal } }: Stage) {
  return { deadlineMs: LIMIT_MS, pauseMs: 100, signal };
}

import { fingerprintDifference } from '@fundlens/projection/generations/fingerprint';
import { type LogBounds, partitionKey, type TopicPartition } from '@fundlens/projection/log/source';
import { createReplay } from '@fundlens/projection/replay/replay';
import { readStatus } from '@fundlens/projection/status/status-store';
import { generationOf } from '@fundlens/read-models/generation';
import { InvalidError } from '@fundlens/runtime/errors';
import type { System } from '../composition-root.ts';

export type GenerationReport = Awaited<ReturnType<typeof listGenerations>>[number];

export async function listGenerations(system: System) {
  const { active, generations } = await system.generations.pointer();
  const reports = [];
  for (const { number, fingerprint, addedAt } of generations) {
    const { partitions, askedAt, asOf, deadLetters } = await readStatus(system, number);
    reports.push({
      number,
      isActive: number === active,
      /** In what it is made otherwise than this command makes documents; null: in nothing. */
      difference: fingerprintDifference(fingerprint, system.fingerprint),
      addedAt,
      /** Records that are applied, and that are not. */
      applied: partitions.reduce((sum, { nextOffset }) => sum + (nextOffset ?? 0), 0),
      lag: partitions.reduce((sum, { lag }) => sum + lag, 0),
      /** How old its documents may be; null while that is not known. */
      ageMs: asOf === null ? null : Math.max(0, askedAt - asOf),
      /** Open ones. */
      deadLetters: deadLetters.reduce((sum, { count }) => sum + count, 0),
    });
  }
  return reports;
}

/**
 * Makes readers use the generation. A record that the generation before has set aside, and this one took as any other, would
 * be told at a time that clients have passed: it is written once more. Done again after each switch, because a command may end
 * in between: clients are then told of it once more. @throws InvalidError `unknown_generation`, `generation_behind`
 */
export async function switchTo(system: System, generation: number): Promise<void> {
  await assertCounted(system, generation);
  await system.generations.switchTo(generation);
  const replay = createReplay({
    ...system,
    generations: async () => [generation],
    deadLetters: { replayed: async () => undefined, failedAgain: async () => undefined },
  });
  for await (const deadLetter of system.deadLetters.each({ status: 'open_elsewhere' })) {
    await replay(deadLetter, { by: 'switch', dryRun: false });
  }
}

/** Live changes are counted within seconds. */
const UNCOUNTED_MS = 60_000;

/** A generation that was filled counts its dashboards at the end: readers would go back to empty ones. */
async function assertCounted(system: System, number: number): Promise<void> {
  const pointer = await system.generations.pointer();
  // Where readers use one that does not exist, any other is better.
  if (generationOf(pointer, pointer.active) === undefined) return;
  const uncounted = await uncountedMs(system, number);
  if (uncounted > UNCOUNTED_MS && uncounted > (await uncountedMs(system, pointer.active))) {
    throw new InvalidError('generation_behind', `Generation ${number} has not counted its dashboards yet.`);
  }
}

/** For how long a change has been waiting to be counted in a dashboard. */
async function uncountedMs({ now, windowStoreOf }: System, number: number): Promise<number> {
  const { dirtySince } = await windowStoreOf(number).backlog();
  return dirtySince === null ? 0 : (await now()) - dirtySince;
}

/** A partition, and what the log has of it at a moment. */
export type LogPartition = TopicPartition & LogBounds;

export async function logPartitions({ topics, logs }: Pick<System, 'topics' | 'logs'>): Promise<LogPartition[]> {
  const found: LogPartition[] = [];
  for (const topic of Object.values(topics)) {
    const { partitions } = await logs.bounds(topic);
    found.push(...[...partitions].map(([partition, bounds]) => ({ topic, partition, ...bounds })));
  }
  return found;
}

/** How many of the records up to these ends a generation has. */
export async function filledTo({ generations }: System, number: number, ends: readonly LogPartition[]) {
  const reached = await generations.reached(number);
  let [applied, total] = [0, 0];
  for (const partition of ends) {
    applied += Math.min(reached.get(partitionKey(partition)) ?? partition.first, partition.end);
    total += partition.end;
  }
  return { applied, total };
}

const CATCH_UP_LOOK_MS = 500;
/** Running projectors catch up within this time; a comparison does not wait longer for one that is stopped. */
const CATCH_UP_LOOKS = 20;

/** Until the generations have all that the logs hold now; false when they do not come as far in time. */
export async function caughtUp(system: System, numbers: readonly number[]): Promise<boolean> {
  const ends = await logPartitions(system);
  for (let look = 0; look < CATCH_UP_LOOKS; look += 1) {
    const filled = await Promise.all(numbers.map((number) => filledTo(system, number, ends)));
    // Unchanged documents are told from changing ones by two looks that are some time apart.
    await system.sleep(CATCH_UP_LOOK_MS);
    if (filled.every(({ applied, total }) => applied >= total)) return true;
  }
  return false;
}

/** Projectors see within this time that their generation is dropped, and may write a batch that is in work. */
const TIDY_AFTER_MS = 3_000;

/** @throws InvalidError `unknown_generation`, `generation_in_use` */
export async function drop({ generations, sleep }: System, number: number): Promise<void> {
  await generations.drop(number);
  await sleep(TIDY_AFTER_MS);
  await generations.tidy();
}

import { fingerprintDifference } from '@fundlens/projection/generations/fingerprint';
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

/** Makes readers use the generation. @throws InvalidError `unknown_generation`, `generation_behind` */
export async function switchTo(system: System, generation: number): Promise<void> {
  await assertCounted(system, generation);
  await system.generations.switchTo(generation);
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

/** Projectors see within this time that their generation is dropped, and may write a batch that is in work. */
const TIDY_AFTER_MS = 5_000;

/**
 * Of one that was dropped by a command that ended before its documents were gone, it removes those.
 * @throws InvalidError `unknown_generation`, `generation_in_use`
 */
export async function drop({ generations, sleep }: System, number: number): Promise<void> {
  await generations.drop(number);
  await sleep(TIDY_AFTER_MS);
  await generations.tidy();
}

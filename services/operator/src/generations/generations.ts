import { fingerprintDifference } from '@fundlens/projection/generations/fingerprint';
import { createReplay } from '@fundlens/projection/replay/replay';
import { readStatus } from '@fundlens/projection/status/status-store';
import type { System } from '../composition-root.ts';

export type GenerationReport = Awaited<ReturnType<typeof listGenerations>>[number];

export async function listGenerations(system: System) {
  const { active, generations } = await system.generations.pointer();
  const reports = [];
  for (const { number, fingerprint, addedAt } of generations) {
    const { partitions, askedAt, asOf, deadLetters, dashboards } = await readStatus(system, number);
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
      deadLetters: deadLetters.reduce((sum, { status, count }) => sum + (status === 'open' ? count : 0), 0),
      /** Changed documents that its dashboards have not counted. */
      uncounted: dashboards.documents,
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

/** Projectors see within this time that their generation is dropped, and may write a batch that is in work. */
const TIDY_AFTER_MS = 3_000;

/** @throws InvalidError `unknown_generation`, `generation_in_use` */
export async function drop({ generations, sleep }: System, number: number): Promise<void> {
  await generations.drop(number);
  await sleep(TIDY_AFTER_MS);
  await generations.tidy();
}

import { createRebuildDriver } from './rebuild-driver.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';
import { strike } from './strike.ts';

const EVENTS_PER_SECOND = 20;
const NOT_AS_IT_HAS_TO = 'what a rebuild did otherwise';

export const rebuild: Scenario = {
  name: 'rebuild',
  what: 'everything is rebuilt under load: killed in the middle, begun again, and a projector sleeps across the switch',
  options: {
    batches: { values: 'how many batches of some 23 events there are before', usual: '400', pattern: WHOLE_NUMBER },
  },
  run: (context) =>
    onStage({ ...context, eventsPerSecond: EVENTS_PER_SECOND }, (stage) =>
      rebuildUnder(stage, { batches: Number(context.options.batches), isKilled: true }),
    ),
};

/** Readers notice nothing, and in the end everything is stored as if it had never happened. */
export async function rebuildUnder(
  stage: Stage,
  { batches, isKilled }: { readonly batches: number; readonly isKilled: boolean },
): Promise<object> {
  const { load, reads, system, context } = stage;
  await load.publish(batches);
  await stage.recovered();
  const driver = createRebuildDriver(stage);
  const began = performance.now();
  reads.isCalm = true;
  try {
    await driver.begin();
    if (isKilled) {
      await driver.killInTheMiddle();
      context.report('the rebuild is killed; it begins again');
      await driver.begin();
    }
    await driver.beforeSwitch();
    // What its partitions hold is not applied while it stands still.
    reads.waitsForWrites = false;
    const wake = strike({ kind: 'stop', target: 'projector-1' }, system.victims);
    context.report('a projector sleeps across the switch');
    const wrong = await driver.ended();
    await wake();
    await stage.recovered();
    reads.waitsForWrites = true;
    // An answer of what is gone would be a failed read.
    await stage.recovered();
    for (const line of wrong) stage.broken(NOT_AS_IT_HAS_TO, line);
  } finally {
    reads.isCalm = false;
    reads.waitsForWrites = true;
    await driver.stop();
  }
  for (const line of await driver.leftovers()) stage.broken(NOT_AS_IT_HAS_TO, line);
  return { rebuildSeconds: Math.round((performance.now() - began) / 1_000) };
}

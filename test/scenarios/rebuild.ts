import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { collectionName } from '@fundlens/read-models/definition';
import { readPointer } from '@fundlens/read-models/store';
import { FUNDLENS_COMMAND } from '../harness/command.ts';
import { INHERITED } from '../harness/inherited-environment.ts';
import { eventually } from '../harness/waiting.ts';
import { type Scenario, WHOLE_NUMBER } from './scenario.ts';
import { onStage, type Stage } from './stage.ts';
import { strike } from './strike.ts';

const EVENTS_PER_SECOND = 20;
const NOT_AS_IT_HAS_TO = 'what a rebuild did otherwise';
/** Documents of the new generation that are there when the command is killed, and its projector with it. */
const MIDDLE = 50;
const LIMIT_MS = 10 * 60_000;

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
  const { db } = system;
  await load.publish(batches);
  await stage.recovered();
  const next = ((await readPointer(db))?.last ?? 0) + 1;
  const began = performance.now();
  reads.isCalm = true;
  let command = startRebuild(stage);
  try {
    if (isKilled) {
      const rebuilt = db.collection(collectionName('contacts', next));
      await eventually(async () => (await rebuilt.countDocuments()) > MIDDLE, { what: 'the middle', ...limits(stage) });
      command.process.kill('SIGKILL');
      context.report('the rebuild is killed; it begins again');
      command = startRebuild(stage);
    }
    // What its partitions hold is not applied while it stands still.
    reads.waitsForWrites = false;
    const wake = strike({ kind: 'stop', target: 'projector-1' }, system.victims);
    context.report('a projector sleeps across the switch');
    if (command.process.exitCode === null) await once(command.process, 'exit', { signal: context.signal });
    await wake();
    if (command.process.exitCode !== 0) stage.broken(NOT_AS_IT_HAS_TO, `it ended badly: ${command.said()}`);
    await stage.recovered();
    reads.waitsForWrites = true;
    // An answer of what is gone would be a failed read.
    await stage.recovered();
  } finally {
    reads.isCalm = false;
    reads.waitsForWrites = true;
    command.process.kill('SIGKILL');
  }
  const { active = 0, generations = [] } = (await readPointer(db)) ?? {};
  const left = generations.map(({ number }) => number);
  if (active !== next || left.length !== 1) stage.broken(NOT_AS_IT_HAS_TO, `it left ${left.join()}, read is ${active}`);
  return { rebuildSeconds: Math.round((performance.now() - began) / 1_000) };
}

function startRebuild({ system }: Stage): { readonly process: ChildProcess; readonly said: () => string } {
  const args = ['--disable-warning=TimeoutNegativeWarning', FUNDLENS_COMMAND, '--json', 'rebuild', '--yes'];
  const child = spawn(process.execPath, args, {
    env: { ...INHERITED, KAFKAJS_NO_PARTITIONER_WARNING: '1', ...system.directEnvironment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-500);
    });
  }
  return { process: child, said: () => said };
}

function limits({ context: { signal } }: Stage) {
  return { deadlineMs: LIMIT_MS, pauseMs: 100, signal };
}

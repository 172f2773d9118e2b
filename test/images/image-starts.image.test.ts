import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestSystem, type TestSystem } from '../harness/test-system.ts';
import type { ServiceProcess } from '../harness/service-process.ts';
import { imagesUnderTest, median, recordFigures } from './images-under-test.ts';

/** Enough for a median that one busy second does not move. */
const STARTS = 5;

const { engine, tag } = imagesUnderTest();
let system: TestSystem;

type Figures = { readonly startMs: number; readonly stopMs: number; readonly status: number | null };

/** From the engine's command to `/readyz` 200, and from SIGTERM to the end of the container. */
async function startAndStop(start: () => Promise<ServiceProcess>): Promise<Figures> {
  const began = performance.now();
  const service = await start();
  const ready = performance.now();
  const status = await service.stop();
  return { startMs: ready - began, stopMs: performance.now() - ready, status };
}

function record(name: string, runs: readonly Figures[]): void {
  const [first] = runs;
  recordFigures(`start-${name}`, {
    firstStartMs: Math.round(first?.startMs ?? 0),
    startMs: Math.round(median(runs.map(({ startMs }) => startMs))),
    stopMs: Math.round(median(runs.map(({ stopMs }) => stopMs))),
    starts: runs.length,
  });
}

beforeAll(async () => {
  system = await createTestSystem({ name: 'starts', stack: inject('stack') });
});

afterAll(() => system?.stop());

it('a projector is ready again and again, and ends with status 0 when it is told to', async () => {
  const runs: Figures[] = [];
  // The first start makes topics and indexes.
  while (runs.length <= STARTS) runs.push(await startAndStop(() => system.startProjector()));
  record('projector', runs);
  expect(runs.map(({ status }) => status)).toEqual(Array(STARTS + 1).fill(0));
});

it('a query service is ready again and again, and ends with status 0 when it is told to', async () => {
  await system.startProjector();
  const runs: Figures[] = [];
  while (runs.length <= STARTS) runs.push(await startAndStop(() => system.startQuery()));
  record('query', runs);
  expect(runs.map(({ status }) => status)).toEqual(Array(STARTS + 1).fill(0));
});

it('the command of the operator answers from its image', () => {
  const times = Array.from({ length: STARTS }, () => {
    const began = performance.now();
    const help = engine.run(['run', '--rm', '--read-only', '--cap-drop=ALL', `localhost/fundlens-operator:${tag}`]);
    expect(help).toContain('dead-letters');
    return performance.now() - began;
  });
  recordFigures('start-operator', { startMs: Math.round(median(times)), starts: times.length });
});

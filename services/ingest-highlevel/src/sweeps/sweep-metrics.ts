import { Counter, Gauge, type Registry } from 'prom-client';
import type { SweepFigures } from './due-sweeps.ts';
import type { SweepStep } from './sweep.ts';

/** Label values are kinds, words and types; no location is one: an app may have thousands. */
export type SweepMetrics = ReturnType<typeof createSweepMetrics>;

/** @param clock epoch milliseconds */
export function createSweepMetrics(registry: Registry, clock: () => number) {
  const registers = [registry];
  let oldestAsOf: number | null = null;
  const locations = new Gauge({
    name: 'fundlens_ingest_sweep_locations',
    help: 'Locations by the state of their comparison with the API: current, overdue (two intervals), failed, never.',
    labelNames: ['state'] as const,
    registers,
  });
  new Gauge({
    name: 'fundlens_ingest_sweep_oldest_seconds',
    help: 'Age of the oldest complete comparison over all locations: what was lost before it is repaired.',
    registers,
    collect() {
      if (oldestAsOf !== null) this.set(Math.max(0, (clock() - oldestAsOf) / 1_000));
    },
  });
  const entities = new Counter({
    name: 'fundlens_ingest_swept_entities_total',
    help: 'Entities that sweeps compared, by kind and whether they were marked.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  });
  return {
    onFigures(figures: SweepFigures): void {
      for (const [state, count] of Object.entries(figures.locations)) locations.set({ state }, count);
      oldestAsOf = figures.oldestAsOf;
    },
    onStep({ kind, compared, marked }: SweepStep): void {
      entities.inc({ kind, outcome: 'marked' }, marked);
      entities.inc({ kind, outcome: 'same' }, Math.max(0, compared - marked));
    },
  };
}

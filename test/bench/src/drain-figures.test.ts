import { describe, expect, it } from 'vitest';
import { type DrainFigures, figuresBetween, projectorFigures, projectorTable } from './drain-figures.ts';

const begin = { at: 1_000, events: 10_000, ownMs: 4_000, databaseMs: 2_000, brokerMs: 500, documents: 10_500 };
const end = { at: 11_000, events: 110_000, ownMs: 11_000, databaseMs: 7_000, brokerMs: 1_500, documents: 160_500 };

const run = (
  eventsPerSecond: number | null,
  ownMicros: number | null,
  databaseMicros: number | null,
): DrainFigures => ({
  eventsPerSecond,
  ownMicros,
  databaseMicros,
  brokerMicros: null,
  documentsPerEvent: 1,
  rssEndMiB: 100,
  rssMaxMiB: 120,
});

describe('the figures of a run', () => {
  it('are what happened between two samples, per event', () => {
    expect(figuresBetween(begin, end, { nowMiB: 140, maxMiB: 180 })).toEqual({
      eventsPerSecond: 10_000,
      ownMicros: 70,
      databaseMicros: 50,
      brokerMicros: 10,
      documentsPerEvent: 1.5,
      rssEndMiB: 140,
      rssMaxMiB: 180,
    });
  });

  it('leave out what this machine does not show', () => {
    const figures = figuresBetween({ ...begin, databaseMs: null }, { ...end, databaseMs: null }, null);

    expect(figures).toMatchObject({ ownMicros: 70, databaseMicros: null, rssEndMiB: null, rssMaxMiB: null });
  });

  it('do not exist when everything happened between two looks', () => {
    const figures = figuresBetween(end, { ...end, at: 12_000 }, { nowMiB: 140, maxMiB: 180 });

    expect(figures).toMatchObject({ eventsPerSecond: null, ownMicros: null, documentsPerEvent: null, rssEndMiB: 140 });
  });
});

describe('a workload', () => {
  const log = { workload: 'contacts', events: 202_000 };
  const runs = {
    ours: [run(9_000, 90, 60), run(10_000, 100, 40), run(11_000, 80, 50)],
    floor: [run(20_000, 45, 25)],
  };

  it('has the median of each figure on its own, and ratios of medians', () => {
    const { ours, oursByFloor, peer } = projectorFigures(log, { ...runs, peer: [] });

    expect(ours.median).toMatchObject({ eventsPerSecond: 10_000, ownMicros: 90, databaseMicros: 50 });
    expect(oursByFloor).toEqual({ eventsPerSecond: 0.5, ownMicros: 2, databaseMicros: 2 });
    expect(peer).toBeUndefined();
  });

  it('leaves out a run without figures', () => {
    const { ours } = projectorFigures(log, { ...runs, ours: [run(null, null, null), run(9_000, 90, 60)], peer: [] });

    expect(ours.median).toMatchObject({ eventsPerSecond: 9_000, ownMicros: 90 });
  });

  it('has no ratio where a figure is not known', () => {
    const { oursByPeer } = projectorFigures(log, { ...runs, peer: [run(5_000, 30, null)] });

    expect(oursByPeer).toEqual({ eventsPerSecond: 2, ownMicros: 3, databaseMicros: null });
  });

  it('is some lines of a table', () => {
    const lines = projectorTable([projectorFigures(log, { ...runs, peer: [run(5_000, 30, null)] })]).split('\n');

    expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' | '))).toEqual([
      'projector | events/s | own µs/event | database µs/event | broker µs/event | documents/event | RSS end MiB | RSS max MiB | events/s of all runs',
      'contacts: ours | 10000 | 90.0 | 50.0 | 1.00 | 100 | 120 | 9000 10000 11000',
      'contacts: floor | 20000 | 45.0 | 25.0 | 1.00 | 100 | 120 | 20000',
      'contacts: peer | 5000 | 30.0 | 1.00 | 100 | 120 | 5000',
      'contacts: ours by floor | 0.50 | 2.00 | 2.00',
      'contacts: ours by peer | 2.00 | 3.00',
    ]);
  });
});

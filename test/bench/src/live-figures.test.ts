import { describe, expect, it } from 'vitest';
import {
  commandFigures,
  idleTable,
  type LiveFigures,
  latencyOf,
  liveTable,
  microsPerEvent,
  percentOfOne,
} from './live-figures.ts';

const begin = { at: 0, ownMs: 1_000, databaseMs: 500, brokerMs: null };
const end = { at: 30_000, ownMs: 2_500, databaseMs: 800, brokerMs: null };

describe('what a projector uses that keeps up', () => {
  it('is processor time per event, or percent of one processor', () => {
    expect(microsPerEvent(begin, end, 'ownMs', 3_000)).toBe(500);
    expect(microsPerEvent(begin, end, 'brokerMs', 3_000)).toBeNull();
    expect(percentOfOne(begin, end, 'databaseMs')).toBe(1);
    expect(percentOfOne(begin, end, 'brokerMs')).toBeNull();
  });

  it('is commands per event, without those that look after connections', () => {
    const before = new Map([
      ['find', 10],
      ['hello', 3],
    ]);
    const after = new Map([
      ['find', 110],
      ['update', 50],
      ['hello', 99],
    ]);

    expect(commandFigures(before, after, 100)).toEqual({ perEvent: 1.5, byCommand: { find: 1, update: 0.5 } });
  });

  it('has latencies', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);

    expect(latencyOf(values)).toEqual({ count: 200, p50: 100, p99: 198, max: 200 });
  });
});

describe('the tables', () => {
  const latency = { count: 100, p50: 20, p99: 60.5, max: 90 };
  const figures: LiveFigures = {
    eventsPerSecond: 100,
    seconds: 30,
    waiting: 2,
    ownMicros: 500,
    databaseMicros: null,
    brokerMicros: 80,
    documentsPerEvent: 1.1,
    acknowledgedMs: { ...latency, p50: 3 },
    visibleMs: latency,
    commands: { perEvent: 1.5, byCommand: { find: 1, update: 0.5 } },
  };

  it('have a line for the steady rate', () => {
    const lines = liveTable(figures).split('\n');

    expect(lines[1]?.split(/ {2,}/)).toEqual([
      '100 events/s',
      '500.0',
      '80.0',
      '1.10',
      '1.50',
      '20/60.5/90',
      '3/60.5/90',
      '2',
    ]);
    expect(lines[2]).toBe('commands/event: find 1, update 0.5');
  });

  it('have a line for each state of rest', () => {
    const rest = {
      projector: 'running',
      changesPerSecond: 2,
      ownPercent: 1.5,
      databasePercent: 0.3,
      brokerPercent: null,
    } as const;

    const lines = idleTable([rest, { ...rest, projector: 'none', ownPercent: null }]).split('\n');

    expect(lines[1]?.split(/ {2,}/)).toEqual(['2 changes/s', '1.50 %', '0.30 %']);
    expect(lines[2]?.split(/ {2,}/)).toEqual(['no projector', '0.30 %']);
  });
});

import { describe, expect, it } from 'vitest';
import { type MemorySample, memoryFigure, slope } from './memory-watch.ts';

/** A thousand events a second; the memory that `rss` says after so many. */
const samples = (rss: (events: number) => number, count = 101): MemorySample[] =>
  Array.from({ length: count }, (_, second) => ({
    at: second * 1_000,
    events: second * 1_000,
    rssMiB: rss(second * 1_000),
    heapUsedMiB: 50,
    heapTotalMiB: 60,
    externalMiB: 10,
  }));

describe('the growth of memory', () => {
  it('is that after the warm-up, by events and by time', () => {
    const figure = memoryFigure(
      samples((events) => (events < 20_000 ? events / 100 : 200 + events / 10_000)),
      'rssMiB',
    );
    expect(figure.mibPer100kEvents).toBeCloseTo(10);
    expect(figure.mibPerMinute).toBeCloseTo(6);
  });

  it('is zero where memory goes up and down and up again, and the most is shown all the same', () => {
    const figure = memoryFigure(
      samples((events) => (events === 1_000 ? 900 : 300 + ((events / 1_000) % 2) * 20)),
      'rssMiB',
    );
    expect(Math.abs(figure.mibPer100kEvents)).toBeLessThan(1);
    expect(figure.maxMiB).toBe(900);
    expect(figure.medianMiB).toBe(300);
  });

  it('is that of the line with the least squares', () => {
    expect(
      slope([
        [0, 1],
        [1, 2],
        [2, 3.3],
        [3, 3.9],
      ]),
    ).toBeCloseTo(1);
    expect(slope([[5, 1]])).toBe(0);
  });
});

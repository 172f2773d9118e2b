import { describe, expect, it } from 'vitest';
import { figuresOf, type Layout, type Load, ratiosOf, revocationTable, type Watched } from './revocation-figures.ts';

const load = (percentOfFull: Load['percentOfFull']): Load => ({
  percentOfFull,
  eventsPerSecond: 900,
  leastEventsWaiting: 7,
  requestsPerSecond: [400, 500],
  p99Ms: [80, 90],
  watchedPerSecond: 30,
  processorsPercent: 99,
  eventLoopDelay: { projector: { p50: 10, p99: 50, max: 100 } },
});

/** One change, refused by two services after so long. */
const refused = (...times: (number | null)[]): Watched => ({
  refusals: times.map((refusedAt) => ({
    refusedAt,
    lastServedAt: refusedAt === null ? 9_999 : refusedAt - 5,
    servedAgain: 0,
    askedAgain: 10,
    otherStatuses: [],
  })),
  seenInLog: 3,
});

const measured = (layout: Layout, percentOfFull: Load['percentOfFull'], watched: readonly Watched[]) => ({
  layout,
  load: load(percentOfFull),
  endings: [figuresOf('credential revoked', watched)],
  all: figuresOf('all', watched),
});

describe('the figures of access that ends', () => {
  it('count until the last service has refused, and for ever where one never does', () => {
    const { refusedEverywhere, firstRefusal } = figuresOf('revoked', [refused(100, 300), refused(200, null)]);

    expect(refusedEverywhere).toEqual({ p50: 300, p99: Number.POSITIVE_INFINITY, max: Number.POSITIVE_INFINITY });
    expect(firstRefusal).toEqual({ p50: 100, p99: 200, max: 200 });
  });

  it('are compared between layouts under the same load only', () => {
    const all = [
      measured('together', 'full', [refused(400, 800)]),
      measured('together', 70, [refused(100, 200)]),
      measured('apart', 'full', [refused(300, 400)]),
      measured('apart', 70, [refused(100, 150)]),
    ];

    expect(ratiosOf(all)).toEqual([
      { percentOfFull: 'full', p50: 0.5, p99: 0.5 },
      { percentOfFull: 70, p50: 0.75, p99: 0.75 },
    ]);
    expect(ratiosOf(all.slice(1, 3))).toEqual([]);
  });

  it('are lines of a table that names layout and load', () => {
    const text = revocationTable([
      measured('together', 'full', [refused(1, 2)]),
      measured('apart', 70, [refused(3, 4)]),
    ]);

    expect(text).toMatch(/^together +full +credential revoked +1 +2\/2\/2 /m);
    expect(text).toMatch(/^apart +70 % +all +1 +4\/4\/4 /m);
    expect(text).toMatch(/^apart, 70 %: 900 events\/s applied/m);
  });
});

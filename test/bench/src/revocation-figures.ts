import type { ServiceRefusal } from '../../harness/refusal-watch.ts';
import type { EventLoopDelay } from './machine-use.ts';
import { aligned } from './results.ts';

/** How the projectors are deployed: both consumer groups in one process, or each in a process of its own. */
export const layouts = {
  together: [{ CONSUMER_GROUPS: 'access,changes' }],
  apart: [{ CONSUMER_GROUPS: 'access' }, { CONSUMER_GROUPS: 'changes' }],
} as const;
export type Layout = keyof typeof layouts;

export type Spread = { readonly p50: number; readonly p99: number; readonly max: number };

/** Milliseconds from the acknowledgement of the publication. */
export type EndingFigures = {
  readonly name: string;
  readonly changes: number;
  /** Until the first service has refused. */
  readonly firstRefusal: Spread;
  /** Until the last service has refused: from then on access has ended. */
  readonly refusedEverywhere: Spread;
  /** Until the last request was sent that any service served; 0 when that was before the acknowledgement. */
  readonly lastServed: Spread;
  /** Floor: until a bare consumer in the process that measures has the event, which does nothing with it. */
  readonly seenInLog: Spread;
  /** Requests that a service served after it had refused. Anything but 0 is a defect. */
  readonly servedAgain: number;
  /** Requests that were sent to a service after it had refused. */
  readonly askedAgain: number;
  /** Answers that are neither data nor the refusal. */
  readonly otherAnswers: number;
};

export type Load = {
  /** Full: as much as is answered and applied at all. Else so many percent of that, whatever the answers take. */
  readonly percentOfFull: number | 'full';
  readonly eventsPerSecond: number;
  /** The fewest events that waited for the projector at any time. */
  readonly leastEventsWaiting: number;
  /** Of each service: requests per second of the readers, beside those of what is watched. */
  readonly requestsPerSecond: readonly number[];
  readonly p99Ms: readonly number[];
  /** Of each service: requests per second of what is watched. */
  readonly watchedPerSecond: number;
  /** Share of all processors' time that was used. */
  readonly processorsPercent: number;
  /** Milliseconds, by process. */
  readonly eventLoopDelay: Readonly<Record<string, EventLoopDelay>>;
};

export type RevocationFigures = {
  readonly layout: Layout;
  readonly load: Load;
  /** By kind. */
  readonly endings: readonly EndingFigures[];
  /** All kinds together. */
  readonly all: EndingFigures;
};

/** What came of one change: how each service took it, and when the bare consumer had it. */
export type Watched = { readonly refusals: readonly ServiceRefusal[]; readonly seenInLog: number };

/** Of all changes of one kind. */
export function figuresOf(name: string, watched: readonly Watched[]): EndingFigures {
  const refusals = watched.map((one) => one.refusals);
  const never = Number.POSITIVE_INFINITY;
  const times = refusals.map((services) => services.map(({ refusedAt }) => Math.max(0, refusedAt ?? never)));
  const all = refusals.flat();
  return {
    name,
    changes: refusals.length,
    firstRefusal: spreadOf(times.map((ofOne) => Math.min(...ofOne))),
    refusedEverywhere: spreadOf(times.map((ofOne) => Math.max(...ofOne))),
    lastServed: spreadOf(
      refusals.map((services) => Math.max(0, ...services.map(({ lastServedAt }) => lastServedAt ?? 0))),
    ),
    seenInLog: spreadOf(watched.map(({ seenInLog }) => Math.max(0, seenInLog))),
    servedAgain: all.reduce((sum, { servedAgain }) => sum + servedAgain, 0),
    askedAgain: all.reduce((sum, { askedAgain }) => sum + askedAgain, 0),
    otherAnswers: all.reduce((sum, { otherStatuses }) => sum + otherStatuses.length, 0),
  };
}

/** The lowest value that so large a share of all values does not exceed. */
function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** For people: one line per layout, load and kind of ending, and what else went on in each measurement. */
export function revocationTable(measured: readonly RevocationFigures[]): string {
  const spread = ({ p50, p99, max }: Spread) => `${p50}/${p99}/${max}`;
  const levelOf = ({ percentOfFull }: Load) => (percentOfFull === 'full' ? 'full' : `${percentOfFull} %`);
  const rows = measured.flatMap(({ layout, load, endings, all }) =>
    [...endings, all].map((ending) => [
      layout,
      levelOf(load),
      ending.name,
      String(ending.changes),
      spread(ending.refusedEverywhere),
      spread(ending.firstRefusal),
      spread(ending.lastServed),
      spread(ending.seenInLog),
      `${ending.servedAgain} of ${ending.askedAgain}`,
      String(ending.otherAnswers),
    ]),
  );
  const head = ['groups', 'load', 'access that ends', 'changes', 'refused everywhere', 'first refusal'];
  const meanwhile = measured.map(({ layout, load }) => {
    const readers = load.requestsPerSecond.map((rate, index) => `${rate} (p99 ${load.p99Ms[index]} ms)`);
    const delays = Object.entries(load.eventLoopDelay).map(([name, delay]) => `${name} ${spread(delay)}`);
    return (
      `${layout}, ${levelOf(load)}: ${load.eventsPerSecond} events/s applied, never fewer than ${load.leastEventsWaiting} ` +
      `waiting; requests/s ${readers.join(' and ')}, and ${load.watchedPerSecond} of what is watched; processors ` +
      `${load.processorsPercent} % used; event loops delayed by ${delays.join(', ')} ms`
    );
  });
  return [
    'access that ends, p50/p99/max in ms from the acknowledgement of the event:',
    aligned([[...head, 'last served', 'seen in log', 'served later', 'other answers'], ...rows]),
    ...meanwhile,
    ...ratiosOf(measured).map(({ percentOfFull, p50, p99 }) => {
      const level = typeof percentOfFull === 'number' ? `${percentOfFull} %` : percentOfFull;
      return `apart by together, load ${level}, refused everywhere: p50 ${p50}, p99 ${p99}`;
    }),
  ].join('\n');
}

export type LayoutRatio = { readonly percentOfFull: Load['percentOfFull']; readonly p50: number; readonly p99: number };

/** Of `refusedEverywhere`, all kinds: each group in a process of its own by both in one, under the same kind of load. */
export function ratiosOf(measured: readonly RevocationFigures[]): LayoutRatio[] {
  return measured.flatMap(({ layout, load: { percentOfFull }, all: { refusedEverywhere: apart } }) => {
    const other = measured.find((found) => found.layout === 'together' && found.load.percentOfFull === percentOfFull);
    if (layout !== 'apart' || other === undefined) return [];
    const together = other.all.refusedEverywhere;
    const ratio = (a: number, b: number) => Math.round((a / b) * 100) / 100;
    return [{ percentOfFull, p50: ratio(apart.p50, together.p50), p99: ratio(apart.p99, together.p99) }];
  });
}

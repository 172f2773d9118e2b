import type { RebuildProgress } from '@fundlens/read-models/rebuild-run';

/** The rate is computed over this many samples: about half a minute. */
const SAMPLES = 15;

/** The rate and the remaining time, from counts. `clock`: epoch milliseconds. */
export function progressMeter(
  clock: () => number,
): (counts: { readonly events: number; readonly total: number }) => RebuildProgress {
  const samples: { readonly at: number; readonly events: number }[] = [];
  return ({ events, total }) => {
    const at = clock();
    samples.push({ at, events });
    if (samples.length > SAMPLES) samples.shift();
    const first = samples[0] ?? { at, events };
    const seconds = (at - first.at) / 1_000;
    const rate = seconds > 0 ? Math.max(0, events - first.events) / seconds : 0;
    const left = Math.max(0, total - events);
    const secondsLeft = left === 0 ? 0 : rate > 0 ? Math.ceil(left / rate) : null;
    return { events, total, eventsPerSecond: Math.round(rate), secondsLeft };
  };
}

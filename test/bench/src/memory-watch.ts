import { readMetrics } from './metrics.ts';

/** What a projector says of itself at one moment. */
export type MemorySample = {
  /** Milliseconds since the first sample. */
  readonly at: number;
  /** Events taken so far, whatever became of them. */
  readonly events: number;
  readonly rssMiB: number;
  readonly heapUsedMiB: number;
  /** What V8 holds for its heap, used or not. */
  readonly heapTotalMiB: number;
  /** Outside of V8's heap, buffers included. */
  readonly externalMiB: number;
};

/** Growth by least squares over the samples after the warm-up. */
export type Growth = {
  readonly mibPer100kEvents: number;
  readonly mibPerMinute: number;
};

export type MemoryFigure = Growth & { readonly medianMiB: number; readonly maxMiB: number };

const MIB = 2 ** 20;
/** Of the events: heap, code and pools take their size while these are taken. */
const WARM_UP_SHARE = 0.2;

/** What follows the warm-up. */
export function afterWarmUp(samples: readonly MemorySample[]): readonly MemorySample[] {
  const all = samples.at(-1)?.events ?? 0;
  return samples.filter(({ events }) => events >= all * WARM_UP_SHARE);
}

export function memoryFigure(
  samples: readonly MemorySample[],
  of: 'rssMiB' | 'heapUsedMiB' | 'externalMiB',
): MemoryFigure {
  const warm = afterWarmUp(samples);
  const sorted = warm.map((sample) => sample[of]).toSorted((a, b) => a - b);
  return {
    mibPer100kEvents: rounded(slope(warm.map((sample) => [sample.events / 100_000, sample[of]]))),
    mibPerMinute: rounded(slope(warm.map((sample) => [sample.at / 60_000, sample[of]]))),
    medianMiB: rounded(sorted[Math.floor(sorted.length / 2)] ?? 0),
    maxMiB: rounded(Math.max(0, ...samples.map((sample) => sample[of]))),
  };
}

/** Of the straight line through the points with the least squared distances; 0 where x does not change. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  if (!(spread > 0)) return 0;
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread;
}

export type ProjectorFigures = {
  readonly sample: MemorySample;
  /** The most bytes of the log that one group has had in work. */
  readonly bytesInFlightPeak: number;
  /** How often a partition waited for room. */
  readonly waits: number;
  readonly deadLetters: number;
  readonly documentsWritten: number;
};

/** Reads them from the metrics of the process. */
export async function projectorFigures(adminPort: number, since: number): Promise<ProjectorFigures> {
  const { sum, max } = await readMetrics(adminPort);
  return {
    sample: {
      at: performance.now() - since,
      events: sum('fundlens_projector_events_total'),
      rssMiB: sum('process_resident_memory_bytes') / MIB,
      heapUsedMiB: sum('nodejs_heap_size_used_bytes') / MIB,
      heapTotalMiB: sum('nodejs_heap_size_total_bytes') / MIB,
      externalMiB: sum('nodejs_external_memory_bytes') / MIB,
    },
    bytesInFlightPeak: max('fundlens_projector_in_flight_peak_bytes'),
    waits: sum('fundlens_projector_waits_for_room_total'),
    deadLetters: sum('fundlens_projector_dead_letters_total'),
    documentsWritten: sum('fundlens_projector_documents_written_total'),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

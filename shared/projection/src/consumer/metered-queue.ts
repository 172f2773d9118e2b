import type { Metrics } from '../health/metrics.ts';
import { createPartitionQueue, type PartitionQueue, type PartitionQueueOptions } from './partition-queue.ts';

/** A queue with metrics. `group`: value of their label. */
export function meteredQueue(
  metrics: Pick<Metrics, 'bytesInFlight' | 'bytesInFlightPeak' | 'waitsForRoom'>,
  {
    group,
    maxBytes,
    onBytes = () => undefined,
  }: { readonly group: string; readonly maxBytes: number; readonly onBytes?: PartitionQueueOptions['onBytes'] },
): PartitionQueue {
  const labels = { group };
  let peak = 0;
  metrics.waitsForRoom.inc(labels, 0);
  metrics.bytesInFlightPeak.set(labels, 0);
  return createPartitionQueue({
    maxBytes,
    onBytes(bytes) {
      onBytes(bytes);
      metrics.bytesInFlight.set(labels, bytes);
      if (bytes <= peak) return;
      peak = bytes;
      metrics.bytesInFlightPeak.set(labels, peak);
    },
    onWait: () => metrics.waitsForRoom.inc(labels),
  });
}

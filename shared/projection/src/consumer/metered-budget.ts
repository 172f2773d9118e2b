import { type ByteBudget, type ByteBudgetOptions, createByteBudget } from './byte-budget.ts';
import type { Metrics } from '../health/metrics.ts';

/** A budget with metrics. `group`: value of their label. */
export function meteredBudget(
  metrics: Pick<Metrics, 'bytesInFlight' | 'bytesInFlightPeak' | 'waitsForRoom'>,
  {
    group,
    maxBytes,
    onBytes = () => undefined,
  }: { readonly group: string; readonly maxBytes: number; readonly onBytes?: ByteBudgetOptions['onBytes'] },
): ByteBudget {
  const labels = { group };
  let peak = 0;
  metrics.waitsForRoom.inc(labels, 0);
  metrics.bytesInFlightPeak.set(labels, 0);
  return createByteBudget({
    maxBytes,
    onBytes(inFlight) {
      onBytes(inFlight);
      metrics.bytesInFlight.set(labels, inFlight);
      if (inFlight <= peak) return;
      peak = inFlight;
      metrics.bytesInFlightPeak.set(labels, peak);
    },
    onWait: () => metrics.waitsForRoom.inc(labels),
  });
}

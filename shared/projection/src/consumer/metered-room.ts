import type { Metrics } from '../health/metrics.ts';
import type { PumpOptions } from './pump.ts';

type Room = Pick<PumpOptions, 'maxBytes' | 'onBytes' | 'onWait'>;

/** The room of a pump, with metrics. `group`: value of their label. */
export function meteredRoom(
  {
    bytesInFlight,
    bytesInFlightPeak,
    waitsForRoom,
  }: Pick<Metrics, 'bytesInFlight' | 'bytesInFlightPeak' | 'waitsForRoom'>,
  { group, maxBytes, onBytes }: Pick<Room, 'maxBytes' | 'onBytes'> & { readonly group: string },
): Room {
  let peak = 0;
  waitsForRoom.inc({ group }, 0);
  bytesInFlightPeak.set({ group }, 0);
  return {
    maxBytes,
    onBytes(bytes) {
      onBytes(bytes);
      peak = Math.max(peak, bytes);
      bytesInFlight.set({ group }, bytes);
      bytesInFlightPeak.set({ group }, peak);
    },
    onWait: () => waitsForRoom.inc({ group }),
  };
}

import type { BytesInFlight } from './bytes-in-flight.ts';
import type { Step } from './step.ts';

/** Refuses before the read when there is no room, and counts the bytes until the client has read them. */
export function boundBytes(flight: BytesInFlight): Step {
  return async ({ state }, next) => {
    const { credentialId } = state.credential;
    flight.admit(credentialId);
    await next();
    const bytes = state.data.reduce((sum, piece) => sum + piece.length, 0);
    state.whenClosed(flight.hold(credentialId, bytes));
  };
}

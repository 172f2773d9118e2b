import type { BytesInFlight } from './bytes-in-flight.ts';
import type { Step } from './step.ts';

/** Refuses to read where nothing would be left for the answer, and counts what was read until the client has taken it. */
export function boundBytes(flight: BytesInFlight): Step {
  return async ({ state }, next) => {
    const { credentialId } = state.credential;
    flight.admit(credentialId);
    await next();
    const bytes = state.data.reduce((sum, piece) => sum + piece.length, 0);
    state.whenClosed(flight.hold(credentialId, bytes));
  };
}

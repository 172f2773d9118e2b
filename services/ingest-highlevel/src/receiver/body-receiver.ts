import type { IncomingMessage } from 'node:http';
import type { Answer } from './delivery-handler.ts';

type BodyReceiverOptions = {
  /** As many are received at once. */
  readonly maxBodies: number;
  readonly maxBodyBytes: number;
};

/** Null: the sender has ended the connection. */
export type ReceivedBody = Buffer | Answer | null;

/** @param withinMs after which a body that is not complete is given up */
export type ReceiveBody = (request: IncomingMessage, withinMs: number) => Promise<ReceivedBody>;

/**
 * Receives bodies of senders that are not known yet. Where there is no room for another, the one that has taken longest
 * gives way: those of HighLevel arrive within milliseconds, so senders that hold their bodies open stand in each other's
 * way only. **Invariant**: a body ends with its connection, its time, or its answer, and holds no memory afterwards.
 */
export function createBodyReceiver({ maxBodies, maxBodyBytes }: BodyReceiverOptions): ReceiveBody {
  const givingUp = new Set<() => void>();
  return (request, withinMs) =>
    new Promise((resolve) => {
      const [giveUpFirst] = givingUp;
      if (givingUp.size >= maxBodies) giveUpFirst?.();
      let chunks: Buffer[] = [];
      let bytes = 0;
      function take(chunk: Buffer): void {
        bytes += chunk.length;
        if (bytes <= maxBodyBytes) chunks.push(chunk);
        // A sender that still writes does not read the answer, and takes a closed connection as final: the rest is dropped.
        else chunks = [];
      }
      function settle(received: ReceivedBody): void {
        clearTimeout(timer);
        givingUp.delete(giveUp);
        request.off('data', take);
        chunks = [];
        resolve(received);
      }
      const giveUp = () => settle(bytes > maxBodyBytes ? BODY_TOO_LARGE : BODY_TOO_SLOW);
      const timer = setTimeout(giveUp, withinMs);
      givingUp.add(giveUp);
      request.on('data', take);
      request.once('end', () => settle(bytes > maxBodyBytes ? BODY_TOO_LARGE : Buffer.concat(chunks)));
      request.once('close', () => settle(null));
    });
}

const BODY_TOO_LARGE: Answer = { status: 429, code: 'body_too_large', type: 'unknown' };
const BODY_TOO_SLOW: Answer = { status: 429, code: 'body_too_slow', type: 'unknown' };

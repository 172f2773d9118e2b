import { failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Marks } from '../marks/mark.ts';
import { type Delivery, parseDelivery } from '../webhooks/delivery.ts';
import { marksOf } from '../webhooks/marks-of-delivery.ts';
import { webhookKinds } from '../webhooks/webhook-types.ts';
import type { VerifySignature } from './signature.ts';

export type Answer = {
  /**
   * - 200: marked, or nothing to do. - 400, 401: it will never be valid; HighLevel does not repeat it. - 429: not now; HighLevel
   *   repeats it, and nothing else.
   */
  readonly status: 200 | 400 | 401 | 429;
  /** Machine-readable, without anything of the body. */
  readonly code: string;
  /** Of a valid delivery; `other`: a type that the adapter does not take. */
  readonly type: string;
};

export type DeliveryHandlerOptions = {
  readonly verify: VerifySignature;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Whether the app's installations and companies are published too. */
  readonly publishAccess: boolean;
  readonly marks: Pick<Marks, 'mark' | 'installations'>;
  readonly onMarked: () => void;
  readonly onError: (error: unknown) => void;
};

export type HandleDelivery = (
  body: Buffer,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
) => Promise<Answer>;

/** How far a sender's clock may be off, as HighLevel's guide to webhooks advises. */
const CLOCK_WINDOW_MS = 5 * 60_000;

/**
 * HighLevel retries six times, ten minutes apart with jitter: "~ 1 hour 10 minutes" by its guide; the rest is room for the
 * jitter, which it leaves open.
 */
const RETRY_SPAN_MS = 90 * 60_000;

/**
 * How old a body may be. A retry sends the same bytes with the same timestamp and signature, so the window must span all
 * retries: a narrower one would refuse, for good, what was answered with 429.
 */
export const MAX_BODY_AGE_MS = RETRY_SPAN_MS + CLOCK_WINDOW_MS;

/** From the bytes of a delivery to its answer. Never throws. */
export function createDeliveryHandler(options: DeliveryHandlerOptions): HandleDelivery {
  return async (body, headers) => {
    const verdict = options.verify(body, headers);
    if (verdict !== 'valid') return { status: 401, code: `signature_${verdict}`, type: 'unknown' };
    let type = 'unknown';
    try {
      const delivery = parseDelivery(body, options.clock());
      type = labelOf(delivery.type);
      return { ...(await answerTo(delivery, options)), type };
    } catch (error) {
      if (error instanceof InvalidError) return { status: 400, code: error.code, type };
      // A bug must not lose the event either: it is repeated for an hour, and the log says why.
      if (!(error instanceof RetryableError)) options.onError(error);
      return { status: 429, code: failureCode(error), type };
    }
  };
}

async function answerTo(delivery: Delivery, options: DeliveryHandlerOptions): Promise<Omit<Answer, 'type'>> {
  const { marks, publishAccess, clock, onMarked } = options;
  if (labelOf(delivery.type) === OTHER) return { status: 200, code: 'ignored' };
  const { timestamp, receivedAt } = delivery;
  // Without a timestamp there is nothing to judge: a copy of the body has an entity read once more. An UNINSTALL alone counts.
  if (timestamp !== null) {
    // It will be right in a later attempt, if it is our clock that is behind.
    if (timestamp > receivedAt + CLOCK_WINDOW_MS) return { status: 429, code: 'timestamp_early' };
    if (timestamp < receivedAt - MAX_BODY_AGE_MS) return { status: 400, code: 'timestamp_late' };
  }
  const wanted = await marksOf(delivery, { installations: marks.installations, withAccess: publishAccess });
  for (const { ref, said } of wanted) await marks.mark(ref, { at: clock(), urgent: true, ...(said && { said }) });
  if (wanted.length === 0) return { status: 200, code: 'nothing_known' };
  onMarked();
  return { status: 200, code: 'marked' };
}

const OTHER = 'other';

/** A sender chooses the type, so only those that are known become labels. */
function labelOf(type: string): string {
  return Object.hasOwn(webhookKinds, type) ? type : OTHER;
}

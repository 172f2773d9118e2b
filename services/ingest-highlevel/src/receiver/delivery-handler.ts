import { failureCode, InvalidError, RetryableError } from '@fundlens/runtime/errors';
import type { Marks } from '../marks/mark.ts';
import { type Delivery, parseDelivery } from '../webhooks/delivery.ts';
import { marksOf } from '../webhooks/marks-of-delivery.ts';
import { entityWebhooks, isAppWebhook } from '../webhooks/webhook-types.ts';
import { judgeAge } from './replay-window.ts';
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
  const age = judgeAge(delivery);
  if (age !== 'inside') return { status: age === 'late' ? 400 : 429, code: `timestamp_${age}` };
  const wanted = await marksOf(delivery, { installations: marks.installations, withAccess: publishAccess });
  for (const { ref, said } of wanted) await marks.mark(ref, { at: clock(), urgent: true, ...(said && { said }) });
  if (wanted.length === 0) return { status: 200, code: 'nothing_known' };
  onMarked();
  return { status: 200, code: 'marked' };
}

const OTHER = 'other';

/** A sender chooses the type, so only those that are known become labels. */
function labelOf(type: string): string {
  return Object.hasOwn(entityWebhooks, type) || isAppWebhook(type) ? type : OTHER;
}

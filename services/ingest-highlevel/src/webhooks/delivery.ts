import { InvalidError } from '@fundlens/runtime/errors';
import { instantOf, isSource, type Source } from '../mapping/source-fields.ts';
import type { Seen } from '../versioning/crm-state.ts';

/** A delivery whose signature is valid, before its type is looked at. */
export type Delivery = {
  readonly type: string;
  readonly body: Source;
  /** Epoch milliseconds, of the first attempt: a retry sends the same bytes. Null: the body does not say. */
  readonly timestamp: number | null;
  /** The same in every attempt of one delivery; null: the body does not say. */
  readonly webhookId: string | null;
  /** Epoch milliseconds by our clock. */
  readonly receivedAt: number;
};

const MAX_WEBHOOK_ID_LENGTH = 200;

/** @throws InvalidError when the body is not a JSON object with a `type`; the message shows nothing of it */
export function parseDelivery(body: Buffer, receivedAt: number): Delivery {
  const parsed = parsedJson(body);
  if (!isSource(parsed)) throw new InvalidError('body_not_object', 'The body must be a JSON object.');
  const { type, webhookId } = parsed;
  if (typeof type !== 'string' || type === '') {
    throw new InvalidError('type_missing', 'The body must have a `type`.', { field: 'type' });
  }
  const isId = typeof webhookId === 'string' && webhookId !== '' && webhookId.length <= MAX_WEBHOOK_ID_LENGTH;
  return {
    type,
    body: parsed,
    timestamp: instantOf(parsed.timestamp),
    webhookId: isId ? webhookId : null,
    receivedAt,
  };
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's message quotes the body.
    throw new InvalidError('body_not_json', 'The body must be UTF-8 JSON.');
  }
}

/**
 * HighLevel retries six times, ten minutes apart with jitter: "~ 1 hour 10 minutes" by its guide; the rest is room for the
 * jitter, which it leaves open.
 */
export const RETRY_SPAN_MS = 90 * 60_000;

/**
 * When the state that the delivery carries was the CRM's. Without a timestamp it may be as old as a last retry.
 * @param toleranceMs how far the two clocks, and the state and its timestamp, may be apart
 */
export function seenIn({ timestamp, receivedAt }: Delivery, toleranceMs: number): Seen {
  const from = timestamp ?? receivedAt - RETRY_SPAN_MS;
  return { from: from - toleranceMs, to: (timestamp ?? receivedAt) + toleranceMs };
}

import { InvalidError } from '@fundlens/runtime/errors';
import { instantOf, isSource, type Source } from '../mapping/source-fields.ts';

/** A delivery whose signature is valid, before its type is looked at. */
export type Delivery = {
  readonly type: string;
  readonly body: Source;
  /** Epoch milliseconds, of the first attempt: a retry sends the same bytes. Null: the body does not say. */
  readonly timestamp: number | null;
  /** Epoch milliseconds by our clock. */
  readonly receivedAt: number;
};

/** @throws InvalidError when the body is not a JSON object with a `type`; the message shows nothing of it */
export function parseDelivery(body: Buffer, receivedAt: number): Delivery {
  const parsed = parsedJson(body);
  if (!isSource(parsed)) throw new InvalidError('body_not_object', 'The body must be a JSON object.');
  const { type } = parsed;
  if (typeof type !== 'string' || type === '') {
    throw new InvalidError('type_missing', 'The body must have a `type`.', { field: 'type' });
  }
  return { type, body: parsed, timestamp: instantOf(parsed.timestamp), receivedAt };
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // The parser's message quotes the body.
    throw new InvalidError('body_not_json', 'The body must be UTF-8 JSON.');
  }
}

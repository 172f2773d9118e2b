import type { z } from 'zod';
import { type ApiError, invalidParameter } from './api-error.ts';

export const CURSOR_RULE = 'must be the nextCursor of the page before, for the same location and filters';

export function cursorRefused(): ApiError {
  return invalidParameter('cursor', 'cursor', CURSOR_RULE);
}

/**
 * What an authentic cursor holds where that is more than a list key.
 * @throws ApiError 400 for another layout: during an upgrade, instances of two releases take each other's cursors.
 */
export function cursorPayload<Payload>(layout: z.ZodType<Payload>, text: string): Payload {
  const { data, success } = layout.safeParse(jsonOf(text));
  if (!success) throw cursorRefused();
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: no layout takes it.
    return undefined;
  }
}

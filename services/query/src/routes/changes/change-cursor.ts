import { z } from 'zod';
import { cursorPayload } from '../../cursor-payload.ts';
import type { ChangePosition } from '../../queries/change-walk.ts';

/** What a cursor of `/changes` holds beside its scope. */
export type ChangeCursor = {
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
  /** Of the read models that the page came from: see `ReadModels.serving`. */
  readonly edition: string;
};

const stored = z.tuple([
  z.string(),
  z.number(),
  z.number().nullable(),
  z.tuple([z.number(), z.string(), z.string(), z.string()]).nullable(),
]);

export function changeCursorText({ edition, position, sliceMs }: ChangeCursor): string {
  return JSON.stringify([edition, position.at, sliceMs, position.upTo]);
}

/** @throws ApiError 400 for what `changeCursorText` has not made. */
export function changeCursorOf(text: string): ChangeCursor {
  const [edition, at, sliceMs, upTo] = cursorPayload(stored, text);
  return { edition, position: { at, upTo }, sliceMs };
}

import { z } from 'zod';
import { cursorPayload } from '../../cursor-payload.ts';
import type { ChangePosition } from '../../queries/change-walk.ts';

/** What a cursor of `/changes` holds beside its scope. */
export type ChangeCursor = {
  readonly position: ChangePosition;
  readonly sliceMs: number | null;
  /** What the page came from: see `ReadModels.serving`. */
  readonly generation: number;
  readonly rules: string;
};

const stored = z.tuple([
  z.number(),
  z.string(),
  z.number(),
  z.number().nullable(),
  z.tuple([z.number(), z.string(), z.string(), z.string()]).nullable(),
]);

export function changeCursorText({ generation, rules, position, sliceMs }: ChangeCursor): string {
  return JSON.stringify([generation, rules, position.at, sliceMs, position.upTo]);
}

/** @throws ApiError 400 for what `changeCursorText` has not made. */
export function changeCursorOf(text: string): ChangeCursor {
  const [generation, rules, at, sliceMs, upTo] = cursorPayload(stored, text);
  return { generation, rules, position: { at, upTo }, sliceMs };
}

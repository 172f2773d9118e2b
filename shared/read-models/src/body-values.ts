import { z } from 'zod';

/** Building blocks of the schemas that describe bodies. `describe` texts are shown in the API reference. */

/** ISO-8601 in UTC with milliseconds, e.g. `2026-03-01T09:30:00.000Z`. */
export function instant() {
  return z.iso.datetime({ precision: 3 });
}

/** Money in integer cents. */
export function cents() {
  return z.int().min(0);
}

export function count() {
  return z.int().min(0);
}

/** Items of one list of the event contract, which a body shows in full. */
export const MAX_ITEMS = 500;

import { z } from 'zod';

/** Building blocks of the schemas that describe bodies. `describe` texts are shown in the API reference. */

/** ISO-8601 in UTC with milliseconds, e.g. `2026-03-01T09:30:00.000Z`. */
export function instant() {
  return z.iso.datetime({ precision: 3 });
}

export function count() {
  return z.int().min(0);
}

/** Money in integer cents. */
export const cents = count;

/** A postal address in parts. */
export const address = z
  .strictObject({
    line1: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
  })
  .meta({ id: 'Address', description: 'A postal address; parts that are not known are null.' });

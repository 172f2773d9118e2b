import { z } from 'zod';

/**
 * Bodies are finished JSON: a view is rendered once, when its document is written, and the query service copies the bytes. That
 * what a view renders is what its schema says is shown over random histories (`partial-updates.property.test.ts`). `describe`
 * texts are shown in the API reference.
 */

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

/** One object of members that are JSON already, which go in as they are spelled, as do their names. */
export function objectText(members: Readonly<Record<string, string>>): string {
  let text = '';
  for (const name in members) text += `${text === '' ? '{' : ','}"${name}":${members[name]}`;
  return `${text}}`;
}

/** One object with the members of all, none of which is empty. */
export function joinedText(...objects: readonly string[]): string {
  return `{${objects.map((text) => text.slice(1, -1)).join()}}`;
}

/** ISO-8601 in UTC with milliseconds, as every instant of the API. `instant` is in epoch milliseconds. */
export function isoInstant(instant: number): string;
export function isoInstant(instant: number | null): string | null;
export function isoInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

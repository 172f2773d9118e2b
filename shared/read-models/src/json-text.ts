/**
 * Bodies are finished JSON: a view is rendered once, when its document is written, and the query service
 * copies the bytes. A `JsonText` carries the type that it was made from, so that the compiler holds every view to the
 * schema that the OpenAPI document shows.
 */

declare const shown: unique symbol;

/** JSON text, or UTF-8 bytes of it, of a value of the type `Body`. */
export type JsonText<Body> = (string | Uint8Array) & { readonly [shown]: Body };

/** Members come in the order in which they are written in the source. */
export function jsonText<Body>(body: Body): JsonText<Body> {
  return JSON.stringify(body) as unknown as JsonText<Body>;
}

/** Text, or its UTF-8 bytes, that is one JSON value already, spelled as it is. */
export function spelledJson<Body>(text: string | Uint8Array): JsonText<Body> {
  return text as unknown as JsonText<Body>;
}

/** One object of members that are JSON already, which go in as they are spelled. */
export function objectText<Body extends object>(
  members: {
    readonly [Name in keyof Body]: JsonText<Body[Name]>;
  },
): JsonText<Body> {
  const parts = Object.entries(members).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return spelledJson(`{${parts.join()}}`);
}

/** One object with the members of both, neither of which is empty. */
export function joinedText<A extends object, B extends object>(a: JsonText<A>, b: JsonText<B>): JsonText<A & B> {
  return spelledJson(`${String(a).slice(0, -1)},${String(b).slice(1)}`);
}

export function jsonBytes(text: JsonText<unknown>): Uint8Array {
  return typeof text === 'string' ? Buffer.from(text) : (text as unknown as Uint8Array);
}

/** ISO-8601 in UTC with milliseconds, as every instant of the API. `instant` is in epoch milliseconds. */
export function isoInstant(instant: number): string;
export function isoInstant(instant: number | null): string | null;
export function isoInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/**
 * Bodies are finished JSON: a view is rendered once, when its document is written, and the query service
 * copies the bytes. A `JsonText` carries the type that it was made from, so that the compiler holds every view to the
 * schema that the OpenAPI document shows.
 */

declare const shown: unique symbol;

/** JSON text, or UTF-8 bytes of it, of a value of the type `Body`. Made by the functions of this file only. */
export type JsonText<Body> = (string | Uint8Array) & { readonly [shown]: Body };

/** Members come in the order in which they are written in the source. */
export function jsonText<Body>(body: Body): JsonText<Body> {
  return JSON.stringify(body) as unknown as JsonText<Body>;
}

/** Text that is one JSON value already, spelled as it is. */
export function spelledJson<Body>(text: string): JsonText<Body> {
  return text as unknown as JsonText<Body>;
}

/**
 * One object in which the member `name` is text that is one JSON value already. It goes in byte for byte, because decoding
 * and encoding it would change how its numbers are spelled. `before` must not be empty.
 * `After` names the members that `after` holds; all others are in `before`, so that the compiler asks for a new one.
 */
export function jsonTextAround<
  Body extends object,
  Name extends keyof Body & string,
  After extends Exclude<keyof Body, Name> = never,
>(
  parts: {
    readonly before: Omit<Body, Name | After>;
    readonly name: Name;
    readonly json: string | Uint8Array;
  } & ([After] extends [never] ? { readonly after?: undefined } : { readonly after: Pick<Body, After> }),
): JsonText<Body> {
  const { before, name, json, after } = parts;
  const head = `${JSON.stringify(before).slice(0, -1)},${JSON.stringify(name)}:`;
  const tail = after === undefined ? '}' : `,${JSON.stringify(after).slice(1)}`;
  const text =
    typeof json === 'string' ? head + json + tail : Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
  return text as unknown as JsonText<Body>;
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

/** Bodies are finished JSON: what an API answer shows is decided here, once, and the query service copies the bytes. */

/** Plain data as the API shows it. Members come in the order in which they are written in the source. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export type JsonObject = { readonly [name: string]: JsonValue };

/** UTF-8 JSON. */
export function jsonBytes(value: JsonObject): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/**
 * UTF-8 JSON of one object in which the member `name` is text that is one JSON value already. It goes in byte for byte,
 * because decoding and encoding it would change how its numbers are spelled. Neither `before` nor `after` may be empty.
 */
export function jsonBytesAround(parts: {
  readonly before: JsonObject;
  readonly name: string;
  readonly json: string | Uint8Array;
  readonly after?: JsonObject;
}): Uint8Array {
  const { before, name, json, after } = parts;
  const head = `${JSON.stringify(before).slice(0, -1)},${JSON.stringify(name)}:`;
  const tail = after === undefined ? '}' : `,${JSON.stringify(after).slice(1)}`;
  if (typeof json === 'string') return Buffer.from(head + json + tail);
  return Buffer.concat([Buffer.from(head), json, Buffer.from(tail)]);
}

/** ISO-8601 in UTC with milliseconds, as every instant of the API. `instant` is in epoch milliseconds. */
export function isoInstant(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
